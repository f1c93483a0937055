// More pairs of the same kinds: alternatives that exclude each other, and sets of values however they are written.
import type { Json } from "../tree.ts";
import {
  allOf,
  anyOf,
  bar,
  closed,
  enumOf,
  foo,
  int,
  list,
  num,
  object,
  oneOf,
  type Pair,
  str,
} from "./pair.ts";

const flag = (value: boolean): Json => object({ kind: { const: value } }, "kind");
const tuple = (...items: Json[]): Json => list({ prefixItems: items, minItems: items.length });
const others = (schema: Json): Json => ({ type: "object", additionalProperties: schema });
const becomes = (...forms: Json[]): Pair => [anyOf(...forms), oneOf(...forms)];

const exclusive: Record<string, Pair> = {
  "anyOf becomes oneOf, types apart": becomes(foo, list(), str(), int()),
  "anyOf becomes oneOf, null in one form": becomes({ type: ["string", "null"] }, int()),
  "anyOf becomes oneOf, null in both forms": becomes(
    { type: ["string", "null"] },
    { type: ["integer", "null"] },
  ),
  "anyOf becomes oneOf, an integer and a fraction": becomes(
    int(),
    num({ minimum: 0.5, maximum: 0.9 }),
  ),
  "anyOf becomes oneOf, an integer and a range with one": becomes(
    int(),
    num({ minimum: 0.5, maximum: 1 }),
  ),
  "anyOf becomes oneOf, true and boolean": becomes({ const: true }, { type: "boolean" }),
  "anyOf becomes oneOf, formats apart": becomes(str({ format: "date" }), str({ format: "uuid" })),
  "anyOf becomes oneOf, a date and a pattern of it": becomes(
    str({ format: "date" }),
    str({ pattern: "^\\d{4}-" }),
  ),
  "anyOf becomes oneOf, a date and a pattern of none": becomes(
    str({ format: "date" }),
    str({ pattern: "^[a-z]" }),
  ),
  "anyOf becomes oneOf, flags apart": becomes(flag(true), flag(false)),
  "anyOf becomes oneOf, a flag and its equal": becomes(
    flag(true),
    object({ kind: { type: "boolean" } }, "kind"),
  ),
  "anyOf becomes oneOf, few fields and many": becomes(
    { type: "object", maxProperties: 1 },
    { type: "object", minProperties: 2 },
  ),
  "anyOf becomes oneOf, numbers of fields that touch": becomes(
    { type: "object", maxProperties: 2 },
    { type: "object", minProperties: 2 },
  ),
  "anyOf becomes oneOf, lists that may both be empty": becomes(
    list({ items: str() }),
    list({ items: int() }),
  ),
  "anyOf becomes oneOf, second entries apart": becomes(
    tuple(str(), { const: 1 }),
    tuple(str(), { const: 2 }),
  ),
  "anyOf becomes oneOf, entries that overlap": becomes(tuple(str(), int()), tuple(str(), num())),
  "anyOf becomes oneOf, an open object and an empty one": becomes(foo, closed({})),
  "anyOf becomes oneOf, closed objects that may both be empty": becomes(
    closed({ foo: str() }),
    closed({ bar: str() }),
  ),
  "anyOf becomes oneOf, multiples of two and of four": becomes(
    int({ multipleOf: 2 }),
    int({ multipleOf: 4 }),
  ),
  "anyOf becomes oneOf, halves and thirds below one": becomes(
    num({ multipleOf: 0.5, minimum: 0.1, maximum: 0.9 }),
    num({ multipleOf: 0.3, minimum: 0.1, maximum: 0.9 }),
  ),
  "anyOf becomes oneOf, fields refused by `not`": [
    anyOf({ type: "object", required: ["foo"] }, { type: "object", not: { required: ["foo"] } }),
    oneOf({ type: "object", required: ["foo"] }, { type: "object", not: { required: ["foo"] } }),
    "unclear",
  ],
  "anyOf becomes oneOf among other fields": [
    others(anyOf(int(), num())),
    others(oneOf(int(), num())),
  ],
  "anyOf becomes oneOf in an entry": [
    tuple(anyOf(str(), enumOf("a"))),
    tuple(oneOf(str(), enumOf("a"))),
  ],
  "anyOf becomes oneOf beside null": [
    { type: ["object", "null"], anyOf: [foo, bar, { type: "null" }] },
    { type: ["object", "null"], oneOf: [foo, bar, { type: "null" }] },
  ],
  "a form three times": [foo, oneOf(foo, foo, foo)],
  "a form beside anything": [foo, oneOf(foo, {})],
  "anything as the only form": [{}, oneOf({})],
  "values shared by two forms leave one": [
    oneOf(enumOf("a", "b"), enumOf("b", "c")),
    oneOf(enumOf("a", "b"), enumOf("c")),
  ],
  "ranges that overlapped part": [
    oneOf(int({ maximum: 5 }), int({ minimum: 3 })),
    oneOf(int({ maximum: 2 }), int({ minimum: 3 })),
  ],
  "ranges that touched overlap more": [
    oneOf(int({ maximum: 3 }), int({ minimum: 3 })),
    oneOf(int({ maximum: 4 }), int({ minimum: 3 })),
  ],
  "an integer beside a number becomes a number": [oneOf(int(), num()), num()],
  "lengths that share one become either": [
    oneOf(str({ minLength: 1 }), str({ maxLength: 1 })),
    anyOf(str({ minLength: 1 }), str({ maxLength: 1 })),
  ],
  "either of two lengths becomes any string": [
    anyOf(str({ minLength: 2 }), str({ maxLength: 1 })),
    str(),
  ],
  "one of two lengths becomes any string": [
    oneOf(str({ minLength: 2 }), str({ maxLength: 1 })),
    str(),
  ],
  "forms become allOf": [anyOf(foo, bar), allOf(foo, bar)],
  "exactly one becomes both": [oneOf(foo, bar), allOf(foo, bar)],
  "a form is closed": [oneOf(foo, bar), oneOf(closed({ foo: str() }, "foo"), bar)],
  "three forms, of which two overlap, become two": [
    oneOf(str({ maxLength: 1 }), str({ minLength: 1, maxLength: 2 }), int()),
    oneOf(str({ maxLength: 1 }), int()),
  ],
  "a form that takes nothing": [oneOf(foo), oneOf(foo, false)],
  "a form within another's range": [
    int({ minimum: 0 }),
    oneOf(int({ minimum: 0 }), int({ minimum: 5, maximum: 6 })),
  ],
};

