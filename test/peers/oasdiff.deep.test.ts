// oasdiff and the review on the same pairs: of schemas, in a request and in a response, and of documents; there and back. Ajv judges
// schemas, and of documents the verdict that was decided before.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tree } from "@packages/contract/src/pointer.ts";
import { expect, test } from "vitest";
import { effectOf } from "../review/ajv-oracle.ts";
import { compareDocuments, makeDocument } from "../review/compare-documents.ts";
import { pairs } from "../review/pairs/exclusive-and-sets.ts";
import type { Pair } from "../review/pairs/pair.ts";
import { sampled } from "../review/pairs/sampled.ts";
import { unseenDocuments } from "../review/pairs/unseen-documents.ts";
import { makeFolder } from "../support/folder.ts";
import { isMissing, runStep } from "./support/run-peer.ts";

const version = "v1.37.0";

interface JudgedEdit {
  name: string;
  before: Tree;
  after: Tree;
  isHarmful: boolean;
  unclear: boolean;
}

const isHarm = (verdict: string): boolean => verdict === "breaking" || verdict === "risky";

/** Each edit and the edit back, in a request and in a response. */
const listEdits = (set: Record<string, Pair>): JudgedEdit[] =>
  Object.entries(set).flatMap(([name, [base, head, unclear]]) =>
    [
      [base, head],
      [head, base],
    ].flatMap(([before = null, after = null]) => {
      const { lost, gained } = effectOf(before, after);
      return (["request", "response"] as const).map((place) => ({
        name,
        before: makeDocument(before, place),
        after: makeDocument(after, place),
        isHarmful: (place === "request" ? lost : gained).length > 0,
        unclear: unclear !== undefined,
      }));
    }),
  );

const documents: JudgedEdit[] = Object.values(unseenDocuments)
  .flat()
  .flatMap(([name, base, head, there, back = there]) => [
    { name, before: base, after: head, isHarmful: isHarm(there), unclear: false },
    { name, before: head, after: base, isHarmful: isHarm(back), unclear: false },
  ]);

const judgedSets = {
  "exclusive forms and sets": listEdits(pairs),
  "keywords of all kinds": listEdits(sampled),
  documents,
};

test("the review misses no harm, and calls nothing harmful that is not", () => {
  for (const { name, before, after, isHarmful, unclear } of Object.values(judgedSets).flat())
    if (!unclear)
      expect([name, isHarm(compareDocuments(before, after).verdict)]).toEqual([name, isHarmful]);
});

test("oasdiff errs where results.md counts it", async (context) => {
  if (isMissing("go", "version")) context.skip("go is not installed");
  const folder = await makeFolder();
  const env = { GOBIN: folder };
  await runStep("go", ["install", `github.com/oasdiff/oasdiff@${version}`], { env });
  const base = join(folder, "base.json");
  const head = join(folder, "head.json");
  const found: Record<string, object> = {};
  for (const [set, edits] of Object.entries(judgedSets)) {
    const counts = { harmful: 0, missed: 0, harmless: 0, accused: 0 };
    for (const { before, after, isHarmful } of edits) {
      await writeFile(base, JSON.stringify(before));
      await writeFile(head, JSON.stringify(after));
      const output = await runStep(join(folder, "oasdiff"), [
        "changelog",
        base,
        head,
        "--format=json",
      ]);
      const changes = JSON.parse(output.trim() === "" ? "[]" : output) as { level: number }[];
      // 3 is an error and 2 a warning; 1 is for information.
      const level = Math.max(0, ...changes.map((change) => change.level));
      if (isHarmful) {
        counts.harmful += 1;
        if (level < 2) counts.missed += 1;
      } else {
        counts.harmless += 1;
        if (level === 3) counts.accused += 1;
      }
    }
    found[set] = counts;
  }
  expect(found).toEqual({
    "exclusive forms and sets": { harmful: 126, missed: 45, harmless: 282, accused: 189 },
    "keywords of all kinds": { harmful: 58, missed: 21, harmless: 146, accused: 83 },
    documents: { harmful: 52, missed: 28, harmless: 56, accused: 10 },
  });
});
