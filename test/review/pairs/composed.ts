// Pairs of schemas whose values JSON Schema can write in several ways. All were written, and their verdicts left to Ajv,
// before the review compared them. 18 more, which write a condition, a negation or a count by another keyword, are
// reported as changes though no value is lost or gained: docs/guides/review-rules.md.
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
  withRules,
} from "./pair.ts";

const kindIs = (kind: string): Json => object({ kind: { const: kind } }, "kind");
const requires = (...names: string[]): Json => ({ required: names });
const not = (schema: Json): Json => ({ not: schema });
const all = object({ kind: enumOf("a", "b"), foo: str(), bar: str() }, "kind");
// biome-ignore lint/suspicious/noThenProperty: the keyword.
const ifKindIsA = { if: kindIs("a"), then: requires("foo") };

export const composed: Record<string, Pair> = {
  "a condition loses what else demands": [
    withRules(all, { ...ifKindIsA, else: requires("bar") }),
    withRules(all, ifKindIsA),
  ],
  "an object as a constant": [{ const: { foo: "a" } }, closed({ foo: { const: "a" } }, "foo")],
  "one of two objects in a list is gone": [
    enumOf({ foo: "a" }, { foo: "b" }),
    enumOf({ foo: "a" }),
  ],
  "values of four types become forms": [
    enumOf("a", 1, null, true),
    anyOf({ const: "a" }, int({ enum: [1] }), { type: "null" }, { const: true }),
  ],
  "a list of values that two types cut": [
    { type: ["string", "integer"], enum: ["a", 1, null, 1.5] },
    enumOf("a", 1),
  ],
  "lists as values become a list of one entry": [
    enumOf([1], [2]),
    list({ items: int({ enum: [1, 2] }), minItems: 1, maxItems: 1 }),
  ],
  "an object or null by its type becomes forms": [
    { type: ["object", "null"], properties: { foo: str() }, required: ["foo"] },
    anyOf(foo, { type: "null" }),
  ],
  "a list of values with null becomes the list or null": [
    { type: ["string", "null"], enum: ["a", "b", null] },
    anyOf(str({ enum: ["a", "b"] }), { type: "null" }),
  ],
  "an integer of a range becomes a number of it": [
    int({ minimum: 0, maximum: 4 }),
    num({ minimum: 0, maximum: 4 }),
  ],
  "an integer or number is a number": [{ type: ["integer", "number"] }, num()],
  "an open bound between integers": [int({ exclusiveMinimum: 0.5 }), int({ minimum: 1 })],
  "the values of a map may be null": [
    { type: "object", additionalProperties: str() },
    { type: "object", additionalProperties: { type: ["string", "null"] } },
  ],
  "names of any pattern are other fields": [
    { type: "object", patternProperties: { ".*": str() } },
    { type: "object", additionalProperties: str() },
  ],
  "other fields are allowed, written out": [
    withRules(object({ foo: str() }), { additionalProperties: true }),
    object({ foo: str() }),
  ],
  "an object of at most no field": [{ type: "object", maxProperties: 0 }, closed({})],
  "a list whose entries have no value": [list({ items: false }), list({ maxItems: 0 })],
  "a closed tuple says its length": [
    list({ prefixItems: [str(), int()], items: false, minItems: 2 }),
    list({ prefixItems: [str(), int()], minItems: 2, maxItems: 2 }),
  ],
  "a tuple may be shorter": [
    list({ prefixItems: [str(), int()], items: false, minItems: 2 }),
    list({ prefixItems: [str(), int()], items: false }),
  ],
  "unique entries of two values end at two": [
    list({ items: enumOf("a", "b"), uniqueItems: true, maxItems: 3 }),
    list({ items: enumOf("a", "b"), uniqueItems: true, maxItems: 2 }),
  ],
  "a pattern that cuts a list of values": [
    str({ enum: ["a", "aa", "b"], pattern: "^a" }),
    str({ enum: ["a", "aa"] }),
  ],
  "parts that contradict each other take nothing": [
    allOf(int({ maximum: 1 }), int({ minimum: 2 })),
    not({}),
  ],
  "lengths side by side are every string": [
    anyOf(str({ maxLength: 2 }), str({ minLength: 3 })),
    str(),
  ],
  "forms in a closed whole": [
    withRules(oneOf(foo, bar), { unevaluatedProperties: false }),
    oneOf(closed({ foo: str() }, "foo"), closed({ bar: str() }, "bar")),
  ],
  "a required field without a value takes no object": [
    withRules({ type: "object" }, { properties: { foo: false }, required: ["foo"] }),
    not({}),
  ],
  "an optional character becomes its list": [str({ pattern: "^a?$" }), str({ enum: ["", "a"] })],
  "a repeated choice becomes its list": [
    str({ pattern: "^(a|b){1,2}$" }),
    str({ enum: ["a", "b", "aa", "ab", "ba", "bb"] }),
  ],
  "both cases of a letter become their list": [
    str({ pattern: "^[aA]$" }),
    str({ enum: ["A", "a"] }),
  ],
  "letters of every script become those of English": [
    str({ pattern: "^\\p{L}+$" }),
    str({ pattern: "^[A-Za-z]+$" }),
  ],
};
