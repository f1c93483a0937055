import type { Schema } from "@packages/contract/src/openapi.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fields from "../../packages/behaviour/fields.json" with { type: "json" };
import { document } from "./contract.ts";

/** A schema whose references name files instead of places in the document. */
function pointAtFiles(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && typeof value === "string"
      ? value.replace(/^#\/components\/schemas\/(.+)$/, "$1.json")
      : value,
  ) as Schema;
}

/** A strict validator that knows every component schema of the document, and the contract's own formats. */
export function createValidator(): Ajv2020 {
  // Strict: an unknown keyword or format, or a pattern that is not a regular expression under the `u` flag, throws.
  const ajv = new Ajv2020({ strict: true, allErrors: true, unicodeRegExp: true });
  addFormats.default(ajv);
  ajv.addVocabulary(["discriminator", ...Object.keys(fields.$defs)]);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    ajv.addSchema(pointAtFiles(schema), `${name}.json`);
  }
  return ajv;
}

const shared = createValidator();
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value, each in a sentence; nothing where it fits the schema. */
export function findMistakes(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? shared.compile(pointAtFiles(schema));
  compiled.set(key, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message }) => `${instancePath || "the value"} ${message}`,
      );
}
