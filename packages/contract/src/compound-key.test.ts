import { expect, test } from "vitest";
import { compoundKey } from "./compound-key.ts";

const parts = ["", "a", "a b", "b", "a\nb", '"', '","', "\\", "null", 1, "1", null] as const;
const lists = parts.flatMap((one) => [[one], ...parts.map((other) => [one, other])]);

test("lists of parts that differ have keys that differ", () => {
  const keys = lists.map((list) => compoundKey(...list));
  expect(new Set(keys).size).toBe(lists.length);
});

test("equal lists have one key, and an absent part is one", () => {
  for (const list of lists)
    expect(compoundKey(...list)).toBe(compoundKey(...structuredClone(list)));
  expect(compoundKey("a", undefined)).toBe(compoundKey("a", null));
  expect(compoundKey("a", undefined)).not.toBe(compoundKey("a"));
});
