// A contract and the same with its keys and lists in another order: no change, for the specs of TypeSpec's suite.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compileSpec } from "../../packages/contract/src/compile.ts";
import { SpecError } from "../../packages/contract/src/spec-error.ts";
import { compareDocuments } from "../../packages/review/src/compare.ts";
import { isTree, type Tree } from "../../packages/review/src/place.ts";
import { randomFrom, shuffleKeys } from "../generator/support/shuffle.ts";
import { installFolder } from "../packages/support/install-folder.ts";
import { listSpecs, suite } from "../specs/build.ts";

const lists = new Set(["required", "enum", "oneOf", "anyOf", "allOf", "parameters", "servers", "security"]);
/** Maps whose keys are names, and may be called like a keyword. */
const maps = new Set(["properties", "schemas", "responses", "headers", "paths", "mapping"]);

function reordered(value: unknown, random: () => number, key = ""): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => reordered(entry, random));
    return lists.has(key) ? entries.reverse() : entries;
  }
  if (!isTree(value)) return value;
  const inner = Object.entries(value).map(([name, entry]) => [
    name,
    name === "examples" || name === "default" ? entry : reordered(entry, random, maps.has(key) ? "" : name),
  ]);
  return shuffleKeys(Object.fromEntries(inner) as Tree, random);
}

async function documentOf(entry: string): Promise<Tree | undefined> {
  try {
    return structuredClone((await compileSpec(entry)).document) as unknown as Tree;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const versions = /has the versions (.*): choose one/.exec(error.message)?.[1];
    if (versions === undefined) return undefined;
    return structuredClone(
      (await compileSpec(entry, undefined, versions.split(", ").at(-1))).document,
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
  const random = randomFrom(7);
  for (const [name, document] of documents) {
    const other = reordered(document, random) as Tree;
    for (const [base, head] of [
      [document, document],
      [document, other],
      [other, document],
    ] as const) {
      const found = compareDocuments(base, head).changes.map(({ kind, where }) => `${kind} ${where.pointer}`);
      expect(found, name).toEqual([]);
    }
  }
}, 600_000);
