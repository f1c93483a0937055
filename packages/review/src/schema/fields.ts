// The fields of an object: those that are declared, those that others demand, and those that no schema names.
import {
  type Form,
  fieldsOf,
  partPointers,
  type Shape,
} from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source, step } from "../place.ts";
import type { ValueLimits } from "./limits.ts";
import {
  firstKeyword,
  type KeywordValue,
  keywordsIn,
  type SchemaNode,
  schemaNode,
  shapesFor,
} from "./schema-shapes.ts";
import { isEverything } from "./types.ts";

/** The view of a schema: a read-only property does not belong to a request, a write-only one not to a response. */
export type View = "writes" | "reads";

export interface Property {
  /** A field that is only required has no statements. */
  shape: Shape | undefined;
  required: boolean;
  at: string;
  /** Place of the entry in a list of required fields, if it is required. */
  demandAt?: string;
}

/** The declared and required fields, by name. */
export type Properties = Map<string, Property>;

/** The rule for fields of any other name. */
export interface Additional {
  kind: "open" | "closed" | "typed";
  at: string;
  shape?: Shape;
}

export function readFields(
  source: Source,
  shape: Form,
  parts: SchemaNode[],
  view: View,
): Properties {
  const shapes = shapesFor(source);
  const hidden = view === "writes" ? "readOnly" : "writeOnly";
  const found: Properties = new Map();
  for (const [name, field] of Object.entries(fieldsOf(shape))) {
    const [own] = partPointers(field.shape);
    const demandAt = findDemand(parts, name);
    const at = own ?? demandAt ?? "";
    const isHidden = firstKeyword(shapes.nodesOf(field.shape), hidden)?.value === true;
    const known = own === undefined ? undefined : field.shape;
    if (!isHidden)
      found.set(name, {
        shape: known,
        required: field.required,
        at,
        ...(demandAt !== undefined && { demandAt }),
      });
  }
  return found;
}

function findDemand(parts: SchemaNode[], name: string): string | undefined {
  for (const { schema, at } of parts) {
    const index = Array.isArray(schema.required) ? schema.required.indexOf(name) : -1;
    if (index >= 0) return step(step(at, "required"), index);
  }
  return undefined;
}

/** Patterns that every name fits. */
const ofEveryName = ["", ".*", "^.*", ".*$", "^.*$"].map((name) => `patternProperties ${name}`);

/** @param rules lose the pattern of every name, if no declared field has it besides its own schema */
export function readAdditional(
  source: Source,
  parts: SchemaNode[],
  rules: Map<string, KeywordValue[]>,
): Additional {
  const written = ["additionalProperties", "unevaluatedProperties"].flatMap((keyword) =>
    keywordsIn(parts, keyword),
  );
  const [pattern, ...others] = [...rules.keys()].filter((rule) =>
    rule.startsWith("patternProperties"),
  );
  const isMap =
    pattern !== undefined &&
    others.length + written.length === 0 &&
    ofEveryName.includes(pattern) &&
    !parts.some(({ schema }) => "properties" in schema);
  const said = isMap ? (rules.get(pattern) ?? []) : written;
  if (isMap) rules.delete(pattern);
  const closed = said.find(
    ({ value }) => value === false || (isTree(value) && isEverything(value.not)),
  );
  if (closed) return { kind: "closed", at: closed.at };
  const typed = said.filter(({ value }) => isTree(value) && Object.keys(value).length > 0);
  const [first] = typed;
  if (!first) return { kind: "open", at: said.at(-1)?.at ?? parts[0]?.at ?? "" };
  const shapes = shapesFor(source);
  const all = typed.map(({ value, at }) => shapes.shapeOf(schemaNode(value, at)));
  return { kind: "typed", at: first.at, shape: shapes.all(all) };
}

interface Demand {
  needed: string[];
  at: string;
}

/**
 * Properties that others demand, as `dependentRequired` or as a schema: those of a required field are required, too, and what is
 * required needs no demand.
 */
export function settleDemands(fields: Properties, rules: Map<string, KeywordValue[]>): void {
  const demands = takeDemands(rules);
  const required = [...fields].flatMap(([name, field]) => (field.required ? [name] : []));
  for (const name of required) {
    const { needed = [], at = "" } = demands.get(name) ?? {};
    demands.delete(name);
    for (const other of needed.filter((one) => !fields.get(one)?.required)) {
      fields.set(other, {
        shape: undefined,
        at,
        ...fields.get(other),
        required: true,
        demandAt: at,
      });
      required.push(other);
    }
  }
  for (const [name, { needed, at }] of demands) {
    const others = needed.filter((one) => !fields.get(one)?.required).sort();
    if (others.length > 0)
      rules.set(`dependentRequired ${name}`, [{ value: { required: others }, at }]);
  }
}

/** Takes the rules by which a field does nothing but demand others, by that field. */
function takeDemands(rules: Map<string, KeywordValue[]>): Map<string, Demand> {
  const found = new Map<string, Demand>();
  for (const [key, list] of [...rules]) {
    const [, name] = /^dependent(?:Required|Schemas) (.*)$/s.exec(key) ?? [];
    if (name === undefined || !list.every(({ value }) => isDemand(value))) continue;
    rules.delete(key);
    const more = list.flatMap(({ value }) => (isDemand(value) ? value.required.map(String) : []));
    const { needed = [], at = list[0]?.at ?? "" } = found.get(name) ?? {};
    found.set(name, { needed: [...new Set([...needed, ...more])], at });
  }
  return found;
}

function isDemand(schema: unknown): schema is { required: unknown[] } {
  return (
    isTree(schema) && Array.isArray(schema.required) && Object.keys(schema).join() === "required"
  );
}

/** Leaves out the fields that no value fits, where unlisted ones are refused; false if no object is left. */
export function leaveFieldsOut(
  source: Source,
  fields: Properties,
  parts: readonly SchemaNode[],
  { kind }: Additional,
  { bounds }: ValueLimits,
): boolean {
  const isClosed = kind === "closed" && !parts.some(({ schema }) => "patternProperties" in schema);
  for (const [name, { shape, required }] of [...fields]) {
    const nodes = shape ? shapesFor(source).nodesOf(shape) : [];
    if (!nodes.some(({ schema }) => isEverything(schema.not))) continue;
    if (required) return false;
    if (isClosed) fields.delete(name);
  }
  return !isClosed || fields.size >= (bounds.get("minProperties")?.value ?? 0);
}
