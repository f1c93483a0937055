import { expect, test } from "vitest";
import type { Change } from "./change.ts";
import { groupChanges } from "./group-changes.ts";

/** A change of one edit, seen at one operation. */
function seenAt(operation: string, fingerprint: string, severity: Change["severity"]): Change {
  return {
    kind: "field-removed",
    fingerprint,
    severity,
    affects: ["client"],
    where: {
      pointer: `/paths/${operation}`,
      in: "base",
      subject: operation,
      operations: [operation],
      source: "spec/main.tsp:7",
    },
    message: "A field is gone.",
    messages: [`${operation} 200`],
    fields: ["a"],
    name: "a",
  };
}

test("the fingerprint of an edit covers its breaking changes, whatever their order", () => {
  const first = seenAt("listA", "aaaaaaaaaaaa", "breaking");
  const second = seenAt("readA", "bbbbbbbbbbbb", "breaking");
  const safe = seenAt("makeA", "cccccccccccc", "safe");
  const fingerprintOf = (...changes: Change[]): string => {
    const [group, ...others] = groupChanges(changes);
    expect(others).toEqual([]);
    return group?.fingerprint ?? "";
  };
  const both = fingerprintOf(first, second);
  expect(both).toMatch(/^[0-9a-f]{12}$/);
  expect(fingerprintOf(second, first)).toBe(both);
  expect(fingerprintOf(second, safe, first), "safe changes are not accepted").toBe(both);
  expect(fingerprintOf(safe, first), "one breaking change keeps its own").toBe(first.fingerprint);
});
