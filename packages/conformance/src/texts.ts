import type { Json } from "./contract.ts";

/** Every value inside a value that holds no others, however deep. */
export function leavesWithin(value: Json): (string | number | boolean | null)[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesWithin) : [value];
}

/** Every text inside a value, however deep. */
export function textsWithin(value: Json): string[] {
  return leavesWithin(value).filter((leaf) => typeof leaf === "string");
}

/** Whether a text can be one: U+0000 and halves of surrogate pairs cannot. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
