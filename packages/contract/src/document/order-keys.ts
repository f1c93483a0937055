import { type Document, methods } from "../openapi.ts";
import { type Shape, shapeUnder } from "../shape.ts";

const root = ["openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components"];
const operation = [
  "operationId",
  "summary",
  "description",
  "tags",
  "x-basis",
  "security",
  "parameters",
  "requestBody",
  "responses",
  "callbacks",
];
const holder = ["name", "in", "summary", "description", "required", "headers", "schema", "example"];
const schema = ["$ref", "description", "type", "format", "required", "properties"];

/**
 * Puts the document into an order that depends on nothing but its content: paths and components by name, known keys as
 * a reader expects them and extensions last. Notifications, properties, responses and examples keep the order of the spec,
 * which says something.
 */
export function orderKeys(document: Document): Document {
  const { paths, webhooks, components, ...rest } = document;
  const ordered = {
    ...rest,
    paths: mapValues(byName(paths), orderPathItem),
    ...(webhooks && { webhooks: mapValues(webhooks, orderPathItem) }),
    ...(components && {
      components: mapValues(byName(components), (part) => orderParts(byName(part as Tree), "names")),
    }),
  };
  return pick(ordered as unknown as Tree, root) as unknown as Document;
}

type Tree = Record<string, unknown>;

function orderPathItem(item: unknown): Tree {
  const operations = mapValues(item as Tree, (entry) => {
    const { responses, callbacks, ...rest } = entry as Tree;
    if (Array.isArray(rest.parameters) && rest.parameters.length === 0) delete rest.parameters;
    const ordered = { ...(orderParts(rest, "words") as Tree), responses: orderParts(responses, "names") };
    if (!callbacks) return pick(ordered, operation);
    const items = mapValues(callbacks, (callback) => mapValues(callback as Tree, orderPathItem));
    return pick({ ...ordered, callbacks: items }, operation);
  });
  return pick(operations, methods);
}

/** Orders parameters, headers, media types and schemas, however deep; data and extensions stay as they are. */
function orderParts(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((entry) => orderParts(entry, shape));
  if (value === null || typeof value !== "object" || shape === "data" || shape === "extension") return value;
  const tree = mapValues(value, (entry, key) => orderParts(entry, shapeUnder(shape, key, entry)));
  if (shape === "names") return tree;
  if ("schema" in tree || "content" in tree) return pick(tree, holder);
  return schema.some((key) => key in tree) || "anyOf" in tree ? pick(tree, schema) : tree;
}

/** The given keys first and in their order, then the others as they are, extensions last and by name. */
function pick(tree: Tree, first: readonly string[]): Tree {
  const others = Object.keys(tree).filter((key) => !first.includes(key));
  const extensions = others.filter((key) => key.startsWith("x-")).sort();
  const keys = [...first.filter((key) => key in tree), ...others.filter((key) => !key.startsWith("x-")), ...extensions];
  return Object.fromEntries(keys.map((key) => [key, tree[key]]));
}

function byName(tree: object): Tree {
  return Object.fromEntries(Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function mapValues(tree: object, map: (value: unknown, key: string) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, map(value, key)]));
}
