// A contract and the same in other words and another order: no change, for the specs of TypeSpec's suite.
import { join } from "node:path";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { beforeAll, expect, test } from "vitest";
import type { Tree } from "../../packages/review/src/place.ts";
import { listSpecs, suite } from "../specs/build.ts";
import { installFolder } from "../support/shared.ts";
import { compareDocuments } from "./compare-documents.ts";
import { rewrite } from "./rewrites.ts";

async function documentOf(entry: string): Promise<Tree | undefined> {
  try {
    return structuredClone((await compileSpec(entry)).document) as unknown as Tree;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const versions = /has the versions (.*): choose one/.exec(error.message)?.[1];
    if (versions === undefined) return undefined;
    return structuredClone(
      (await compileSpec(entry, versions.split(", ").at(-1))).document,
    ) as unknown as Tree;
  }
}

beforeAll(() => installFolder(join(import.meta.dirname, "../specs")), 400_000);

test("every spec that compiles", async () => {
  const documents = new Map<string, Tree>();
  for (const name of listSpecs()) {
    const document = await documentOf(join(suite, name, "main.tsp"));
    if (document) documents.set(name, document);
  }
  expect(documents.size).toBeGreaterThan(40);
  for (const [name, document] of documents) {
    const other = rewrite(document, 7);
    for (const [base, head] of [
      [document, document],
      [document, other],
      [other, document],
    ] as const) {
      const found = compareDocuments(base, head).changes.map(
        ({ kind, where }) => `${kind} ${where.pointer}`,
      );
      expect(found, name).toEqual([]);
    }
  }
});
