// Pairs of schemas, before and after an edit. What each edit does is for Ajv to say: see pairs.test.ts.
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

const both = object({ foo: str(), bar: str() }, "foo", "bar");
const either = object({ foo: str(), bar: str() });
const closedFoo = closed({ foo: str() }, "foo");
const closedBar = closed({ bar: str() }, "bar");
const kind = (value: string, more: Record<string, Json> = {}): Json =>
  object({ kind: { const: value }, ...more }, "kind");
const maybeKind = (value: string): Json => object({ kind: { const: value } });
const demands = (...names: string[]): Json => ({ required: names });

/** `oneOf` takes exactly one of its forms. */
const exclusive: Record<string, Pair> = {
  "two required fields become exactly one of them": [
    both,
    { ...(either as object), oneOf: [demands("foo"), demands("bar")] },
  ],
  "an optional field becomes a choice": [
    either,
    { ...(either as object), oneOf: [demands("foo"), demands("bar")] },
  ],
  "exactly one becomes at least one": [
    { ...(either as object), oneOf: [demands("foo"), demands("bar")] },
    { ...(either as object), anyOf: [demands("foo"), demands("bar")] },
  ],
  "at least one becomes exactly one": [
    { ...(either as object), anyOf: [demands("foo"), demands("bar")] },
    { ...(either as object), oneOf: [demands("foo"), demands("bar")] },
  ],
  "an open form is added to one": [oneOf(foo), oneOf(foo, bar)],
  "an open form is taken away": [oneOf(foo, bar), oneOf(foo)],
  "an open form is added to two": [oneOf(foo, kind("a")), oneOf(foo, kind("a"), bar)],
  "a closed form is added": [oneOf(closedFoo), oneOf(closedFoo, closedBar)],
  "an open form beside a closed one": [oneOf(closedFoo), oneOf(closedFoo, bar)],
  "a closed form that an open one takes": [oneOf(foo), oneOf(foo, closedFoo)],
  "anyOf becomes oneOf, open": [anyOf(foo, bar), oneOf(foo, bar)],
  "oneOf becomes anyOf, open": [oneOf(foo, bar), anyOf(foo, bar)],
  "anyOf becomes oneOf, closed": [anyOf(closedFoo, closedBar), oneOf(closedFoo, closedBar)],
  "anyOf becomes oneOf, told apart": [anyOf(kind("a"), kind("b")), oneOf(kind("a"), kind("b"))],
  "anyOf becomes oneOf, a mark that may be absent": [
    anyOf(maybeKind("a"), maybeKind("b")),
    oneOf(maybeKind("a"), maybeKind("b")),
  ],
  "anyOf becomes oneOf, a mark that one form demands": [
    anyOf(kind("a"), maybeKind("b")),
    oneOf(kind("a"), maybeKind("b")),
  ],
  "a form twice": [oneOf(foo, kind("a")), oneOf(foo, kind("a"), foo)],
  "the only form twice": [foo, oneOf(foo, foo)],
  "a form twice in anyOf": [anyOf(foo, bar), anyOf(foo, bar, foo)],
  "a form no longer twice": [oneOf(foo, kind("a"), foo), oneOf(foo, kind("a"))],
  "a number beside an integer": [oneOf(int(), str()), oneOf(int(), str(), num())],
  "an integer beside a number": [oneOf(num(), str()), oneOf(num(), str(), int())],
  "a list of types beside a number": [
    { type: ["integer", "string"] },
    oneOf({ type: ["integer", "string"] }, num()),
  ],
  "null in two forms": [
    oneOf({ type: ["string", "null"] }, int()),
    oneOf({ type: ["string", "null"] }, { type: ["integer", "null"] }),
  ],
  "values in two lists": [enumOf("a", "b", "c"), oneOf(enumOf("a", "b"), enumOf("b", "c"))],
  "values in two lists of anyOf": [
    enumOf("a", "b", "c"),
    anyOf(enumOf("a", "b"), enumOf("b", "c")),
  ],
  "values in distinct lists": [enumOf("a", "b", "c"), oneOf(enumOf("a", "b"), enumOf("c"))],
  "a list beside any text": [str(), oneOf(str(), enumOf("a"))],
  "ranges that touch": [int(), oneOf(int({ maximum: 2 }), int({ minimum: 2 }))],
  "ranges that do not": [int(), oneOf(int({ maximum: 2 }), int({ minimum: 3 }))],
  "ranges with an open end": [num(), oneOf(num({ maximum: 2 }), num({ exclusiveMinimum: 2 }))],
  "multiples of two and three": [
    int({ multipleOf: 2 }),
    oneOf(int({ multipleOf: 2 }), int({ multipleOf: 3 })),
  ],
  "lengths that overlap": [
    str({ maxLength: 3 }),
    oneOf(str({ maxLength: 2 }), str({ minLength: 2, maxLength: 3 })),
  ],
  "lengths that do not": [
    str({ maxLength: 3 }),
    oneOf(str({ maxLength: 1 }), str({ minLength: 2, maxLength: 3 })),
  ],
  "patterns that overlap": [
    str({ pattern: "^[ab]$" }),
    oneOf(str({ pattern: "^a$" }), str({ pattern: "^[ab]$" })),
  ],
  "patterns that do not": [
    str({ pattern: "^[ab]$" }),
    oneOf(str({ pattern: "^a$" }), str({ pattern: "^b$" })),
  ],
  "lists of which one may be empty": [
    list(),
    oneOf(list({ items: str() }), list({ items: int() })),
  ],
  "lists that hold something": [
    list({ items: str(), minItems: 1 }),
    oneOf(list({ items: str(), minItems: 1 }), list({ items: int(), minItems: 1 })),
  ],
  "a form in a field": [
    object({ foo: anyOf(foo, bar) }, "foo"),
    object({ foo: oneOf(foo, bar) }, "foo"),
  ],
  "a form in a list": [list({ items: anyOf(foo, bar) }), list({ items: oneOf(foo, bar) })],
  "a form in allOf": [allOf(either, anyOf(foo, bar)), allOf(either, oneOf(foo, bar))],
  "forms in another order": [oneOf(foo, bar), oneOf(bar, foo)],
  "a form within a form": [oneOf(foo, bar), oneOf(oneOf(foo, bar))],
  "a form that became narrower": [
    oneOf(foo, bar),
    oneOf(foo, { ...(bar as object), properties: { bar: enumOf("a") } }),
  ],
  "a field that tells forms apart": [
    oneOf(kind("a"), kind("b")),
    oneOf(object({ kind: str() }, "kind"), kind("b")),
  ],
  "a field that tells forms apart at last": [
    oneOf(object({ kind: str() }, "kind"), kind("b")),
    oneOf(kind("a"), kind("b")),
  ],
  "a pattern that cannot be read": [
    str({ pattern: "^[ab]$" }),
    oneOf(str({ pattern: "^[ab]$" }), str({ pattern: "^(?=c)" })),
    "unclear",
  ],
  "a rule that cannot be read": [
    str(),
    oneOf(str({ not: { pattern: "^a" } }), str({ pattern: "^a" })),
    "unclear",
  ],
};

