// Declarations of the spec, edited in every way: the review names what was edited and its line, the document stays the
// same, or there is a reason to be silent. One of 60 edits is tried here; `npm test -- deep` tries all.
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { EditedSpec } from "./judge.ts";
import { edits } from "./mutate.ts";
import { commentOn, commentPage, printCommentPage } from "./pull-request.ts";

const folder = realpathSync(await makeFolder(afterAll));

const spec = new EditedSpec(join(import.meta.dirname, "../.."), join(folder, "project"));
const all = spec.mutations();

test("every kind of edit is among them", () => {
  for (const edit of edits)
    expect(all.filter((mutation) => mutation.edit === edit).length).toBeGreaterThan(30);
});

const isTried = (index: number): boolean => process.env.MUTATIONS === "all" || index % 60 === 19;

test.for(all.filter((_, index) => isTried(index)))(
  "$edit: $what $name of $file",
  async (mutation) => {
    const { result, findings } = await spec.judge(mutation);
    expect(result, findings.join("\n")).not.toBe("wrong");
  },
);

test("the guide has the comment on a pull request, but for its lines", async () => {
  const page = readFileSync(join(import.meta.dirname, "../..", commentPage), "utf8");
  const withoutLines = (text: string): string => text.replaceAll(/(?<=\.tsp):\d+/g, "");
  expect(withoutLines(page)).toBe(withoutLines(printCommentPage(await commentOn(spec))));
});
