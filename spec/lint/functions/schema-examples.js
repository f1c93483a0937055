import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** @typedef {import("./support/openapi.js").Schema} Schema */

/**
 * A validator for each document that is linted: it knows the whole document, in which schemas refer to each other.
 * @type {WeakMap<object, Ajv2020>}
 */
const validators = new WeakMap();

/**
 * A schema whose examples and default obey it.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Schema>}
 */
export default function schemaExamples(schema, _options, { document, path }) {
  const validate = validatorOf(/** @type {object} */ (document.data)).getSchema(`contract#${toPointer(path)}`);
  if (!validate) return [];
  /** @type {[unknown, ...(string | number)[]][]} */
  const values = (schema.examples ?? []).map((value, index) => [value, "examples", index]);
  if (schema.default !== undefined) values.push([schema.default, "default"]);
  return values
    .filter(([value]) => !validate(value))
    .map(([value, ...place]) => ({
      message: `${JSON.stringify(value)} in "${path.at(-1)}" breaks its own schema`,
      path: [...path, ...place],
    }));
}

/** @param {object} document */
function validatorOf(document) {
  let validator = validators.get(document);
  if (!validator) {
    // The document is no schema itself, so it is added unchecked; formats of the contract's own are tested elsewhere.
    validator = new Ajv2020({ strict: false, logger: false }).addSchema(document, "contract", undefined, false);
    addFormats.default(validator);
    validators.set(document, validator);
  }
  return validator;
}

/** @param {readonly (string | number)[]} path */
function toPointer(path) {
  const steps = path.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"));
  return steps.map((step) => `/${encodeURIComponent(step)}`).join("");
}
