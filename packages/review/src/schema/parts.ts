// A schema as a list of parts that all have to hold, whatever references and compositions it was written with.
import { schemaName } from "@packages/contract/src/pointer.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { isTree, type Place, type Source, step, type Tree, treeAt } from "../place.ts";

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** A schema object that stands on its own, with its place and, if a reference led to it, its component's name. */
export interface SchemaNode {
  schema: Tree;
  at: string;
  name?: string;
  /** Whether it is one of several alternatives, and not what they have in common. */
  choice?: boolean;
}

/** Alternatives beyond which a schema is no longer multiplied out. */
const maxAlternatives = 200;

export function schemaNode(value: unknown, at: string): SchemaNode {
  if (value !== undefined && typeof value !== "boolean" && !isTree(value))
    throw new SpecError(`${at} has to be a schema: an object, \`true\` or \`false\`.`);
  if (isTree(value)) return { schema: value, at };
  // `true` allows everything, `false` nothing.
  return { schema: value === false ? { not: {} } : {}, at };
}

/** The parts of a list under a keyword. */
function listed({ schema, at }: SchemaNode, keyword: string): SchemaNode[] {
  const list = schema[keyword];
  return Array.isArray(list)
    ? list.map((entry, index) => schemaNode(entry, step(step(at, keyword), index)))
    : [];
}

/** The part itself, and what its reference and its `allOf` add; a schema within itself adds nothing new. */
export function* conjuncts(
  source: Source,
  part: SchemaNode,
  seen: readonly string[] = [],
): Generator<SchemaNode> {
  if (seen.includes(part.at)) return;
  const inside = [...seen, part.at];
  const { $ref, allOf: _, ...own } = part.schema;
  if (typeof $ref === "string" && source.hasBareReferences) {
    yield { ...part, schema: {} };
    return yield* conjuncts(source, target(source, part, $ref), inside);
  }
  for (const keyword of ["anyOf", "oneOf"])
    if (listed(part, keyword).length === 1) delete own[keyword];
  yield { ...part, schema: own };
  if (typeof $ref === "string") yield* conjuncts(source, target(source, part, $ref), inside);
  for (const entry of listed(part, "allOf")) yield* conjuncts(source, entry, inside);
  // One alternative is none.
  for (const keyword of ["anyOf", "oneOf"]) {
    const [only, ...others] = listed(part, keyword);
    if (only && others.length === 0) yield* conjuncts(source, only, inside);
  }
}

function target(source: Source, part: SchemaNode, reference: string): SchemaNode {
  const found: Place = source.find(reference, part.at);
  const name = schemaName(`#${found.at}`);
  return { schema: found.value, at: found.at, ...(name !== undefined && { name }) };
}

/** The components that extend a schema with a discriminator which lists no forms: each of them is one. */
export function childrenOf(source: Source, { schema, at }: SchemaNode): SchemaNode[] {
  if (!isTree(schema.discriminator) || "oneOf" in schema || "anyOf" in schema) return [];
  const known = extensions.get(source) ?? readExtensions(source);
  extensions.set(source, known);
  return known.get(at) ?? [];
}

const extensions = new WeakMap<Source, Map<string, SchemaNode[]>>();

function readExtensions(source: Source): Map<string, SchemaNode[]> {
  const found = new Map<string, SchemaNode[]>();
  for (const [name, schema] of Object.entries(
    treeAt(treeAt(source.root, "components"), "schemas") ?? {},
  )) {
    const child = { ...schemaNode(schema, ["components", "schemas", name].reduce(step, "")), name };
    if (!("allOf" in child.schema)) continue;
    for (const { at } of conjuncts(source, child))
      if (at !== child.at) found.set(at, [...(found.get(at) ?? []), child]);
  }
  return found;
}

/**
 * The alternatives of a schema: each a list of parts without references and compositions that all have to hold. A
 * schema with more alternatives than anybody can compare stays as it is written.
 */
export function alternatives(
  source: Source,
  parts: readonly SchemaNode[],
  seen: readonly string[] = [],
): SchemaNode[][] {
  let found: SchemaNode[][] = [[]];
  const repeated = new Set<string>();
  for (const part of parts) {
    const all = [...conjuncts(source, part)];
    for (const conjunct of all) {
      // A schema that is an alternative of itself has no more alternatives for it.
      if (seen.includes(conjunct.at)) continue;
      const { anyOf, oneOf, ...own } = conjunct.schema;
      found = found.map((alternative) => [...alternative, { ...conjunct, schema: own }]);
      const children = childrenOf(source, conjunct);
      // A part that is reached from one of its forms is that form.
      const isForm = children.some(
        ({ at }) => all.some((other) => other.at === at) || seen.includes(at),
      );
      const forms = isForm ? [] : children;
      for (const keyword of ["anyOf", "oneOf", "forms"]) {
        const choices = keyword === "forms" ? forms : listed(conjunct, keyword);
        // Alternatives that are listed once more, as by a part that is repeated, are the same.
        const list = JSON.stringify(choices.map(({ schema }) => schema));
        if (choices.length === 0 || repeated.has(list)) continue;
        repeated.add(list);
        const options = choices.flatMap((choice) =>
          alternatives(source, [choice], [...seen, conjunct.at]).map((parts) => {
            const chosen = parts.find(({ name }) => name !== undefined) ?? parts[0];
            return parts.map((part) => (part === chosen ? { ...part, choice: true } : part));
          }),
        );
        if (found.length * options.length > maxAlternatives) {
          found = found.map((alternative) => [
            ...alternative,
            {
              at: conjunct.at,
              schema: {
                [`(${keyword})`]: choices.map(({ schema, at }) =>
                  children.length > 0 ? { $ref: `#${at}` } : schema,
                ),
              },
            },
          ]);
        } else if (options.length > 0) {
          found = found.flatMap((alternative) =>
            options.map((option) => [...alternative, ...option]),
          );
        }
      }
    }
  }
  return found;
}

/** The value of a keyword in the schema itself, else in its references; undefined if none has it. */
export function findKeyword(
  source: Source,
  parts: readonly SchemaNode[],
  keyword: string,
): KeywordValue | undefined {
  for (const part of parts) {
    for (const conjunct of conjuncts(source, part)) {
      if (keyword in conjunct.schema) {
        return { value: conjunct.schema[keyword], at: step(conjunct.at, keyword) };
      }
    }
  }
  return undefined;
}

/** The value of a keyword, and the place of the keyword. */
export interface KeywordValue<Value = unknown> {
  value: Value;
  at: string;
}

/** The value of a keyword in each of the parts itself. */
export function keywordsIn(parts: SchemaNode[], keyword: string): KeywordValue[] {
  return parts.flatMap(({ schema, at }) =>
    schema[keyword] === undefined
      ? []
      : [{ value: schema[keyword], at: step(at, keyword.replace(/^\((.*)\)$/, "$1")) }],
  );
}

/** The value of a keyword in the first of the parts that has it. */
export function firstKeyword(
  parts: readonly SchemaNode[],
  keyword: string,
): KeywordValue | undefined {
  const part = parts.find(({ schema }) => keyword in schema);
  return part && { value: part.schema[keyword], at: step(part.at, keyword) };
}
