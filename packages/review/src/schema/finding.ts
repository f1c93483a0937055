// One difference between two schemas, before anybody asked whom it breaks.
import type { Statement } from "./parts.ts";

/**
 * What it does to the values that are allowed: `narrower` takes some away, `wider` lets more in, `other` does both or
 * cannot be told.
 */
export type Effect = "narrower" | "wider" | "other" | "note";

export interface Finding {
  kind: string;
  effect: Effect;
  /** Field within the compared schema: `customer.email`, `items[].title`; empty for the schema itself. */
  path: string;
  /** Keyword, value or name that it is about. */
  name?: string;
  before?: string;
  after?: string;
  /** Place in the base's document, and in the head's. */
  baseAt?: string;
  headAt?: string;
}

/** What two sides say of one thing. */
export interface Sides<Value = unknown> {
  base?: Statement<Value> | undefined;
  head?: Statement<Value> | undefined;
}

/** A value as a reader would write it. */
export function show(value: unknown): string {
  if (value === undefined) return "(nothing)";
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  return shown.length > 160 ? `${shown.slice(0, 157)}…` : shown;
}

/** The same finding one level further out. */
export function under(prefix: string, finding: Finding): Finding {
  const joint = finding.path === "" || finding.path.startsWith("[") || prefix === "" ? "" : ".";
  return { ...finding, path: `${prefix}${joint}${finding.path}` };
}