const sets: Record<string, Pair> = {
  "a repeated value": [{ enum: ["a", "b", "a"] }, enumOf("a", "b")],
  "values in another order": [enumOf("a", "b", 1), enumOf(1, "b", "a")],
  "one as 1.0": [JSON.parse('{"enum":[1.0,2]}') as Json, enumOf(1, 2)],
  "a value that the type refuses": [int({ enum: [1, 2.5] }), int({ enum: [1] })],
  "values of another type": [str({ enum: ["a", 1, null] }), str({ enum: ["a"] })],
  "a list of one type": [{ type: ["string"] }, str()],
  "a value beyond its length": [str({ enum: ["a", "abcd"], maxLength: 2 }), enumOf("a")],
  "a value within a range": [{ enum: [1, 5], maximum: 3 }, { const: 1 }],
  "a pattern without anchors becomes one with": [
    str({ pattern: "a" }),
    str({ pattern: "^.*a.*$" }),
  ],
  "an alternation that its anchors do not hold": [
    str({ pattern: "^a|b$" }),
    str({ pattern: "^(a|b)$" }),
  ],
  "an alternation in brackets": [str({ pattern: "^(?:a|b)$" }), str({ pattern: "^[ab]$" })],
  "a repetition written out": [str({ pattern: "^aa?a?$" }), str({ pattern: "^a{1,3}$" })],
  "digits by class and by range": [str({ pattern: "^\\d+$" }), str({ pattern: "^[0-9]+$" })],
  "letters by two ranges": [str({ pattern: "^[a-cd-z]$" }), str({ pattern: "^[a-z]$" })],
  "a length as a pattern of any character": [
    str({ minLength: 1, maxLength: 3 }),
    str({ pattern: "^.{1,3}$" }),
  ],
  "a length as a pattern of all characters": [
    str({ minLength: 1, maxLength: 3 }),
    str({ pattern: "^[\\s\\S]{1,3}$" }),
  ],
  "at least one character as a pattern": [str({ minLength: 1 }), str({ pattern: "[^]" })],
  "an empty string as a pattern": [{ const: "" }, str({ pattern: "^$" })],
  "an emoji is one character": [str({ enum: ["😀"] }), str({ enum: ["😀"], maxLength: 1 })],
  "a range of one as a constant": [int({ minimum: 3, maximum: 3 }), { const: 3 }],
  "a range as constants": [int({ minimum: 1, maximum: 2 }), anyOf({ const: 1 }, { const: 2 })],
  "a range as ranges": [
    int({ minimum: 1, maximum: 6 }),
    anyOf(int({ minimum: 1, maximum: 3 }), int({ minimum: 4, maximum: 6 })),
  ],
  "a range of numbers as ranges": [
    num({ minimum: 1, maximum: 6 }),
    anyOf(num({ minimum: 1, maximum: 3 }), num({ minimum: 4, maximum: 6 })),
  ],
  "a negative range": [int({ minimum: -2, maximum: 0 }), enumOf(-2, -1, 0)],
  "fractions among integers": [int({ minimum: 0.5, maximum: 2.5 }), enumOf(1, 2)],
  "an open bound of multiples": [
    int({ exclusiveMinimum: 1, multipleOf: 2 }),
    int({ minimum: 2, multipleOf: 2 }),
  ],
  "an open bound of multiples that moves": [
    int({ exclusiveMaximum: 4, multipleOf: 2 }),
    int({ maximum: 4, multipleOf: 2 }),
  ],
  "multiples of two and three are multiples of six": [
    allOf(int({ multipleOf: 2 }), int({ multipleOf: 3 })),
    int({ multipleOf: 6 }),
  ],
  "multiples of four become those of two": [int({ multipleOf: 4 }), int({ multipleOf: 2 })],
  "multiples of two become those of three": [int({ multipleOf: 2 }), int({ multipleOf: 3 })],
  "halves become integers": [num({ multipleOf: 0.5 }), int()],
  "halves in a range become their list": [
    num({ minimum: 0.5, maximum: 1.5, multipleOf: 0.5 }),
    enumOf(0.5, 1, 1.5),
  ],
  "bounds in two parts": [
    allOf(int({ minimum: 1 }), int({ maximum: 3 })),
    int({ minimum: 1, maximum: 3 }),
  ],
  "bounds that contradict each other in a field": [
    object({ foo: int({ minimum: 3, maximum: 1 }) }),
    object({ foo: false }),
  ],
  "null as a constant": [{ const: null }, { type: "null" }],
  "boolean in two parts": [allOf({ type: "boolean" }, enumOf(true, 1)), { const: true }],
  "boolean or null without null": [{ type: ["boolean", "null"] }, enumOf(true, false)],
  "entries of a fixed number": [list({ minItems: 2, maxItems: 2 }), tuple({}, {})],
  "entries that are closed": [
    list({ prefixItems: [str(), int()], items: false }),
    list({ prefixItems: [str(), int()], maxItems: 2 }),
  ],
  "unique booleans": [
    list({ items: { type: "boolean" }, uniqueItems: true }),
    list({ items: { type: "boolean" }, uniqueItems: true, maxItems: 2 }),
    "unclear",
  ],
  "a closed object by `not`": [
    closed({ foo: str() }),
    { ...(object({ foo: str() }) as object), additionalProperties: { not: {} } },
  ],
  "other fields of any kind": [foo, { ...(foo as object), additionalProperties: true }],
  "a required field counts": [
    object({ foo: str(), bar: str() }, "foo", "bar"),
    {
      ...(object({ foo: str(), bar: str() }, "foo", "bar") as object),
      minProperties: 2,
    },
  ],
  "no field at all": [closed({}), { type: "object", maxProperties: 0 }],
  "a field that no value fits": [closed({ foo: str() }), closed({ foo: str(), bar: false })],
  "a format that says nothing here": [
    str({ format: "date", pattern: "^a" }),
    str({ format: "date", pattern: "^b" }),
  ],
  "a length of every time": [
    str({ format: "date-time" }),
    str({ format: "date-time", minLength: 20 }),
  ],
  "a length that some times lack": [
    str({ format: "date-time" }),
    str({ format: "date-time", minLength: 25 }),
  ],
  "a pattern that every uuid has": [
    str({ format: "uuid" }),
    str({ format: "uuid", pattern: "^[0-9a-fA-F-]+$" }),
  ],
  "the least of an int64": [
    int({ format: "int32" }),
    int({ format: "int32", minimum: -2_147_483_648 }),
  ],
  "a bound below an int32": [
    int({ format: "int32" }),
    int({ format: "int32", minimum: -2_147_483_647 }),
  ],
};

export const further: Record<string, Pair> = { ...exclusive, ...sets };
