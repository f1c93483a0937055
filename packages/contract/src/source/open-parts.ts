// `additionalProperties: false` in a part of `allOf` that others add fields to: by JSON Schema, no value would fit.
import { isTree, type Tree } from "../pointer.ts";

/** Finds the schema behind a reference; any other is its own. */
type FindSchema = (schema: unknown) => Tree;

/** Parts within each other that are read: one may hold itself. */
const maxPartDepth = 8;

/**
 * Opens the parts of a schema if one of them refuses a field that another one requires. Parts that are opened stand in place of
 * their references, because the schema behind one stays closed by itself.
 *
 * @returns the schema as it was if its parts go together
 */
export function openParts(schema: Tree, find: FindSchema): Tree {
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = listParts(schema, find);
  const required = new Set(parts.flatMap((part) => listed(part.required)));
  const isRefusing = (part: Tree): boolean => [...required].some((name) => !hasField(part, name));
  return parts.some((part) => isClosed(part) && isRefusing(part)) ? open(schema, find) : schema;
}

function open(schema: Tree, find: FindSchema, depth = 0): Tree {
  if (depth > maxPartDepth || !listParts(schema, find).some(isClosed)) return schema;
  const { additionalProperties, ...others } = find(schema);
  const rest = additionalProperties === false ? others : find(schema);
  return {
    ...rest,
    ...(Array.isArray(rest.allOf) && {
      allOf: rest.allOf.map((part: Tree) => open(part, find, depth + 1)),
    }),
  };
}

/** A schema and the parts of its `allOf`, with theirs. */
function listParts(given: unknown, find: FindSchema, depth = 0): Tree[] {
  const schema = find(given);
  if (depth > maxPartDepth) return [schema];
  return [schema, ...listed(schema.allOf).flatMap((part) => listParts(part, find, depth + 1))];
}

function isClosed({ additionalProperties, patternProperties }: Tree): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function hasField({ properties }: Tree, name: unknown): boolean {
  return isTree(properties) && Object.hasOwn(properties, String(name));
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
