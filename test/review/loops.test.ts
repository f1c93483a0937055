// Schemas that refer to each other in a loop: a change anywhere in it is found, however long it is.
import { expect, test } from "vitest";
import { compareDocuments } from "./compare-documents.ts";
import type { Tree } from "./tree.ts";

const enterAt = (operationId: string, index: number): Tree => ({
  post: {
    operationId,
    requestBody: {
      content: { "application/json": { schema: { $ref: `#/components/schemas/Link${index}` } } },
    },
    responses: { "204": { description: "Done." } },
  },
});

/** Two operations that enter a loop of `size` schemas, at its begin and at its middle; one schema has a text. */
function makeLoop(size: number, owner: number, maxLength: number): Tree {
  const schemas: Tree = {};
  for (let index = 0; index < size; index++)
    schemas[`Link${index}`] = {
      type: "object",
      properties: {
        next: { $ref: `#/components/schemas/Link${(index + 1) % size}` },
        ...(index === owner && { note: { type: "string", maxLength } }),
      },
    };
  return {
    openapi: "3.1.0",
    info: { title: "Loops", version: "1.0" },
    paths: {
      "/begin": enterAt("enterBegin", 0),
      "/middle": enterAt("enterMiddle", Math.floor(size / 2)),
    },
    components: { schemas },
  };
}

const sizes = [3, 100, 101, 300, 1000];
const cases = sizes.flatMap((size) =>
  [0, Math.floor(size / 2) - 1, size - 1].map((owner) => [size, owner] as const),
);

test.for(cases)("a loop of %i schemas, of which number %i changed", ([size, owner]) => {
  const base = makeLoop(size, owner, 20);
  const { changes, verdict } = compareDocuments(base, makeLoop(size, owner, 10));
  expect(verdict).toBe("breaking");
  const operations = changes.flatMap(({ where }) => where.operations);
  expect(new Set(operations)).toEqual(new Set(["enterBegin", "enterMiddle"]));
  expect(changes.map(({ kind }) => kind)).not.toContain("loop-shortened");
  expect(compareDocuments(base, base).changes).toEqual([]);
});

test("a change in a long loop that 300 operations enter is found", () => {
  const enterEverywhere = (maxLength: number): Tree => {
    const loop = makeLoop(1000, 100, maxLength);
    const entries = Array.from({ length: 300 }, (_, index) => enterAt(`enter${index}`, index));
    return { ...loop, paths: Object.fromEntries(entries.map((entry, i) => [`/${i}`, entry])) };
  };
  const { changes, verdict } = compareDocuments(enterEverywhere(20), enterEverywhere(10));
  expect(verdict).toBe("breaking");
  const operations = new Set(changes.flatMap(({ where }) => where.operations));
  expect(operations).toContain("enter0");
});

test("a loop of more schemas than are compared again: the report names one, and says what may be missing", () => {
  const base = makeLoop(5002, 100, 20);
  const { changes } = compareDocuments(base, makeLoop(5002, 100, 10));
  const kinds = changes.map(({ severity, kind }) => `${severity} ${kind}`);
  expect(kinds).toEqual(["breaking bound-tightened", "risky loop-shortened"]);
  expect(changes.at(-1)?.message).toMatch(/`Link\d+`.* perhaps without some of the operations/);
  expect(compareDocuments(base, base).changes).toEqual([]);
});
