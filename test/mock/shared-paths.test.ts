// Operations of one method whose paths differ in the names of their parameters alone, on the mock.
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { useMock } from "./mock.ts";

const makeOperation = (operationId: string, name: string, format?: string) => ({
  operationId,
  parameters: [
    { name, in: "path", required: true, schema: { type: "string", ...(format && { format }) } },
  ],
  responses: {
    "200": {
      description: "",
      content: {
        "text/plain": { schema: { type: "string" }, examples: { one: { value: operationId } } },
      },
    },
  },
});
const document = {
  openapi: "3.1.0",
  info: { title: "Shelf", version: "1" },
  paths: {
    "/books/{all}": { get: makeOperation("byName", "all") },
    "/books/{id}": { get: makeOperation("byId", "id", "uuid") },
    "/books/{isbn}": { get: { ...makeOperation("byIsbn", "isbn"), "x-served-by": "byName" } },
  },
} as unknown as Document;
const mock = useMock({ document, contract: readContract(document) });

test("the values in a path choose the operation", async () => {
  const ask = async (id: string) => (await fetch(`${mock.url}/books/${id}`)).text();
  expect(await ask("7f1f9a3c-5c0e-4f57-9b1e-3a1a2b3c4d5e")).toBe("byId");
  expect(await ask("a.png")).toBe("byName");
});
