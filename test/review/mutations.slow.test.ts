// Every declaration of the spec, edited in every way: the review names what was edited and its line, the document stays
// the same, or there is a reason to be silent. One of 60 edits is tried here; REVIEW_CHANGES=all, as in `npm run test:deep`, tries all and prints the table.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EditedSpec, type Judgement } from "./judge.ts";
import { edits, type Mutation } from "./mutate.ts";

/** Why an edit that changes the document may be silent. */
const silent: [reason: string, is: (mutation: Mutation) => boolean][] = [
  ["words are counted, not judged", ({ edit }) => edit === "reworded"],
  ["order means nothing", ({ edit }) => edit === "reordered"],
  ["tags are described for people", ({ what }) => what === "@tagMetadata"],
  ["the report lists statements that are not documented by themselves", ({ what }) => what === "@basis"],
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
  const results = ["named", "same", "silent", "refused", "wrong"];
  console.table(
    Object.fromEntries(edits.map((edit) => [edit, Object.fromEntries(results.map((r) => [r, count(edit, r)]))])),
  );
});
