/**
 * The meaning of the keys of a part, which the keys alone do not show: `items` is a keyword of JSON Schema, or the name
 * of a field if a contract has such a field.
 *
 * - `words`: its keys are words of OpenAPI or JSON Schema
 * - `names`: its keys are names of the contract's own, each of a part
 * - `extension`: it stands under an `x-` field
 * - `data`: it is an example or a default
 */
export type PartKind = "words" | "names" | "extension" | "data";

const dataKeywords = ["default", "enum", "const", "example", "examples", "value"];
const namedMaps = [
  "callbacks",
  "content",
  "encoding",
  "headers",
  "parameters",
  "paths",
  "properties",
  "responses",
  "schemas",
  "securitySchemes",
  "variables",
  "webhooks",
  "$defs",
  "patternProperties",
];

/** The kind of the value under a key of a part. The entries of a list have the list's own kind. */
export function kindUnder(kind: PartKind, key: string, entry: unknown): PartKind {
  if (kind === "data" || kind === "extension") return kind;
  if (kind === "names") return "words";
  if (key.startsWith("x-")) return "extension";
  if (dataKeywords.includes(key)) return "data";
  return namedMaps.includes(key) && !Array.isArray(entry) ? "names" : "words";
}

/** A part of a document, the kind of its keys, and the steps that lead to it. */
export interface Part {
  part: Record<string, unknown>;
  kind: PartKind;
  steps: string[];
}

/**
 * A part and every part inside it, however deep; examples and defaults are data, and no parts.
 *
 * @param isListed chooses parts: a large document has hundreds of thousands
 */
export function listParts(
  whole: unknown,
  kindOfWhole: PartKind = "words",
  isListed: (one: Omit<Part, "steps">) => boolean = () => true,
): Part[] {
  const parts: Part[] = [];
  const steps: string[] = [];
  const add = (value: unknown, kind: PartKind): void => {
    if (value === null || typeof value !== "object" || kind === "data") return;
    const isList = Array.isArray(value);
    const one = { part: value as Record<string, unknown>, kind };
    if (!isList && isListed(one)) parts.push({ ...one, steps: [...steps] });
    for (const [key, entry] of Object.entries(value)) {
      steps.push(key);
      add(entry, isList ? kind : kindUnder(kind, key, entry));
      steps.pop();
    }
  };
  add(whole, kindOfWhole);
  return parts;
}
