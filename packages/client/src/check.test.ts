// The checks that a generated client is put together from: each bound one below, at and one above it.
import { expect, test } from "vitest";
import { anyInteger, type Check, inAnyCase, integer, number, oneOf, string } from "./check.ts";

const passes = (check: Check, value: unknown, received?: number): boolean =>
  check(value, received) === undefined;

test.for<[name: string, check: Check, right: unknown[], wrong: unknown[]]>([
  ["an integer from 2 to 4", integer(2, 4), [2, 3, 4], [1, 5, 2.5, "3", null, Number.NaN]],
  ["an integer of at least 0", integer(0), [0, Number.MAX_SAFE_INTEGER], [-1, 2 ** 53]],
  ["an integer of at most 0", integer(undefined, 0), [0, -1], [1]],
  ["any integer", anyInteger, [0, -0, -(2 ** 53) + 1], [2 ** 53, Number.POSITIVE_INFINITY, 0.1]],
  ["a number from -0.5 to 0.5", number(-0.5, 0.5), [-0.5, 0, 0.5], [-0.51, 0.51, Number.NaN]],
  [
    "a string of 2 to 3 characters",
    string(2, 3),
    ["ab", "abc", "😀😀", "😀😀😀"],
    ["a", "😀", "abcd"],
  ],
  ["a string of at most 0 characters", string(undefined, 0), [""], ["a"]],
  ["one character", string(undefined, undefined, "^.$"), ["a", "é", "😀"], ["", "ab", "\n"]],
  ["letters", string(undefined, undefined, "^\\p{L}+$"), ["a", "é", "𝒳"], ["1", ""]],
  [
    "a code point",
    string(undefined, undefined, "^[\\u{1F600}-\\u{1F64F}]$"),
    ["😀"],
    ["a", "\ud83d"],
  ],
  ["a part", string(undefined, undefined, "b"), ["abc", "b"], ["B", ""]],
  ["one of some values", oneOf(0, "", null), [0, "", null], [false, undefined, "0"]],
  ["a string in any case", inAnyCase("Pix"), ["pix", "PIX"], ["pi", "pixx"]],
])("%s", ([, check, right, wrong]) => {
  expect(right.filter((value) => !passes(check, value))).toEqual([]);
  expect(wrong.filter((value) => passes(check, value))).toEqual([]);
});

test("a string that is received holds more than spaces, where it has a least length", () => {
  expect([
    passes(string(1), " "),
    passes(string(1), " ", 200),
    passes(string(1), " a ", 200),
  ]).toEqual([true, false, true]);
  expect(passes(string(0), " ", 200)).toBe(true);
});

test.for([
  ["https://a.b", true],
  ["https://a.b:8443/c?d#e", true],
  ["http://localhost", true],
  ["http://localhost:1/a", true],
  ["http://127.0.0.1", true],
  ["http://127.255.255.255:80", true],
  ["http://[::1]:80/a", true],
  ["http://a.b", false],
  ["http://localhost.example", false],
  ["http://127.0.0.1.example", false],
  ["http://128.0.0.1", false],
  ["https://", false],
  ["https:///a", false],
  ["https://a b", false],
  ["https://a/b c", false],
  ["ftp://a.b", false],
  [" https://a.b", false],
] as const)("the URL %s is safe: %s", ([url, isSafe]) => {
  expect(passes(string(undefined, undefined, "https"), url)).toBe(isSafe);
});
