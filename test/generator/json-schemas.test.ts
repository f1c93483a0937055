import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import { jsonSchemas } from "@packages/contract/src/json-schemas.ts";
import type { Schema } from "@packages/contract/src/openapi.ts";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { document as pix } from "../support/contract.ts";
import { makeDocument } from "./support/document.ts";
import { document } from "./support/library.ts";

const schemas = jsonSchemas(document);

/** A reader of one of the files. */
function compile(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strictTypes: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

describe.each(Object.entries(schemas))("%s", (file, schema) => {
  test("names itself by an absolute URI", () => {
    const name = file.replace(/\.json$/, "");
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: expect.stringMatching(/^urn:lending-library:2026-11-20:[\w.-]+$/),
      title: name,
    });
    expect(document.components?.schemas).toHaveProperty([name]);
  });

  test("compiles strictly, alone, and has an example that fits", () => {
    const { examples = [] } = schema as Schema;
    const validate = compile(schema);
    for (const example of examples)
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });
});

test("a reader accepts a value that the contract does not list, and no value of another type", () => {
  const status = compile(schemas["LoanStatus.json"] ?? {});
  expect([status("lent"), status("devoured"), status(7)]).toEqual([true, true, false]);
  expect(schemas["LoanStatus.json"]).toMatchObject({ examples: ["lent", "late", "returned"] });
  expect(compile(schemas["ErrorCode.json"] ?? {})("QUAKE")).toBe(true);
});

test("a set that does not grow stays closed", () => {
  expect(compile(schemas["Binding.json"] ?? {})("loose")).toBe(false);
});

test("every schema of the document has its file, by the same name", () => {
  expect(Object.keys(schemas)).toEqual(
    Object.keys(document.components?.schemas ?? {}).map((name) => `${name}.json`),
  );
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
    const { "Shelf.json": schema } = jsonSchemas(
      makeDocument({}, { components: { schemas: { Shelf: shelf, Book: { type: "string" } } } }),
    );
    expect(schema).toMatchObject({
      properties: {
        examples: { $ref: "#/$defs/Book" },
        items: { items: { $ref: "#/$defs/Book" } },
      },
      default: { $ref: "#/components/schemas/Book" },
      examples: [{ $ref: "#/components/schemas/Book" }],
    });
  });
});

test("a tool that knows no field and no format of ours sees that a format depends on a sibling", () => {
  const { components = {} } = publishDocument(pix);
  const $id = "https://pix.example/customer";
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const customer = ajv.compile({ $id, $ref: "#/components/schemas/Customer", components });
  const person = { name: "Maria", email: "maria@example.com" };
  const fits = (documentType: string, number: string) =>
    customer({ ...person, documentType, document: number });
  expect(fits("cpf", "52998224725")).toBe(true);
  expect(fits("cnpj", "11222333000181")).toBe(true);
  expect(fits("cnpj", "52998224725")).toBe(false);
  expect(fits("cpf", "11222333000181")).toBe(false);
});
