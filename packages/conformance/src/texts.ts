import type { Json } from "./contract.ts";

/** Every text inside a value, however deep. */
export function textsWithin(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsWithin);
}
