// Ways to write the same contract in other words.
import { isTree, type Tree } from "../../packages/review/src/place.ts";
import { shuffleKeys } from "../generator/support/shuffle.ts";
import { follow } from "../generator/support/walk.ts";
import { makeRandom } from "../sandbox/support/random.ts";

/** Rewrites a schema; the same meaning comes back. */
type SchemaRewrite = (schema: Tree, context: Rewriting) => unknown;

interface Rewriting {
  document: Tree;
  random: () => number;
  /** Puts a schema among the components and returns a reference to it. */
  extract(schema: Tree): Tree;
}

/** What may not be moved, because it means something where it stands. */
const fixed = (schema: Tree): boolean => "x-lifecycle" in schema || "x-error" in schema;

const schemaRewrites: SchemaRewrite[] = [
  // A reference becomes what it refers to.
  (schema, { document }) => {
    if (typeof schema.$ref !== "string") return schema;
    const target = follow(document, decodeURIComponent(schema.$ref.slice(1)));
    const { $ref: _, ...own } = schema;
    return isTree(target) && !fixed(target) ? { ...structuredClone(target), ...own } : schema;
  },
  (schema, { extract }) => (fixed(schema) || "$ref" in schema ? schema : extract(schema)),
  (schema) => ({ allOf: [schema] }),
  (schema) => ({ anyOf: [schema] }),
  (schema) => (typeof schema.type === "string" ? { ...schema, type: [schema.type] } : schema),
  (schema) =>
    "description" in schema
      ? { ...schema, description: "In other words." }
      : { ...schema, title: "A title." },
  (schema) =>
    Array.isArray(schema.required)
      ? { ...schema, required: [...schema.required].reverse() }
      : schema,
  (schema) =>
    Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum].reverse() } : schema,
  (schema) => {
    const { enum: values, ...rest } = schema;
    return Array.isArray(values) && values.length === 1 ? { ...rest, const: values[0] } : schema;
  },
  (schema) =>
    Array.isArray(schema.anyOf) ? { ...schema, anyOf: [...schema.anyOf].reverse() } : schema,
  (schema) => {
    const { minimum, ...rest } = schema;
    return schema.type === "integer" && typeof minimum === "number"
      ? { ...rest, exclusiveMinimum: minimum - 1 }
      : schema;
  },
  (schema) => {
    const { maximum, ...rest } = schema;
    return typeof maximum === "number" ? { allOf: [rest, { maximum }] } : schema;
  },
  (schema) =>
    schema.type === "object" && !("additionalProperties" in schema)
      ? { ...schema, additionalProperties: true }
      : schema,
  (schema) =>
    schema.type === "string" && !("minLength" in schema) ? { ...schema, minLength: 0 } : schema,
];

/**
 * The same contract in other words: references followed and made, compositions wrapped, lists and keys in another
 * order, other descriptions.
 *
 * @param seed the same seed rewrites the same way
 */
export function rewrite(original: Tree, seed: number): Tree {
  const random = makeRandom(seed);
  const document = structuredClone(original);
  const added: Tree = {};
  const context: Rewriting = {
    document: original,
    random,
    extract(schema) {
      const name = `Part${Object.keys(added).length}`;
      added[name] = schema;
      return { $ref: `#/components/schemas/${name}` };
    },
  };
  turnCallbacks(document, random);
  const visited = visit(document, [], context) as Tree;
  const components = isTree(visited.components) ? visited.components : {};
  visited.components = {
    ...components,
    schemas: { ...(isTree(components.schemas) ? components.schemas : {}), ...added },
  };
  return shareOut(visited, random);
}

/** Keys under which examples, defaults and statements of the contract's own stand: they are left as they are. */
const isData = (key: string): boolean =>
  key.startsWith("x-") || ["example", "examples", "default", "securitySchemes"].includes(key);

function visit(value: unknown, path: string[], context: Rewriting): unknown {
  if (Array.isArray(value))
    return value.map((entry, index) => visit(entry, [...path, String(index)], context));
  if (!isTree(value)) return value;
  const inner = Object.entries(value).map(([key, entry]): [string, unknown] => {
    if (isData(key)) return [key, entry];
    if (path.join("/") === "components/schemas" && isTree(entry))
      return [key, visitSchema(entry, context, false)];
    if (key === "schema" && isTree(entry)) return [key, visitSchema(entry, context, true)];
    return [key, visit(entry, [...path, key], context)];
  });
  return shuffleKeys(Object.fromEntries(inner), context.random);
}

