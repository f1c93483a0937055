import { expect, test } from "vitest";
import { differences, firstDifference, getPrecision, isMasked, isSame } from "./meaning.ts";

const at = (fraction: string) => `2026-03-01T12:00:00${fraction}Z`;

test.for<[string[], number]>([
  [[at(""), at("")], 1_000],
  [[at(".1"), at(".123")], 100],
  [[at(".12"), at(".123")], 10],
  [[at(".123"), at(".123")], 1],
  [[at(".123456"), at(".123456")], 1],
])("the same moment as %j differs by less than %d ms", ([texts, expected]) => {
  expect(getPrecision(...texts)).toBe(expected);
});

test.for<[unknown, unknown, boolean]>([
  [at(""), at(".999"), true],
  [at(""), "2026-03-01T12:00:01Z", false],
  [at(""), "2026-03-01T09:00:00-03:00", true],
  [at(".5"), at(".599"), true],
  [at(".5"), at(".600"), false],
  ["https://a.example", "https://a.example/", true],
  ["https://a.example/b", "https://a.example/c", false],
  [["a", "b"], ["b", "a"], true],
  [["a", "a"], ["a", "b"], false],
  [["a"], ["a", "a"], false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [1, "1", false],
  [null, undefined, false],
  ["data:image/png;base64,AAAA", "AAAA", true],
  ["data:image/png;base64,AAAA", "AAAB", false],
])("%j and %j mean the same: %s", ([one, other, expected]) => {
  expect(isSame(one as never, other as never)).toBe(expected);
});

test("fields that one alone has are no difference of a record, but of a response", () => {
  expect(differences({ a: 1, b: { c: 2, d: 3 } }, { a: 2, b: { c: 5 }, e: 1 })).toEqual([
    "a is 2, not 1.",
    "b.c is 5, not 2.",
  ]);
  expect(firstDifference({ a: 1, b: { c: 2 } }, { a: 1, b: {} })).toBe("b.c is absent, and was 2");
  expect(firstDifference({ a: 1 }, { a: 1, b: 2 })).toBe("b is 2, and was absent");
  expect(firstDifference({ a: 1 }, { a: 1 })).toBeUndefined();
});

test("letters that look alike are escaped where two strings differ", () => {
  expect(differences({ a: "é" }, { a: "e\u0301" })).toEqual(['a is "e\\u0301", not "\\u00e9".']);
  expect(differences({ a: "a b" }, { a: "a\u00a0b" })).toEqual(['a is "a\\u00a0b", not "a b".']);
  const long = "x".repeat(200);
  const [message] = differences({ a: `${long}é${long}` }, { a: `${long}e\u0301${long}` });
  expect(message).toMatch(/^a is …x+e\\u0301x+…, not …x+\\u00e9x+….$/);
  expect(differences({ a: "é" }, { a: "e" })).toEqual(['a is "e", not "é".']);
});

test.for([0, 38, 39, 40, 78, 79, 80, 200])(
  "two texts that differ after %d characters are cut so that both show it",
  (same) => {
    const textOf = (end: string) => `${"x".repeat(same)}${end}${"y".repeat(200)}`;
    const [message = ""] = differences({ a: textOf("1") }, { a: textOf("2") });
    const [, shown = "", wanted = ""] = /^a is (.*), not (.*)\.$/.exec(message) ?? [];
    expect(shown).toContain("2");
    expect(wanted).toContain("1");
    expect([shown, wanted].map((one) => one.length <= 82)).toEqual([true, true]);
    // The sign of omission stands where something was left out.
    expect(shown.startsWith("…")).toBe(same + 1 > 40);
  },
);

test.for([
  ["52998224725", "***982247**", true],
  ["***.982.247-**", "52998224725", true],
  ["***.982.247-**", "52998224726", true],
  ["***.982.247-**", "52998124725", false],
  ["5299822472", "***982247**", false],
  ["52998224725", "5299822472*", false],
  ["52998224725", "52998224725", false],
  [52998224725, "***982247**", false],
] as const)("%j and %j are one number, masked: %j", ([one, other, masked]) => {
  expect([isMasked(one, other), isMasked(other, one)]).toEqual([masked, masked]);
});
