// The same meaning in other words is no change.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tree } from "../../packages/review/src/place.ts";
import { document as library } from "../generator/support/library.ts";
import { document as contract } from "../support/contract.ts";
import { compareDocuments } from "./compare-documents.ts";
import { rewrite } from "./rewrites.ts";
import { shelf } from "./shelf.ts";
import { copy, errorBody } from "./tree.ts";

test.for([
  { name: "the shelf", document: copy(shelf) as Tree, runs: 100 },
  { name: "the lending library", document: JSON.parse(JSON.stringify(library)) as Tree, runs: 40 },
  { name: "the contract itself", document: contract as unknown as Tree, runs: 10 },
])("$name, rewritten, is compared with itself in silence", ({ document, runs }) => {
  expect(compareDocuments(document, document).changes).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
      const other = rewrite(document, seed);
      for (const [base, head] of [
        [document, other],
        [other, document],
      ] as const) {
        const found = compareDocuments(base, head).changes.map(
          ({ kind, message, where }) => `${kind} ${where.pointer} ${message}`,
        );
        expect(found).toEqual([]);
      }
    }),
    { numRuns: runs, seed: 7 },
  );
});

test("alternatives written apart are those written as one", () => {
  const answer = (schema: Tree): Tree => ({
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    paths: {
      "/it": {
        get: {
          responses: { "400": { description: "No.", content: { "application/json": { schema } } } },
        },
      },
    },
  });
  const apart = answer({ oneOf: [errorBody(["A"]), errorBody(["B"]), errorBody(["C"])] });
  const one = answer(errorBody(["A", "B", "C"]));
  expect(compareDocuments(apart, one).changes).toEqual([]);
  expect(compareDocuments(one, apart).changes).toEqual([]);
});

test("the values of a server's variable have no order", () => {
  const service = (values: string[]): Tree => ({
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    paths: {},
    servers: [
      { url: "https://{house}.example", variables: { house: { default: "main", enum: values } } },
    ],
  });
  expect(compareDocuments(service(["main", "left"]), service(["left", "main"])).changes).toEqual(
    [],
  );
});
