// Documents as trees that the cases change, by JSON pointers.
import { follow } from "../generator/support/walk.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Tree = { [key: string]: Json };

/** A copy that can be changed. */
export function copy<T>(value: T): T {
  return structuredClone(value);
}

/** Schema of an error's body whose code is one of a list. */
export const errorBody = (codes: string[]): Tree => ({
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code"],
      properties: { code: { type: "string", enum: codes }, message: { type: "string" } },
    },
  },
});

/** What a pointer leads to. */
export function at(document: Tree, pointer: string): Tree {
  const found = follow(document, pointer);
  if (found === null || typeof found !== "object")
    throw new Error(`There is nothing at ${pointer}.`);
  // A list is changed by its indices, like an object by its keys.
  return found as Tree;
}

/** Sets what is at a pointer, or removes it where the value is undefined. */
export function set(document: Tree, pointer: string, value: Json | undefined): void {
  const end = pointer.lastIndexOf("/");
  const holder = at(document, pointer.slice(0, end));
  const key = pointer
    .slice(end + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  if (value !== undefined) holder[key] = value;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}
