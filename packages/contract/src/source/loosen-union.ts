// `oneOf` of forms that no value can distinguish, as documents often have it.
import { isTree, type Tree } from "../pointer.ts";

/** Finds the schema behind a reference; any other is its own. */
export type FindSchema = (schema: unknown) => Tree;

/**
 * Makes a `oneOf` an `anyOf` if each value of one of its forms fits another too: then `oneOf` would refuse all values of that
 * form. A discriminator chooses the form already.
 *
 * @returns whether it is an `anyOf` now
 */
export function loosenUnion(schema: Tree, find: FindSchema): boolean {
  const { oneOf, anyOf, discriminator } = schema;
  if (!Array.isArray(oneOf) || anyOf !== undefined || discriminator !== undefined) return false;
  const forms = oneOf.map((form) => readObjectFields(form, find));
  const isWithin = forms.some((form, index) =>
    forms.some((other, at) => at !== index && form && other && fitsToo(form, other)),
  );
  if (!isWithin) return false;
  delete schema.oneOf;
  schema.anyOf = oneOf;
  return true;
}

interface ObjectFields {
  required: Set<string>;
  properties: Map<string, unknown>;
  isClosed: boolean;
}

/** Parts within each other that are read: one may hold itself. */
export const maxPartDepth = 8;

/** The fields of an object with those of its `allOf`; undefined for other schemas. */
function readObjectFields(given: unknown, find: FindSchema, depth = 0): ObjectFields | undefined {
  const schema = find(given);
  const { type, allOf, oneOf, anyOf, required, properties, additionalProperties } = schema;
  const hasFields = isTree(properties) || Array.isArray(required) || Array.isArray(allOf);
  const isUnion = oneOf !== undefined || anyOf !== undefined;
  if (depth > maxPartDepth || isUnion || !hasFields) return undefined;
  if (type !== undefined && type !== "object") return undefined;
  const parts = (Array.isArray(allOf) ? allOf : []).map((part) =>
    readObjectFields(part, find, depth + 1),
  );
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const own = Array.isArray(required) ? required.map(String) : [];
  return {
    required: new Set([...known.flatMap((part) => [...part.required]), ...own]),
    properties: new Map([
      ...known.flatMap((part) => [...part.properties]),
      ...Object.entries(isTree(properties) ? properties : {}),
    ]),
    isClosed: additionalProperties === false || known.some((part) => part.isClosed),
  };
}

/** Whether each value of a form, with the fields that it names, fits another form. */
function fitsToo(form: ObjectFields, other: ObjectFields): boolean {
  return (
    [...other.required].every((name) => form.required.has(name)) &&
    [...form.properties].every(([name, schema]) =>
      other.properties.has(name)
        ? printConstraints(schema) === printConstraints(other.properties.get(name))
        : !other.isClosed,
    )
  );
}

/** A schema without its annotations, to compare it. */
function printConstraints(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    /^(title|description|examples?|deprecated|x-.*)$/.test(key) ? undefined : value,
  );
}
