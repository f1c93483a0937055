// One difference between two schemas, before writers and readers are known.
import { jsonOf } from "../place.ts";
import type { KeywordValue } from "./schema-shapes.ts";

export interface SchemaDifference {
  /** Name of the rule. */
  kind: string;
  /** Field within the compared schema: `customer.email`, `items[].title`; absent for the schema itself. */
  path?: string | undefined;
  /** Keyword, value or name that it is about. */
  name?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  /** Place in the base's document, and in the head's. */
  baseAt?: string | undefined;
  headAt?: string | undefined;
}

export type At = Pick<SchemaDifference, "baseAt" | "headAt">;

/** The statements of two sides about one thing. */
export interface Sides<Value = unknown> {
  base: KeywordValue<Value> | undefined;
  head: KeywordValue<Value> | undefined;
}

/** The outcome for something that a side may not have. */
export function outcomeBetween(base: unknown, head: unknown): "added" | "removed" | "changed" {
  if (base === undefined) return "added";
  return head === undefined ? "removed" : "changed";
}

/** A difference that shows the value of both sides. */
export function keywordDifference(
  kind: string,
  { base, head }: Sides,
  name?: string,
): SchemaDifference {
  const shown = (side: KeywordValue | undefined): string =>
    side === undefined ? "none" : showValue(side.value);
  return {
    kind,
    name,
    before: shown(base),
    after: shown(head),
    baseAt: base?.at,
    headAt: head?.at,
  };
}

/** A value among others of any type: the string "null" is not null. */
export function showValue(value: unknown): string {
  return typeof value === "string" && looksLikeJson.test(value) ? jsonOf(value) : quoteValue(value);
}

const looksLikeJson = /^(null|true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/;

/** A value as a reader would write it. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return "(nothing)";
  if (typeof value === "bigint") return String(value);
  const shown = typeof value === "string" && value !== "" ? value : jsonOf(value);
  return shown.length > 160 ? `${shown.slice(0, 157)}…` : shown;
}

/** The same difference one level further out. */
export function under(prefix: string, difference: SchemaDifference): SchemaDifference {
  const { path } = difference;
  return {
    ...difference,
    path:
      path === undefined || path.startsWith("[") ? `${prefix}${path ?? ""}` : `${prefix}.${path}`,
  };
}
