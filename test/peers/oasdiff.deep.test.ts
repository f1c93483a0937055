// oasdiff and the review on the same pairs of schemas, in a request and in a response, there and back; Ajv is the judge.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { effectOf } from "../review/ajv-oracle.ts";
import { compareDocuments, makeDocument } from "../review/compare-documents.ts";
import { pairs } from "../review/pairs/exclusive-and-sets.ts";
import type { Pair } from "../review/pairs/pair.ts";
import { makeFolder } from "../support/folder.ts";
import { isMissing, runStep } from "./support/run-peer.ts";

const version = "v1.37.0";
const places = ["request", "response"] as const;

/** An edit and the edit back, in both places. */
const edits = Object.entries(pairs).flatMap(([name, [base, head, unclear]]) =>
  [[base, head, unclear] as Pair, [head, base, unclear] as Pair].flatMap(([before, after]) =>
    places.map((place) => ({ name, place, before, after, unclear })),
  ),
);

test("the review misses no harm, and calls nothing harmful that is not", () => {
  for (const { name, place, before, after, unclear } of edits) {
    const { lost, gained } = effectOf(before, after);
    const isHarmful = (place === "request" ? lost : gained).length > 0;
    const { verdict } = compareDocuments(makeDocument(before, place), makeDocument(after, place));
    if (!unclear) expect(["breaking", "risky"].includes(verdict), name).toBe(isHarmful);
  }
});

test("oasdiff errs where results.md counts it", { timeout: 1_200_000 }, async (context) => {
  if (isMissing("go", "version")) context.skip("go is not installed");
  const folder = await makeFolder();
  const env = { GOBIN: folder };
  await runStep("go", ["install", `github.com/oasdiff/oasdiff@${version}`], { env });
  const base = join(folder, "base.json");
  const head = join(folder, "head.json");
  const counts = { harmful: 0, missed: 0, harmless: 0, accused: 0 };
  for (const { place, before, after } of edits) {
    await writeFile(base, JSON.stringify(makeDocument(before, place)));
    await writeFile(head, JSON.stringify(makeDocument(after, place)));
    const output = await runStep(join(folder, "oasdiff"), [
      "changelog",
      base,
      head,
      "--format=json",
    ]);
    const changes = JSON.parse(output.trim() === "" ? "[]" : output) as { level: number }[];
    // 3 is an error and 2 a warning; 1 is for information.
    const level = Math.max(0, ...changes.map((change) => change.level));
    const { lost, gained } = effectOf(before, after);
    const isHarmful = (place === "request" ? lost : gained).length > 0;
    if (isHarmful) {
      counts.harmful += 1;
      if (level < 2) counts.missed += 1;
    } else {
      counts.harmless += 1;
      if (level === 3) counts.accused += 1;
    }
  }
  expect(counts).toEqual({ harmful: 126, missed: 45, harmless: 282, accused: 189 });
});
