import { expect, test } from "vitest";
import { findBadText } from "./find-bad-text.ts";

test("every text is named that holds U+0000 or half a pair, and the object whose name does", () => {
  const value = {
    fine: ["é", "🙂", "", 7, null, true],
    list: ["a\0", { deep: "\ud83d" }],
    "bad\udc00name": "x\0",
    inner: { "\0": 1, also: "\0" },
  };
  expect(findBadText(value)).toEqual(["list.0", "list.1.deep", "", "inner", "inner.also"]);
  expect(findBadText("\0")).toEqual([""]);
  expect(findBadText(undefined)).toEqual([]);
});

test("a hundred are named at the most", () => {
  expect(findBadText(Array(100).fill("\0"))).toHaveLength(100);
  expect(findBadText(Array(250).fill("\0"))).toHaveLength(100);
});

test("an object is named once, however many of its names are none", () => {
  const names = Array.from({ length: 1_000 }, (_, index) => [`\0${index}`, 1]);
  expect(findBadText({ inner: Object.fromEntries(names), also: "\0" })).toEqual(["inner", "also"]);
});

test("what is nested too deep for the stack is no failure, and what is not a matter of depth is", () => {
  let deep: unknown = "\0";
  for (let level = 0; level < 200_000; level++) deep = [deep];
  expect(findBadText(["\0", deep])).toEqual(["0"]);
  const trap = {
    get text(): string {
      throw new TypeError("no");
    },
  };
  expect(() => findBadText(trap)).toThrow(TypeError);
});
