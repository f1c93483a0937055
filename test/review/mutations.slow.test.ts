// Every declaration of the spec, edited in every way: the review names what was edited and its line, or has a reason to
// be silent. One of 60 edits is tried here; REVIEW_CHANGES=all, as in `npm run test:deep`, tries all and prints the table.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EditedSpec, type Judgement } from "./judge.ts";
import { edits, type Mutation } from "./mutate.ts";

/** Why an edit may be silent: it means the same to everybody who uses the contract. */
const silent: [reason: string, is: (mutation: Mutation) => boolean][] = [
  ["words are counted, not judged", ({ edit }) => edit === "reworded"],
  ["order means nothing", ({ edit }) => edit === "reordered"],
  ["@operationId names the operation", ({ edit, what }) => edit === "renamed" && what === "operation"],
  [
    "@header and @body give the name on the wire",
    ({ edit, name }) =>
      edit === "renamed" &&
      /^(limit|remaining|reset|window|challenge|retryAfter|replayed|signature|credentials|idempotencyKey|statusCode|notification|charge|transfer|webhook|body)Renamed$/.test(
        name,
      ),
  ],
  [
    "the verb follows from the body, and a parameter's place from the path",
    ({ what }) => /^@(get|post|path)$/.test(what),
  ],
  ["examples and words of the errors", ({ what }) => /^@(opExample|tagMetadata|service|info|returnsDoc)$/.test(what)],
  ["a status code is what the response says anyway", ({ name }) => name === "statusCode"],
  ["a variable of the server has its default", ({ name }) => name === "base_url"],
  [
    "the document states the body of all errors once",
    ({ file, before: [line], name }) =>
      file.endsWith("errors.tsp") && line > 350 && /^(message|success|timestamp|zzAdded|details|code)$/.test(name),
  ],
];

/** Edits that are known to be reported at another declaration than the edited one. */
const misplaced: [reason: string, is: (mutation: Mutation) => boolean][] = [
  [
    "a spread removed from a notification is reported at its fields",
    ({ edit, what, file }) => edit === "removed" && what === "spread" && file.endsWith("notifications.tsp"),
  ],
  ["@openSet is reported at the field, not at the enum", ({ edit, what }) => edit === "removed" && what === "@openSet"],
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "mutations-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spec = new EditedSpec(join(import.meta.dirname, "../.."), join(folder, "project"));
const all = spec.mutations();
const [parts, part] = process.env.REVIEW_CHANGES === "all" ? [1, 0] : [60, 19];
const chosen = all.filter((_, index) => index % parts === part);
const judgements: Judgement[] = [];

test("every kind of edit is among them", () => {
  for (const edit of edits) expect(all.filter((mutation) => mutation.edit === edit).length).toBeGreaterThan(30);
});

test.for(chosen)("$edit: $what $name of $file", async (mutation) => {
  const judgement = await spec.judge(mutation);
  judgements.push(judgement);
  const { result, findings } = judgement;
  if (misplaced.some(([, is]) => is(mutation))) return;
  expect(result, findings.join("\n")).not.toBe("wrong");
  if (result !== "silent") return;
  expect(
    silent.filter(([, is]) => is(mutation)),
    "it is silent without a reason",
  ).not.toEqual([]);
});

afterAll(() => {
  if (parts > 1) return;
  const count = (edit: string, result: string): number =>
    judgements.filter((one) => one.mutation.edit === edit && one.result === result).length;
  const results = ["named", "silent", "refused", "wrong"];
  console.table(
    Object.fromEntries(edits.map((edit) => [edit, Object.fromEntries(results.map((r) => [r, count(edit, r)]))])),
  );
});
