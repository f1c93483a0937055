import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { jsonSchemas, pointAtFiles } from "../contract/json-schemas.ts";
import type { Document, Schema } from "../contract/openapi.ts";
import { makeDocument } from "./support/document.ts";
import { contract, document } from "./support/library.ts";
import { placesOf, referencesOf } from "./support/walk.ts";

const schemas = jsonSchemas(document);

const extensions = ["x-basis", "x-error", "x-invalid", "x-lifecycle", "x-open-set", "x-rate-limit-part", "x-values"];

/** A strict validator that knows every schema of a document by its file name. */
function makeValidator(of: Document): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv, ["date", "date-time", "uri", "int32", "int64"]);
  for (const keyword of extensions) ajv.addKeyword(keyword);
  for (const [name, schema] of Object.entries(jsonSchemas(of))) ajv.addSchema(schema, name);
  return ajv;
}

const ajv = makeValidator(document);

describe.each(Object.entries(schemas))("%s", (file, schema) => {
  test("names itself", () => {
    const name = file.replace(/\.json$/, "");
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: file,
      title: name,
    });
    expect(document.components?.schemas).toHaveProperty([name]);
  });

  test("compiles strictly", () => {
    expect(ajv.getSchema(file)).toBeTypeOf("function");
  });

  test("refers to files that are there", () => {
    for (const { $ref } of referencesOf(schema)) expect(schemas).toHaveProperty([$ref]);
  });

  test("has examples that fit", () => {
    for (const { value } of placesOf(schema)) {
      const { $schema: _, $id: __, ...own } = value as { $schema?: string; $id?: string } & Schema;
      if (!Array.isArray(own.examples)) continue;
      for (const example of own.examples) expect(ajv.validate(own, example), ajv.errorsText()).toBe(true);
    }
  });
});

test("every schema of the document has its file, by the same name", () => {
  expect(Object.keys(schemas)).toEqual(Object.keys(document.components?.schemas ?? {}).map((name) => `${name}.json`));
});

test("the examples of every operation and notification fit", () => {
  const bodies = [
    ...contract.operations.flatMap(({ body, responses }) => [body ?? [], responses].flat()),
    ...contract.notifications.map(({ body }) => body),
  ];
  let count = 0;
  for (const { schema, examples } of bodies) {
    if (schema === undefined) continue;
    const validate = ajv.compile(pointAtFiles(schema) as Schema);
    for (const { name, value } of examples) {
      expect.soft(validate(value), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(15);
});

describe("a reference", () => {
  const shelf: Schema = {
    type: "object",
    properties: {
      examples: { $ref: "#/components/schemas/Book" },
      items: { type: "array", items: { $ref: "#/components/schemas/Book" } },
    },
    default: { $ref: "#/components/schemas/Book" },
    examples: [{ $ref: "#/components/schemas/Book" }],
  };

  test("is changed wherever a schema refers, and nowhere else", () => {
    const { "Shelf.json": schema } = jsonSchemas(makeDocument({}, { components: { schemas: { Shelf: shelf } } }));
    expect(schema).toMatchObject({
      properties: { examples: { $ref: "Book.json" }, items: { items: { $ref: "Book.json" } } },
      default: { $ref: "#/components/schemas/Book" },
      examples: [{ $ref: "#/components/schemas/Book" }],
    });
  });

  test("to anything but a schema stays as it is", () => {
    expect(pointAtFiles({ $ref: "#/components/examples/a" })).toEqual({ $ref: "#/components/examples/a" });
  });
});
