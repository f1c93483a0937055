import { expect, test } from "vitest";
import { chooseError, detailsOf } from "./violations.ts";

test("the error is the first violation's, or the general one where any has none", () => {
  const violation = (path: string, code?: string) => ({
    path,
    rule: "r",
    message: "m",
    ...(code !== undefined && { code }),
  });
  expect(chooseError([violation("a", "A"), violation("b", "B")])).toBe("A");
  expect(chooseError([violation("a", "A"), violation("b")])).toBeUndefined();
  expect(chooseError([])).toBeUndefined();
});

test("details are all violations in a list, or the one that the error is about", () => {
  const one = { path: "a", rule: "minimum", message: "m", code: "A", limit: 1 };
  const two = { path: "b", rule: "format", message: "n", code: "B" };
  const plainOne = { path: "a", rule: "minimum", message: "m" };
  const plainTwo = { path: "b", rule: "format", message: "n" };
  const error = (code: string, list = false) => ({ code, status: 400, message: "", list });
  expect(detailsOf(error("A", true), [one, two])).toEqual([plainOne, plainTwo]);
  expect(detailsOf(error("A"), [one])).toEqual({ ...plainOne, minimum: 1 });
  expect(detailsOf(error("B"), [one, two])).toEqual({ ...plainTwo, fields: [plainOne, plainTwo] });
  expect(detailsOf(error("OTHER"), [one, two])).toEqual({ ...plainOne, minimum: 1, fields: [plainOne, plainTwo] });
  expect(detailsOf(error("A"), [])).toBeUndefined();
});
