import { type Document, methods } from "../openapi.ts";
import { kindUnder, type PartKind } from "../parts.ts";

/** Known keys as a reader expects them; others follow as they are, and extensions by name. */
const keyOrder: readonly string[] = [
  ...(
    "openapi info servers title version contact license url $ref name in operationId summary description tags " +
    "security parameters requestBody responses callbacks type format required headers schema example properties " +
    "paths webhooks components"
  ).split(" "),
  ...methods,
];

/**
 * Puts the document into an order that depends on nothing but its content: paths and components by name, known keys as
 * a reader expects them and extensions last. Notifications, properties, responses and examples keep the order of the spec,
 * which says something.
 */
export function orderKeys(document: Document): Document {
  const { paths, components = {} } = document;
  const sorted = Object.entries(byName(components)).map(([kind, parts]) => [kind, byName(parts)]);
  const whole = {
    ...document,
    paths: byName(paths),
    ...(document.components && { components: Object.fromEntries(sorted) }),
  };
  return orderParts(whole, "words") as Document;
}

/** A copy of a part of the document whose keys have the usual order; data and extensions stay as they are. */
function orderParts(value: unknown, kind: PartKind): unknown {
  if (Array.isArray(value)) return value.map((entry) => orderParts(entry, kind));
  if (value === null || typeof value !== "object") return value;
  if (kind === "data" || kind === "extension") return value;
  const entries = Object.entries(value)
    .filter(([key, entry]) => !(key === "parameters" && Array.isArray(entry) && entry.length === 0))
    .map(([key, entry]) => [key, orderParts(entry, kindUnder(kind, key, entry))] as const);
  return Object.fromEntries(
    kind === "names" ? entries : entries.sort(([a], [b]) => rank(a) - rank(b) || compareKeys(a, b)),
  );
}

function rank(key: string): number {
  if (key.startsWith("x-")) return 2 * keyOrder.length;
  const place = keyOrder.indexOf(key);
  return place < 0 ? keyOrder.length : place;
}

function compareKeys(first: string, second: string): number {
  if (!first.startsWith("x-")) return 0;
  return first < second ? -1 : 1;
}

function byName<Part extends object>(parts: Part): Part {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))) as Part;
}
