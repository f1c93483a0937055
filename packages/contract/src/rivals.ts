// Operations of one method whose paths differ in the names of their parameters alone: a server distinguishes them by the values.
import { compoundKey } from "./compound-key.ts";

/** A path without the names in it. */
export function namelessPath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

/** Whether the schema of a parameter takes other than any string. */
export function isNarrow(schema: {
  type?: unknown;
  format?: unknown;
  enum?: unknown;
  pattern?: unknown;
}): boolean {
  const { type, format, enum: values, pattern } = schema;
  const isString = type === undefined || type === "string";
  return !isString || values !== undefined || pattern !== undefined || format === "uuid";
}

/** Operations, of which those with narrower parameters come first in each place: the first one that fits is meant. */
export function orderRivals<One extends { method: string; path: string }>(
  operations: readonly One[],
  countNarrow: (operation: One) => number,
): One[] {
  const places = new Map<string, One[]>();
  for (const operation of operations) {
    const place = compoundKey(operation.method, namelessPath(operation.path));
    const rivals = places.get(place);
    if (rivals) rivals.push(operation);
    else places.set(place, [operation]);
  }
  return [...places.values()].flatMap((rivals) =>
    rivals.length === 1 ? rivals : rivals.toSorted((a, b) => countNarrow(b) - countNarrow(a)),
  );
}
