import { SpecError } from "../../../contract/src/spec-error.ts";
import { isTree, step } from "../place.ts";

/** What the keywords of a schema have to be, where a comparison would take anything else for nothing. */
const shapes: Record<string, [words: string, is: (value: unknown) => boolean]> = {};
const shape = (words: string, is: (value: unknown) => boolean, keywords: string): void => {
  for (const keyword of keywords.split(" ")) shapes[keyword] = [words, is];
};
const isSchema = (value: unknown): boolean => isTree(value) || typeof value === "boolean";
shape(
  "a number",
  (value) => typeof value === "number",
  "minimum maximum multipleOf minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties",
);
shape("a list", Array.isArray, "required enum allOf anyOf oneOf prefixItems");
shape("a text", (value) => typeof value === "string", "$ref pattern format");
shape("an object", isTree, "properties patternProperties dependentSchemas discriminator");
const schemas =
  "items additionalProperties unevaluatedProperties unevaluatedItems not if then else contains propertyNames";
shape("a schema", isSchema, schemas);

/** Values that are no part of the document's structure. */
const isData = (key: string): boolean =>
  key.startsWith("x-") || ["example", "examples", "default", "enum", "const"].includes(key);

/**
 * Checks the keywords of all schemas of a document.
 *
 * @param within what the value is: a schema, a map of schemas, a list of them, or anything else
 * @throws {SpecError} at the first that is something else than it has to be
 */
export function checkShapes(value: unknown, name: string, at: string, within: boolean | "map"): void {
  if (within === true && !isSchema(value)) throw new SpecError(`${name}: ${at} has to be a schema.`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    const place = step(at, key);
    if (within === "map" || Array.isArray(value)) checkShapes(entry, name, place, within !== false);
    else if (within) {
      const [words, is] = shapes[key] ?? [];
      if (is && !is(entry)) throw new SpecError(`${name}: ${place} has to be ${words}.`);
      if (
        [
          "properties",
          "patternProperties",
          "dependentSchemas",
          "$defs",
          "allOf",
          "anyOf",
          "oneOf",
          "prefixItems",
        ].includes(key)
      )
        checkShapes(entry, name, place, "map");
      else if (schemas.split(" ").includes(key)) checkShapes(entry, name, place, true);
    } else if (!isData(key))
      checkShapes(
        entry,
        name,
        place,
        key === "schema" ? true : key === "schemas" && at === "/components" ? "map" : false,
      );
  }
}
