import type { Json, JsonObject } from "./contract.ts";

/** The messages of rules that do not hold. */
export function brokenMessages(...rules: readonly [holds: boolean, message: string][]): string[] {
  return rules.flatMap(([holds, message]) => (holds ? [] : [message]));
}

/** Every value inside a value that holds no others, however deep. */
export function leavesWithin(value: Json): (string | number | boolean | null)[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesWithin)
    : [value];
}

/** A string parsed as JSON; undefined if it is invalid. */
export function tryParseJson(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}

/** The value at a path in another; undefined if absent. */
export function valueAtPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, step) => (inner as JsonObject | null | undefined)?.[step],
    value,
  );
}

/** Every object inside a value, itself too, however deep. */
export function objectsWithin(value: Json): JsonObject[] {
  if (typeof value !== "object" || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsWithin)];
}

/** Every string inside a value, however deep. */
export function stringsWithin(value: Json): string[] {
  return leavesWithin(value).filter((leaf) => typeof leaf === "string");
}

/** Whether a string can be stored and sent: U+0000 and lone surrogates cannot. */
export function isWellFormedString(string: string): boolean {
  return string.isWellFormed() && !string.includes("\0");
}
