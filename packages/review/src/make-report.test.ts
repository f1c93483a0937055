import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { load } from "./load/load.ts";
import { makeReport } from "./make-report.ts";

const root = await makeFolder(afterAll);
const files = {
  root,
  spec: "spec/main.tsp",
  document: "b.json",
  decisions: "review.yaml",
  consumers: "none",
};

async function compare(mayBeForeign: boolean, accepted: readonly string[]) {
  const info = { title: "A", version: "1.0.0" };
  const get = { operationId: "listA", responses: { 200: { description: "All." } } };
  const documents = { "a.json": { "/a": { get } }, "b.json": {} };
  for (const [name, paths] of Object.entries(documents))
    await writeFile(join(root, name), JSON.stringify({ openapi: "3.1.0", info, paths }));
  const entries = accepted.map((fingerprint) => {
    return { fingerprint, reason: "The operation has no callers.", by: "Ana", until: "2999-01-01" };
  });
  await writeFile(join(root, "review.yaml"), JSON.stringify({ accepted: entries }));
  const base = await load(join(root, "a.json"), "base", files);
  const head = await load(join(root, "b.json"), "head", files);
  return makeReport(base, head, files, { isWorkingTree: false, mayBeForeign });
}

test("decisions about another contract are not listed as unused", async () => {
  const [{ fingerprint = "" } = {}] = (await compare(true, [])).changes;
  expect(fingerprint).toMatch(/^[0-9a-f]{12}$/);
  const countUnused = async (...given: Parameters<typeof compare>) =>
    (await compare(...given)).decided.stale.length;
  expect(await countUnused(true, ["0123456789ab"])).toBe(0);
  expect(await countUnused(false, ["0123456789ab"])).toBe(1);
  expect(await countUnused(true, ["0123456789ab", fingerprint])).toBe(1);
});