function visitSchema(schema: Tree, context: Rewriting, whole: boolean): unknown {
  const inner = Object.entries(schema).map(([key, entry]): [string, unknown] => {
    if (key === "properties" && isTree(entry)) {
      const fields = Object.entries(entry).map(([name, field]) => [
        name,
        isTree(field) ? visitSchema(field, context, true) : field,
      ]);
      return [key, shuffleKeys(Object.fromEntries(fields) as Tree, context.random)];
    }
    if (key === "items" && isTree(entry)) return [key, visitSchema(entry, context, true)];
    if (["anyOf", "oneOf", "allOf"].includes(key) && Array.isArray(entry))
      return [key, entry.map((part) => (isTree(part) ? visitSchema(part, context, true) : part))];
    return [key, entry];
  });
  let found: unknown = shuffleKeys(Object.fromEntries(inner), context.random);
  const count = whole ? Math.floor(context.random() * 3) : 0;
  for (let round = 0; round < count; round += 1) {
    const rewriting = schemaRewrites[Math.floor(context.random() * schemaRewrites.length)];
    if (rewriting && isTree(found)) found = rewriting(found, context);
  }
  return found;
}

/** Parameters and headers go to the components; lists whose order says nothing are reversed. */
function shareOut(document: Tree, random: () => number): Tree {
  const components = document.components as Tree;
  const parameters: Tree = isTree(components.parameters) ? components.parameters : {};
  for (const items of [document.paths, document.webhooks]) {
    for (const item of Object.values(isTree(items) ? items : {})) {
      for (const operation of Object.values(isTree(item) ? item : {})) {
        if (!isTree(operation) || !Array.isArray(operation.parameters)) continue;
        operation.parameters = [...operation.parameters].reverse().map((parameter: unknown) => {
          if (!isTree(parameter) || "$ref" in parameter || random() < 0.5) return parameter;
          const name = `Parameter${Object.keys(parameters).length}`;
          parameters[name] = parameter;
          return { $ref: `#/components/parameters/${name}` };
        });
      }
    }
  }
  components.parameters = parameters;
  for (const key of ["x-error-catalogue", "servers", "tags"]) {
    const list = document[key];
    if (Array.isArray(list)) document[key] = [...list].reverse();
  }
  for (const part of ["info", "paths", "webhooks", "tags", "servers"]) reword(document[part]);
  for (const [kind, entries] of Object.entries(components)) if (kind !== "schemas") reword(entries);
  return document;
}

/** Other words wherever a document explains itself to people. */
function reword(value: unknown): void {
  if (Array.isArray(value)) for (const entry of value) reword(entry);
  else if (isTree(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if ((key === "description" || key === "summary") && typeof entry === "string")
        value[key] = `Said otherwise: ${entry}`;
      // The fields of a schema may be called so too.
      else if (!isData(key) && key !== "schema") reword(entry);
    }
  }
}

/** Callbacks that are written out refer to the notification of their name, and the other way round. */
function turnCallbacks(document: Tree, random: () => number): void {
  const webhooks = isTree(document.webhooks) ? document.webhooks : {};
  for (const item of Object.values(isTree(document.paths) ? document.paths : {})) {
    for (const operation of Object.values(isTree(item) ? item : {})) {
      const callbacks = isTree(operation) && isTree(operation.callbacks) ? operation.callbacks : {};
      for (const [name, callback] of Object.entries(callbacks)) {
        if (!isTree(callback) || !isTree(webhooks[name]) || random() < 0.5) continue;
        const isReference = (target: unknown): boolean => isTree(target) && "$ref" in target;
        for (const [url, target] of Object.entries(callback)) {
          const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1");
          callback[url] = isReference(target)
            ? structuredClone(webhooks[name])
            : { $ref: `#/webhooks/${pointer}` };
        }
      }
    }
  }
}
