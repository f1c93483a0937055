import { expect, test } from "vitest";
import { bySeverity, type Change, isUnknownField, verdictOf } from "./change.ts";

const changeOf = (kind: string, severity: Change["severity"]): Change =>
  ({ kind, severity }) as Change;
const breaking = changeOf("field-removed", "breaking");
const risky = changeOf("value-added", "risky");
const unknown = changeOf("extension-changed", "risky");
const safe = changeOf("field-added", "safe");
const note = changeOf("extension-added", "safe");

test("the worst comes first; among equals unknown fields come last, and others keep their order", () => {
  const sorted = [breaking, risky, unknown, safe, note];
  const kinds = (changes: Change[]) => changes.map(({ kind }) => kind);
  expect(kinds([note, unknown, safe, risky, breaking].sort(bySeverity))).toEqual(kinds(sorted));
  expect(kinds([...sorted].sort(bySeverity))).toEqual(kinds(sorted));
  const second = changeOf("field-retyped", "breaking");
  expect([breaking, second].sort(bySeverity)).toEqual([breaking, second]);
  expect([second, breaking].sort(bySeverity)).toEqual([second, breaking]);
  expect([breaking, risky, unknown, safe, note].map(isUnknownField)).toEqual([
    false,
    false,
    true,
    false,
    true,
  ]);
});

test.for<[Change[], string]>([
  [[], "none"],
  [[safe], "safe"],
  [[safe, risky], "risky"],
  [[breaking, risky, safe], "breaking"],
  [[safe, breaking], "breaking"],
])("the verdict over %j is %s", ([changes, verdict]) => {
  expect(verdictOf(changes)).toBe(verdict);
});
