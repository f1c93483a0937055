// `additionalProperties: false` in a part of `allOf` that others add fields to: by JSON Schema, no value would fit.
import { isTree, type Tree } from "../pointer.ts";
import { type FindSchema, maxPartDepth } from "./loosen-union.ts";

/**
 * Opens the parts of a schema if one of them refuses a field that another one requires. Parts that are opened stand in place of
 * their references, because the schema behind one stays closed by itself.
 *
 * @returns the schema as it was if its parts go together
 */
export function openClosedParts(schema: Tree, find: FindSchema): Tree {
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = partsOfAll(schema, find);
  const required = new Set(parts.flatMap((part) => asItems(part.required)));
  const isRefusing = (part: Tree): boolean => [...required].some((name) => !declares(part, name));
  return parts.some((part) => refusesOthers(part) && isRefusing(part))
    ? withoutClosing(schema, find)
    : schema;
}

function withoutClosing(schema: Tree, find: FindSchema, depth = 0): Tree {
  if (depth > maxPartDepth || !partsOfAll(schema, find).some(refusesOthers)) return schema;
  const { additionalProperties, ...others } = find(schema);
  const rest = additionalProperties === false ? others : find(schema);
  return {
    ...rest,
    ...(Array.isArray(rest.allOf) && {
      allOf: rest.allOf.map((part: Tree) => withoutClosing(part, find, depth + 1)),
    }),
  };
}

/** A schema and the parts of its `allOf`, with theirs. */
function partsOfAll(given: unknown, find: FindSchema, depth = 0): Tree[] {
  const schema = find(given);
  if (depth > maxPartDepth) return [schema];
  return [schema, ...asItems(schema.allOf).flatMap((part) => partsOfAll(part, find, depth + 1))];
}

function refusesOthers({ additionalProperties, patternProperties }: Tree): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function declares({ properties }: Tree, name: unknown): boolean {
  return isTree(properties) && Object.hasOwn(properties, String(name));
}

function asItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
