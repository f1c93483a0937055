import type { Document } from "@packages/contract/src/openapi.ts";
import dialect from "@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.1/dialect.schema.json" with {
  type: "json",
};
import openapi from "@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.1/index.json" with {
  type: "json",
};
import vocabulary from "@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.1/meta.schema.json" with {
  type: "json",
};
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { document } from "./support/library.ts";

// The schema of OpenAPI 3.1 itself. Spectral's rules would not do: to them a field named `type` is a mistake.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv).addFormat("media-range", true);
ajv.addSchema([dialect, vocabulary]);
// Its copy of JSON Schema goes by a name of its own.
ajv.addSchema(
  { $ref: "https://json-schema.org/draft/2020-12/schema" },
  "https://stoplight.io/json-schema/draft/2020-12",
);
const validate = ajv.compile<Document>(openapi);

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
