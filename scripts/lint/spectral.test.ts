import { Ruleset } from "@stoplight/spectral-core";
import { expect, test } from "vitest";
import { houseRules, lint } from "./spectral.ts";

/** A rule that refuses every value at a place. */
const refuse = (given: string, message: string) => ({
  given,
  message,
  severity: 1 as const,
  // biome-ignore lint/suspicious/noThenProperty: Spectral's own name.
  then: { function: () => [{ message }] },
});

const findings = (document: unknown, given: string, message: string) =>
  lint(new Ruleset({ rules: { "own-rule": refuse(given, message) } }), document);

test.for([
  [{ a: [{ b: 1 }] }, "$.a[0].b", "#/a/0/b"],
  [{ "/parcels": { get: {} } }, "$['/parcels'].get", "#/~1parcels/get"],
  [{ "a~b": { c: {} } }, "$['a~b'].c", "#/a~0b/c"],
  [{ "~/": { x: {} } }, "$['~/'].x", "#/~0~1/x"],
] as const)("a place in %j is a JSON Pointer: %s", async ([document, given, at]) => {
  expect(await findings(document, given, "Wrong.")).toEqual([
    { rule: "own-rule", message: "Wrong.", at },
  ]);
});

test.for([
  [{ name: "Loans" }, "Wrong.", '"Loans": Wrong.'],
  ["late", "Wrong.", '"late": Wrong.'],
  ["late", "late is wrong.", "late is wrong."],
  [{ name: "Loans" }, "Wrong at #/tags/0.", "Wrong at #/tags/0."],
  [{ name: 7 }, "Wrong.", "Wrong."],
  ["x".repeat(80), "Wrong.", `"${"x".repeat(80)}": Wrong.`],
  ["x".repeat(81), "Wrong.", "Wrong."],
  [7, "Wrong.", "Wrong."],
  [null, "Wrong.", "Wrong."],
] as const)("the message about %j, %s, is %s", async ([value, message, shown]) => {
  const [found] = await findings({ tags: [value] }, "$.tags[0]", message);
  expect(found?.message).toBe(shown);
});

test("rules of Spectral that are unchanged are not the house's", () => {
  const rules = { "own-rule": refuse("$", "Wrong."), "oas3-schema": refuse("$", "Wrong.") };
  expect(houseRules(new Ruleset({ rules })).sort()).toEqual(["oas3-schema", "own-rule"]);
});