/** One set of values, written in two ways, and sets that look alike. */
const sets: Record<string, Pair> = {
  "a pattern becomes its list": [str({ pattern: "^(a|b)$" }), str({ enum: ["a", "b"] })],
  "a list becomes its pattern": [str({ enum: ["a", "b"] }), str({ pattern: "^[ab]$" })],
  "a pattern becomes a shorter list": [str({ pattern: "^[abc]$" }), str({ enum: ["a", "b"] })],
  "a pattern becomes a longer list": [str({ pattern: "^[ab]$" }), str({ enum: ["a", "b", "c"] })],
  "a pattern becomes another list": [str({ pattern: "^[ab]$" }), str({ enum: ["b", "c"] })],
  "a list becomes a narrower pattern": [str({ enum: ["a", "b"] }), str({ pattern: "^a$" })],
  "a list becomes a wider pattern": [str({ enum: ["a", "b"] }), str({ pattern: "^[a-c]$" })],
  "a list with marks becomes its pattern": [
    str({ enum: ["a.b", "0"] }),
    str({ pattern: "^(a\\.b|0)$" }),
  ],
  "a constant becomes its pattern": [{ const: "a" }, str({ pattern: "^a$" })],
  "a pattern and a length become a list": [
    str({ pattern: "^a*$", minLength: 1, maxLength: 3 }),
    str({ enum: ["a", "aa", "aaa"] }),
  ],
  "a length becomes the empty text": [str({ maxLength: 0 }), str({ const: "" })],
  "a range becomes its list": [int({ minimum: 1, maximum: 3 }), int({ enum: [1, 2, 3] })],
  "a list becomes its range": [int({ enum: [3, 2, 1] }), int({ minimum: 1, maximum: 3 })],
  "a list with a gap becomes a range": [int({ enum: [1, 3] }), int({ minimum: 1, maximum: 3 })],
  "a range becomes a list with a gap": [int({ minimum: 1, maximum: 3 }), int({ enum: [1, 3] })],
  "multiples in a range become their list": [
    int({ minimum: 0, maximum: 6, multipleOf: 3 }),
    int({ enum: [0, 3, 6] }),
  ],
  "an open range becomes its list": [
    int({ exclusiveMinimum: 0, exclusiveMaximum: 3 }),
    enumOf(1, 2),
  ],
  "a range of numbers is no list": [num({ minimum: 1, maximum: 3 }), enumOf(1, 2, 3)],
  "one number": [num({ minimum: 2, maximum: 2 }), { const: 2 }],
  "boolean becomes its list": [{ type: "boolean" }, { type: "boolean", enum: [true, false] }],
  "a list becomes boolean": [{ enum: [false, true] }, { type: "boolean" }],
  "boolean becomes true": [{ type: "boolean" }, { const: true }],
  "true becomes boolean": [{ const: true }, { type: "boolean" }],
  "boolean becomes two constants": [{ type: "boolean" }, oneOf({ const: true }, { const: false })],
  "boolean or null becomes a list": [{ type: ["boolean", "null"] }, enumOf(true, false, null)],
  "one constant becomes a list of one": [{ const: "a" }, enumOf("a")],
  "a list becomes constants": [enumOf("a", "b"), anyOf({ const: "a" }, { const: "b" })],
  "a list with null becomes forms": [enumOf("a", null), anyOf({ const: "a" }, { type: "null" })],
  "types become forms": [{ type: ["string", "integer"] }, anyOf(str(), int())],
  "an integer becomes a multiple of one": [int(), num({ multipleOf: 1 })],
  "a bound among integers": [int({ minimum: 1 }), int({ exclusiveMinimum: 0 })],
  "a bound among numbers": [num({ minimum: 1 }), num({ exclusiveMinimum: 0 })],
  "a bound that multiples reach anyway": [
    int({ minimum: 1, multipleOf: 2 }),
    int({ minimum: 2, multipleOf: 2 }),
  ],
  "a bound that multiples do not reach": [
    int({ minimum: 2, multipleOf: 2 }),
    int({ minimum: 3, multipleOf: 2 }),
  ],
  "a length of a date": [str({ format: "date" }), str({ format: "date", maxLength: 10 })],
  "a length of a date, no longer": [
    str({ format: "date", minLength: 10 }),
    str({ format: "date" }),
  ],
  "a length that no date has": [str({ format: "date" }), str({ format: "date", maxLength: 9 })],
  "a pattern of a date": [
    str({ format: "date" }),
    str({ format: "date", pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
  ],
  "a pattern that not every date has": [
    str({ format: "date" }),
    str({ format: "date", pattern: "^19" }),
  ],
  "a length of a uuid": [str({ format: "uuid" }), str({ format: "uuid", maxLength: 36 })],
  "a length of any text": [str(), str({ maxLength: 10 })],
  "a length of a mail address": [str({ format: "email" }), str({ format: "email", minLength: 3 })],
  "the most of an int32": [
    int({ format: "int32" }),
    int({ format: "int32", maximum: 2_147_483_647 }),
  ],
  "a length in a pattern": [str({ pattern: "^a{1,3}$" }), str({ pattern: "^a+$", maxLength: 3 })],
  "every text": [str(), str({ minLength: 0, pattern: "" })],
  "fields counted by their names": [foo, { ...(foo as object), minProperties: 1 }],
  "fields counted beyond their names": [foo, { ...(foo as object), minProperties: 2 }],
  "a closed object has no more fields": [closedFoo, { ...(closedFoo as object), maxProperties: 1 }],
  "one entry is unique": [list({ maxItems: 1 }), list({ maxItems: 1, uniqueItems: true })],
  "two entries may be alike": [list({ maxItems: 2 }), list({ maxItems: 2, uniqueItems: true })],
  "an empty list": [list({ maxItems: 0 }), list({ items: false })],
  "required by allOf": [both, allOf(foo, bar)],
  "nothing by allOf": [foo, allOf(foo, {})],
  "a rule that is there twice": [
    str({ maxLength: 3 }),
    allOf(str({ maxLength: 3 }), str({ maxLength: 5 })),
  ],
};

export const pairs: Record<string, Pair> = { ...exclusive, ...sets };
