import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "find-comment.js");
const mark = "<!-- contract-review 0123456789ab -->";
const comment = (id: number, login: string, body: string) => ({ id, body, user: { login } });
const own = (id: number) => comment(id, "bot", `Report ${id}.\n${mark}`);

test.for<[comments: string, pages: object[][] | undefined, id: number | undefined]>([
  ["no page, as without the right to read", undefined, undefined],
  ["no comments", [[]], undefined],
  ["one of its own", [[own(1)]], 1],
  ["two of its own", [[own(1), own(2)]], 2],
  ["two of its own, on two pages", [[own(1)], [own(2)]], 2],
  ["one of its own, and the last of another", [[own(1), comment(2, "other", mark)]], 1],
  ["one that another has written, mark and all", [[comment(1, "other", mark)]], undefined],
  ["one of its author about something else", [[comment(1, "bot", "Hello.")]], undefined],
  ["its own, and one of its author about something else", [[own(1), comment(2, "bot", "")]], 1],
  ["one whose author's name begins as its own", [[comment(1, "bot2", mark)]], undefined],
])("of %s, the last that the review wrote is found", ([, pages, id]) => {
  const input = pages === undefined ? "" : JSON.stringify(pages);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "bot"], {
    input,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const found = pages?.flat().find((one) => "id" in one && one.id === id);
  const { body } = (found ?? {}) as { body?: string };
  expect(stdout === "" ? undefined : JSON.parse(stdout)).toEqual(found && { id, body });
});
