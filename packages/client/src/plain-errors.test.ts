import { expect, test } from "vitest";
import type { Check } from "./check.ts";
import { findPlain, type PlainErrors } from "./plain-errors.ts";

const hasField =
  (name: string): Check =>
  (value) =>
    Object.hasOwn(Object(value), name) ? undefined : [name, "required", "be given"];
/** The narrowest range first. */
const plain: PlainErrors = [
  [404, 404, hasField("missing")],
  [400, 499, hasField("reason")],
];

test.each([
  [404, { missing: "book" }, true],
  [404, { reason: "no" }, false],
  [399, { reason: "no" }, false],
  [400, { reason: "no" }, true],
  [499, { reason: "no" }, true],
  [500, { reason: "no" }, false],
  [400, {}, false],
])("the body of a %d: %o", (status, body, isFound) => {
  expect(findPlain({ plain }, status, body)).toBe(isFound ? body : undefined);
});

test("a contract without such errors has none", () => {
  expect(findPlain({}, 400, { reason: "no" })).toBeUndefined();
});
