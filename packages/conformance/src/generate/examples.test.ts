import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { addExamples } from "./examples.ts";

const json = (schema: object, example?: unknown) => ({
  content: {
    "application/json": {
      schema,
      ...(example !== undefined && { examples: { one: { value: example } } }),
    },
  },
});

const pet = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: { type: "string", minLength: 6, maxLength: 8 },
    kind: { enum: ["cat", "dog"] },
    born: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "string" } },
    weight: { type: "number", minimum: 3 },
  },
};

const contractOf = (requestBody: object) =>
  readContract({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        post: {
          operationId: "createPet",
          parameters: [{ name: "page", in: "query", required: true, schema: { type: "integer" } }],
          requestBody,
          responses: { "201": { description: "Created." } },
        },
      },
    },
  } as never);

const made = { name: "namena", kind: "cat", born: "2026-11-20", tags: ["tags"], weight: 3 };

test.for<[what: string, requestBody: object, values: unknown[]]>([
  ["no example: one is made of the schema", json(pet), [made]],
  [
    "an example that breaks its own schema: it is left out",
    json(pet, { name: "Rex", kind: "cat" }),
    [made],
  ],
  [
    "an example that fits: it stays the only one",
    json(pet, { name: "Rexona", kind: "dog" }),
    [{ name: "Rexona", kind: "dog" }],
  ],
  ["a schema with a pattern: it matches", json({ type: "string", pattern: "^x{3}$" }), ["xxx"]],
  [
    "a schema that nothing fits: nothing is made",
    json({ type: "string", pattern: "^(?!x)x$" }),
    [],
  ],
])("%s", ([, requestBody, values]) => {
  const [operation] = addExamples(contractOf(requestBody)).operations;
  expect(operation?.body?.examples.map(({ value }) => value)).toEqual(values);
  expect(operation?.parameters[0]?.example).toBe(0);
});
