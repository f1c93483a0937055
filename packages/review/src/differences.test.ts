import { expect, test } from "vitest";
import { collectDifferences } from "./compare.ts";

/** A document whose operations share a component, which has these fields. */
function shared(operations: readonly string[], ...fields: string[]) {
  const schema = { $ref: "#/components/schemas/Loan" };
  const response = { description: "Done.", content: { "application/json": { schema } } };
  return {
    openapi: "3.1.0",
    info: { title: "Library", version: "1.0" },
    paths: Object.fromEntries(
      operations.map((operationId) => [
        `/${operationId}`,
        { get: { operationId, responses: { "200": response } } },
      ]),
    ),
    components: {
      schemas: {
        Loan: {
          type: "object",
          properties: Object.fromEntries(fields.map((name) => [name, { type: "string" }])),
          required: fields,
        },
      },
    },
  };
}

test.for<[operations: string, words: string]>([
  ["a b", "a, b"],
  ["a b c", "a, b, c"],
  ["a b c d", "a, b, c, d"],
  ["a b c d e", "a, b, c and 2 more"],
  ["a b c d e f", "a, b, c and 3 more"],
])("a change that reaches %s is one change, whose message says %s", ([list, words]) => {
  const operations = list.split(" ");
  const compare = (...fields: string[]) =>
    collectDifferences(shared(operations, "id", "due"), shared(operations, ...fields)).changes();
  const [change, ...others] = compare("id");
  expect(others).toEqual([]);
  expect(change?.where.operations).toEqual(operations);
  expect(change?.message).toContain(`(in responses of ${words})`);
  // The same edit is known again, whatever else uses the component.
  const [fewer] = collectDifferences(shared(["a"], "id", "due"), shared(["a"], "id")).changes();
  expect(change?.fingerprint).toBe(fewer?.fingerprint);
});
