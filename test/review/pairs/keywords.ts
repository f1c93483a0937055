// Pairs of schemas for keywords that few documents use: each was written, and its verdict left to Ajv, before it was compared.
import {
  allOf,
  anyOf,
  closed,
  enumOf,
  int,
  list,
  num,
  object,
  oneOf,
  type Pair,
  str,
  withRules,
} from "./pair.ts";

const open = object({ foo: str(), bar: str() });
const needsBar = { dependentRequired: { foo: ["bar"] } };

export const keywords: Record<string, Pair> = {
  "a field demands another one": [open, withRules(open, needsBar)],
  "a field that is there anyway demands another one": [
    object({ foo: str(), bar: str() }, "foo", "bar"),
    withRules(object({ foo: str(), bar: str() }, "foo"), needsBar),
  ],
  "a field demands another one, as a schema": [
    withRules(open, needsBar),
    withRules(open, { dependentSchemas: { foo: { required: ["bar"] } } }),
  ],
  "a field demands one that is required": [
    object({ foo: str(), bar: str() }, "bar"),
    withRules(object({ foo: str(), bar: str() }, "bar"), needsBar),
  ],
  "names of a pattern have a type": [
    { type: "object" },
    { type: "object", patternProperties: { "^o": { type: "integer" } } },
  ],
  "a composition is closed as a whole": [
    closed({ foo: str(), bar: str() }),
    {
      ...(allOf(object({ foo: str() }), object({ bar: str() })) as object),
      unevaluatedProperties: false,
    },
  ],
  "a closed part refuses the field of another part": [
    allOf(closed({ foo: str() }), object({ bar: str() })),
    closed({ foo: str() }),
  ],
  "unevaluated fields of any kind": [open, withRules(open, { unevaluatedProperties: true })],
  "a type with null whose list lacks null": [
    { type: ["string", "null"], enum: ["a", "b"] },
    { type: "string", enum: ["a", "b"] },
  ],
  "null of a type becomes a form": [{ type: ["string", "null"] }, anyOf(str(), { type: "null" })],
  "null becomes a form beside a type with null": [
    { type: ["string", "null"] },
    oneOf({ type: ["string", "null"] }, { type: "null" }),
  ],
  "two entries become required": [
    list({ prefixItems: [str(), int()], items: false }),
    list({ prefixItems: [str(), int()], items: false, minItems: 2 }),
  ],
  "two entries change places": [
    list({ prefixItems: [str(), int()] }),
    list({ prefixItems: [int(), str()] }),
  ],
  "the first entry as all others": [
    list({ items: str() }),
    list({ prefixItems: [str()], items: str() }),
  ],
  "entries after the first are refused": [
    list({ prefixItems: [str()] }),
    list({ prefixItems: [str()], items: false }),
  ],
  "a list holds a value": [
    list({ items: str() }),
    list({ items: str(), contains: { const: "a" } }),
  ],
  "a list holds none or more of a value": [
    list({ items: str() }),
    list({ items: str(), contains: { const: "a" }, minContains: 0 }),
  ],
  "a string but one": [str(), str({ not: { const: "a" } })],
  "not not": [str(), { not: { not: str() } }, "unclear"],
  "constants with a type become a list": [
    oneOf(str({ const: "a" }), str({ const: "b" })),
    str({ enum: ["a", "b"] }),
  ],
  "names of a list close an object": [
    closed({ foo: str() }),
    { ...(object({ foo: str() }) as object), propertyNames: { enum: ["foo"] } },
    "unclear",
  ],
  "other fields get a type": [
    { type: "object", additionalProperties: str() },
    { type: "object", additionalProperties: anyOf(str(), int()) },
  ],
  "tenths become hundredths": [num({ multipleOf: 0.1 }), num({ multipleOf: 0.01 })],
  "a bound that an open one repeats": [
    num({ minimum: 0, exclusiveMinimum: 0 }),
    num({ exclusiveMinimum: 0 }),
  ],
  "a bound that a tighter one hides": [
    int({ minimum: 1, exclusiveMinimum: 3 }),
    int({ minimum: 4 }),
  ],
  "integers listed as numbers": [int({ enum: [1, 2] }), num({ enum: [1, 2] })],
  "values of several types become forms": [
    enumOf("a", 1, null),
    anyOf(str({ const: "a" }), int({ const: 1 }), { type: "null" }),
  ],
  "a form that demands a field it refuses": [
    str(),
    anyOf(str(), { type: "object", properties: { foo: false }, required: ["foo"] }),
  ],
  "a form that demands more fields than it has": [
    str(),
    anyOf(str(), { ...(closed({ foo: str() }) as object), minProperties: 2 }),
  ],
  "a form for strings beside anything": [anyOf(str(), {}), {}],
  "a length that its pattern has": [
    str({ pattern: "^[ab]{0,5}$" }),
    str({ pattern: "^[ab]{0,5}$", maxLength: 5 }),
  ],
  "a date becomes a time": [str({ format: "date" }), str({ format: "date-time" })],
  "a choice of a list and its entry": [
    oneOf(str(), list({ items: str() })),
    anyOf(str(), list({ items: str() })),
  ],
  "a part that contradicts another in an optional field": [
    object({ foo: false }),
    object({ foo: allOf(int(), str()) }),
  ],
  "a fixed object": [{ const: { foo: "a" } }, closed({ foo: { const: "a" } }, "foo")],
  "a fixed list": [
    { const: ["a"] },
    list({ prefixItems: [{ const: "a" }], minItems: 1, maxItems: 1 }),
  ],
  "unique entries of a list of one value": [
    list({ items: { const: "a" }, maxItems: 2, uniqueItems: true }),
    list({ items: { const: "a" }, maxItems: 1 }),
  ],
};
