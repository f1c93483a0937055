import { expect, test } from "vitest";
import type { Finding } from "../rules.ts";
import { chooseError, detailsOf, findViolations, mostViolations } from "./violations.ts";

const finding = (instancePath: string, keyword: string, params: Finding["params"] = {}, message?: string): Finding => ({
  ...{ instancePath, keyword, params },
  ...(message !== undefined && { message }),
});
const find = (findings: Finding[], invalid = {}) =>
  findViolations(findings, invalid).map(({ path, rule, message, code }) => [path, rule, message, code]);

test("a violation says where, what and why", () => {
  expect(
    findViolations(
      [
        finding("/items/0/a~1b~0c", "minimum", { limit: 5 }, "must be >= 5"),
        finding("/items", "required", { missingProperty: "a.b" }, "must have required property"),
        finding("", "required", { missingProperty: "id" }),
        finding("/kind", "enum", { allowedValues: ["a", "b"] }, "must be equal to one of the allowed values"),
        finding("/other", "enum", {}, "must be equal"),
        finding("/form", "anyOf"),
        finding("/form2", "oneOf"),
        finding("", "custom"),
      ],
      {},
    ),
  ).toEqual([
    { path: "items.0.a/b~c", rule: "minimum", message: "must be >= 5", figures: { minimum: 5 } },
    { path: "items.a.b", rule: "required", message: "is required" },
    { path: "id", rule: "required", message: "is required" },
    { path: "kind", rule: "enum", message: "must be one of a, b" },
    { path: "other", rule: "enum", message: "must be equal" },
    { path: "form", rule: "type", message: "has the wrong type" },
    { path: "form2", rule: "type", message: "has the wrong type" },
    { path: "", rule: "custom", message: "is invalid" },
  ]);
});

test("of one field what says most is told: its type, then what has a code, then its format, else the first", () => {
  const invalid = { at: { pattern: "BAD_AT" } };
  const said = (...rules: string[]) =>
    find(
      rules.map((rule) => finding("/at", rule)),
      invalid,
    )[0]?.[1];
  expect(said("minLength", "maxLength")).toBe("minLength");
  expect(said("minLength", "format", "maxLength")).toBe("format");
  expect(said("format", "pattern")).toBe("pattern");
  expect(said("pattern", "format")).toBe("pattern");
  expect(said("pattern", "type")).toBe("type");
  expect(said("type", "pattern")).toBe("type");
  // What is missing has the rank of a type.
  expect(find([finding("/at", "minLength"), finding("", "required", { missingProperty: "at" })])[0]?.[1]).toBe(
    "required",
  );
});

test("a field's code is that of its rule or of any rule, for every item of a list; never for a type", () => {
  const invalid = {
    at: { minLength: "SHORT", "*": "BAD_AT" },
    "items.*.size": { "*": "BAD_SIZE" },
    "items.3.size": { "*": "THIRD" },
    "a1.size": { maximum: "BIG" },
    "*": { "*": "ITEM" },
  };
  const codeOf = (path: string, rule: string) =>
    find([finding(path, rule, { missingProperty: "size" })], invalid)[0]?.[3];
  expect(codeOf("/at", "minLength")).toBe("SHORT");
  expect(codeOf("/at", "format")).toBe("BAD_AT");
  for (const rule of ["type", "required"]) expect(codeOf("/at", rule)).toBeUndefined();
  expect(codeOf("/items/0", "required")).toBeUndefined();
  expect([codeOf("/items/12/size", "minimum"), codeOf("/items/3/size", "minimum")]).toEqual(["BAD_SIZE", "THIRD"]);
  expect(codeOf("/7", "minimum")).toBe("ITEM");
  // Digits of a name are no position, and another rule has no code.
  expect([codeOf("/a1/size", "maximum"), codeOf("/a1/size", "minimum"), codeOf("/b2/size", "maximum")]).toEqual([
    ...["BIG", undefined, undefined],
  ]);
});

test("at most a hundred fields are told of, and of those already told the better rule", () => {
  const many = Array.from({ length: mostViolations + 5 }, (_, index) => finding(`/${index}`, "format"));
  const found = find([...many, finding("/0", "type"), finding("/102", "type")]);
  expect([found.length, found[0]?.[1], found.at(-1)?.[0]]).toEqual([100, "type", "99"]);
});

test("a value that fits no variant is one violation, of its type where that is all that is wrong", () => {
  const variants = (...rules: string[]) => rules.map((rule) => finding("/key", rule));
  expect(find([...variants("type", "type", "anyOf")])).toEqual([["key", "type", "has the wrong type", undefined]]);
  expect(find([...variants("type", "pattern", "oneOf")])).toEqual([["key", "oneOf", "has no known form", undefined]]);
  expect(find([finding("/key/a", "minimum"), ...variants("anyOf")])).toEqual([
    ["key", "type", "has the wrong type", undefined],
  ]);
  // What stands beside it, or begins with the same letters, is not within it.
  expect(
    find([finding("/keys", "minimum"), finding("/other", "type"), ...variants("anyOf")]).map(([path]) => path),
  ).toEqual(["keys", "other", "key"]);
  expect(find([finding("/a/b", "minimum"), finding("", "anyOf")]).map(([path]) => path)).toEqual([""]);
  expect(find([finding("/a", "if"), finding("/a", "minimum")]).map(([, rule]) => rule)).toEqual(["minimum"]);
  expect(find([finding("/a", "if")])).toEqual([]);
  // A union's own code is that of its keyword, and a wrong type has none.
  const invalid = { key: { anyOf: "BAD_KEY" } };
  expect(find(variants("pattern", "anyOf"), invalid)[0]?.[3]).toBe("BAD_KEY");
  expect(find(variants("type", "anyOf"), invalid)[0]?.[3]).toBeUndefined();
});

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
  const one = { path: "a", rule: "minimum", message: "m", code: "A", figures: { minimum: 1 } };
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
