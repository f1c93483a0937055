// Rules that no document states, in what others write: reported, not refused.
import { expect, test } from "vitest";
import type { Schema } from "../openapi.ts";
import { TableMaker } from "../shapes/make-table.ts";
import { makeShapes } from "../shapes/normalise.ts";
import { makeReaders } from "./read.ts";
import type { CheckOptions, Formats } from "./run.ts";

const assumed = { kind: "assumed", reason: "Not said." } as const;
const partly = (...documented: string[]) => ({ ...assumed, documented });

const digits = (text: string): boolean => /^\d+$/.test(text);
const formats: Formats = { digits: Object.assign(digits, { demand: "digits alone" }) };

const schemas: Record<string, Schema> = {
  Code: { type: "string", maxLength: 5, "x-basis": partly("type") },
  Money: { type: "integer", minimum: 1 },
  Phone: { type: "string", pattern: "^[+]", format: "digits", "x-basis": assumed },
  Mail: { type: "string", pattern: "@", "x-basis": assumed },
  Key: { anyOf: [{ $ref: "#/components/schemas/Phone" }, { $ref: "#/components/schemas/Mail" }] },
  Refund: {
    type: "object",
    required: ["amount", "why"],
    properties: { amount: { $ref: "#/components/schemas/Money" }, why: { type: "string" } },
    "x-basis": { kind: "observed", reason: "Seen." },
  },
};

const properties: Record<string, Schema> = {
  code: { $ref: "#/components/schemas/Code" },
  money: { $ref: "#/components/schemas/Money" },
  guessed: { $ref: "#/components/schemas/Money", "x-basis": assumed },
  key: { $ref: "#/components/schemas/Key" },
  refund: { $ref: "#/components/schemas/Refund" },
  item: {
    type: "object",
    required: ["title", "quantity"],
    properties: { title: { type: "string" }, quantity: { type: "integer" } },
    "x-basis": partly("type"),
  },
  text: { type: "string", maxLength: 3, pattern: "^a", "x-basis": partly("type", "maxLength") },
  kind: { type: "string", enum: ["a", "b"], "x-basis": assumed },
  list: { type: "array", items: { type: "string" }, maxItems: 1, "x-basis": partly("type") },
  forms: {
    anyOf: [
      { type: "object", required: ["a"], properties: { a: { $ref: "#/components/schemas/Code" } } },
      { type: "object", required: ["b"], properties: { b: { type: "string" } } },
    ],
  },
};

const maker = new TableMaker({ formats: new Set(["digits"]) });
const row = maker.add(
  makeShapes(schemas).shapeOf({
    type: "object",
    required: ["sure", "guess"],
    properties: {
      ...properties,
      sure: { type: "string" },
      guess: { type: "string", "x-basis": partly("type") },
    },
  }),
);
const reader = makeReaders(maker.table, formats)(row);

function read(value: object, options: CheckOptions) {
  const { findings, mismatches, ...reading } = reader({ sure: "", guess: "", ...value }, options);
  const words = ({ path, rule, basis }: (typeof findings)[number]) =>
    [path, rule, basis ?? "documented"].join(" ");
  return { value: reading.value, findings: findings.map(words), mismatches: mismatches.map(words) };
}

const nothing: string[] = [];

test.each([
  ["the form of a type that is assumed", { code: "123456" }, ["code maxLength assumed"]],
  ["every rule of a field that is assumed", { guessed: 0 }, ["guessed minimum assumed"]],
  ["a union of assumed forms", { key: "x" }, ["key anyOf assumed"]],
  ["the nearest form of a union", { key: "+a" }, ["key format assumed"]],
  [
    "a rule inside what was only observed",
    { refund: { amount: 0, why: "" } },
    ["refund.amount minimum observed"],
  ],
  ["values of an assumed list", { kind: "c" }, ["kind enum assumed"]],
  ["the length of a list", { list: ["1", "2"] }, ["list maxItems assumed"]],
  ["a rule beside a documented one", { text: "bbb" }, ["text pattern assumed"]],
] as const)("%s is a finding with its basis, and tolerated on request", (_what, value, broken) => {
  expect(read(value, {})).toMatchObject({ findings: broken, mismatches: nothing });
  const tolerant = read(value, { tolerant: true });
  expect(tolerant).toMatchObject({ findings: nothing, mismatches: broken });
  expect(tolerant.value).toEqual({ sure: "", guess: "", ...value });
});

test("the form of an object that a value has but for an assumed rule is taken", () => {
  const { value, ...rest } = read({ forms: { a: "123456" } }, { tolerant: true });
  expect(value).toMatchObject({ forms: { a: "123456" } });
  expect(rest).toEqual({ findings: nothing, mismatches: ["forms.a maxLength assumed"] });
});

test.each([
  ["a documented rule", { money: 0 }, "money minimum documented"],
  ["a documented rule behind an assumed one", { text: "bbbb" }, "text maxLength documented"],
  ["a wrong type, even of an assumed field", { guessed: "1" }, "guessed type assumed"],
  [
    "a field that is missing from what was only observed",
    { refund: { amount: 1 } },
    "refund.why required observed",
  ],
  ["a field whose type alone is documented", { guess: undefined }, "guess required assumed"],
  [
    "a field of an object of which the types alone are documented",
    { item: { title: "a" } },
    "item.quantity required assumed",
  ],
  ["a documented field", { sure: undefined }, "sure required documented"],
  ["no form of an object", { forms: {} }, "forms anyOf documented"],
] as const)("%s is not tolerated", (_what, value, finding) => {
  expect(read(value, { tolerant: true }).findings).toEqual([finding]);
});

test("a format says what it demands", () => {
  const { findings } = reader({ sure: "", guess: "", key: "+a" });
  expect(findings).toMatchObject([{ message: "must match format digits: digits alone" }]);
});
