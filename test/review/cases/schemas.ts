// Changes of a schema: what each is called, how bad it is where the consumer writes it, and where it reads it.
import type { Severity } from "../../../packages/review/src/change.ts";
import type { Json } from "../tree.ts";

type Letter = "B" | "R" | "S";
/** Kind, and how bad it is for a writer and a reader: `field-became-required B S`. */
type Finding = `${string} ${Letter} ${Letter}`;
type Row = [base: Json, head: Json, finding: Finding, back?: Finding];

const text = { type: "string" };
const fields = (properties: Record<string, Json>, ...required: string[]): Json => ({
  type: "object",
  properties,
  required,
});
const book = fields({ a: text, b: text }, "a");
const cat = {
  type: "object",
  required: ["kind"],
  properties: { kind: { const: "cat" }, lives: { type: "integer" } },
};
const dog = {
  type: "object",
  required: ["kind"],
  properties: { kind: { const: "dog" }, tricks: text },
};
const fox = {
  type: "object",
  required: ["kind"],
  properties: { kind: { const: "fox" }, tail: text },
};

const ofType =
  (type: string) =>
  (rules: Record<string, Json> = {}): Json => ({ type, ...rules });
const str = ofType("string");
const int = ofType("integer");
const num = ofType("number");
const arr = ofType("array");
const obj = ofType("object");
const closedWith = (...given: Parameters<typeof fields>): Json => ({
  ...(fields(...given) as object),
  additionalProperties: false,
});
const closed = closedWith({ a: text, b: text }, "a");
const open = { "x-open-set": true };
const texts = { additionalProperties: text };
const needs = (...names: string[]): Json => obj({ dependentRequired: { a: names } });
const either = { oneOf: [cat, dog] };
const apart = (propertyName: string, mapping?: Json): Json => ({
  ...either,
  discriminator: { propertyName, ...(mapping !== undefined && { mapping }) },
});
/** A field with rules. */
const field = (rules: Record<string, Json>): Json => fields({ a: str(rules) });
const until = (sunset: string): Json => field({ deprecated: true, "x-sunset": sunset });
const uuidBy = (property: string): Json =>
  field({ "x-format-by": { property, formats: { x: "uuid" } } });
const tighter = ["bound-tightened B S", "bound-loosened S R"] as const;
const resized = "format-resized R R";
const looser = ["bound-loosened S R", "bound-tightened B S"] as const;

/** A schema with more alternatives than are compared. */
const crossed = (name: string): Json => {
  const anyOf = (start: string): Json => ({
    anyOf: Array.from({ length: 15 }, (_, index) => obj({ required: [`${start}${index}`] })),
  });
  return { allOf: [anyOf("kind"), anyOf(name)] };
};

const rows: Row[] = [
  [fields({ payerInfo: text }), fields({ payer_info: text }), "field-renamed R B"],
  [fields({ a: text }, "a"), fields({ A: text }, "A"), "required-field-renamed B B"],
  [{ ...either, ...open }, { oneOf: [cat, dog, fox], ...open }, "known-alternative-added S S"],
  [{ ...either, ...open }, either, "values-became-listed B S", "values-became-open S R"],
  [int({ format: "int64" }), int({ format: "int32" }), "format-narrowed B S", "format-widened S R"],
  [book, fields({ a: text, b: text }, "a", "b"), "field-became-required B S"],
  [book, fields({ a: text, b: text }), "field-became-optional S B"],
  [book, fields({ a: text, b: text, c: int() }, "a", "c"), "required-field-added B S"],
  [
    book,
    fields({ a: text, b: text, c: int({ default: 1 }) }, "a", "c"),
    "required-field-added B S",
  ],
  [book, fields({ a: text, b: text, c: int() }, "a"), "field-added S S"],
  [book, fields({ a: text }, "a"), "field-removed R B"],
  [book, fields({ b: text }), "required-field-removed R B"],
  [closed, closedWith({ a: text }, "a"), "field-removed-and-refused B B"],
  [closed, closedWith({ b: text }), "required-field-removed-and-refused B B"],
  [closed, closedWith({ a: text, b: text, c: text }, "a"), "field-added-to-closed S R"],
  [obj(texts), obj({ properties: { a: text }, ...texts }), "field-named S S", "field-unnamed S S"],
  [book, closed, "further-fields-refused B S", "further-fields-allowed S R"],
  [book, { ...(book as object), additionalProperties: text }, "further-fields-refused B S"],
  [obj(texts), obj({ additionalProperties: int() }), "type-changed B B"],
  [text, int(), "type-changed B B"],
  [book, arr({ items: book }), "type-changed B B"],
  [num(), int(), "type-narrowed B S", "type-widened S B"],
  [text, { type: ["string", "integer"] }, "type-widened S B", "type-narrowed B S"],
  [{}, text, "type-narrowed B S", "type-widened S B"],
  [text, { type: ["string", "null"] }, "null-added S B", "null-removed B S"],
  [text, { anyOf: [text, { type: "null" }] }, "null-added S B"],
  [text, str({ nullable: true }), "null-added S B"],
  [text, str({ enum: ["x", "y"] }), "values-became-listed B S", "values-no-longer-listed S R"],
  [str({ enum: ["x", "y"] }), str({ enum: ["x"] }), "value-removed B S", "value-added S R"],
  [
    str({ enum: ["x"], ...open }),
    str({ enum: ["x", "y"], ...open }),
    "known-value-added S S",
    "known-value-removed B S",
  ],
  [str({ enum: ["x"], ...open }), str({ enum: ["x", "y"] }), "values-became-listed B S"],
  [
    str({ enum: ["x"] }),
    str({ enum: ["x"], ...open }),
    "values-became-open S R",
    "values-became-listed B S",
  ],
  [str({ enum: ["x"] }), { anyOf: [str({ enum: ["x"] }), text] }, "values-became-open S R"],
  [{ const: "x" }, { const: "y" }, "values-replaced B B"],
  [str({ enum: ["a", "paid"] }), str({ enum: ["a", "PAID"] }), "value-respelled B B"],
  [
    str({ "x-extensible-enum": ["x"] }),
    str({ "x-extensible-enum": ["y"] }),
    "known-value-removed B S",
  ],
  [text, { const: "x" }, "values-became-listed B S"],
  [int({ enum: [1, 2] }), int({ enum: [1] }), "value-removed B S"],
  [int({ maximum: 9 }), int({ maximum: 8 }), ...tighter],
  [int(), int({ maximum: 10 }), ...tighter],
  [int({ minimum: 1 }), int({ minimum: 2 }), ...tighter],
  [num({ minimum: 1 }), num({ exclusiveMinimum: 1 }), ...tighter],
  [num({ maximum: 1 }), num({ exclusiveMaximum: 1 }), ...tighter],
  [num({ exclusiveMinimum: 1 }), num({ exclusiveMinimum: 2 }), ...tighter],
  [int({ exclusiveMinimum: 3.5 }), int({ exclusiveMinimum: 4 }), ...tighter],
  [int(), int({ multipleOf: 5 }), ...tighter],
  [int({ multipleOf: 5 }), int({ multipleOf: 10 }), ...tighter],
  [int({ multipleOf: 3 }), int({ multipleOf: 5 }), "bound-changed B R"],
  [num({ multipleOf: 0.01 }), num({ multipleOf: 0.1 }), ...tighter],
  [str({ maxLength: 9 }), str({ maxLength: 8 }), ...tighter],
  [text, str({ minLength: 1 }), ...tighter],
  [arr({ items: text, maxItems: 9 }), arr({ items: text, maxItems: 8 }), ...tighter],
  [arr({ items: text, minItems: 1 }), arr({ items: text }), ...looser],
  [arr({ items: text }), arr({ items: text, uniqueItems: true }), ...tighter],
  [obj({ maxProperties: 3 }), obj({ maxProperties: 2 }), ...tighter],
  [obj({ minProperties: 1 }), obj(), ...looser],
  [arr({ items: text }), arr({ items: int() }), "type-changed B B"],
  [arr({ items: book }), arr({ items: fields({ a: text }, "a") }), "field-removed R B"],
  [arr({ prefixItems: [text, text] }), arr({ prefixItems: [text, int()] }), "type-changed B B"],
  [text, str({ pattern: "^a" }), "pattern-added B S", "pattern-removed S R"],
  [
    str({ pattern: "^[a-z]{1,4}$" }),
    str({ pattern: "^[a-z]{1,2}$" }),
    "pattern-narrowed B S",
    "pattern-widened S R",
  ],
  [str({ pattern: "^[a-m]{1,2}$" }), str({ pattern: "^[h-z]{1,2}$" }), "pattern-changed B R"],
  [str({ pattern: "^(?!0)[0-9]+$" }), str({ pattern: "^[1-9][0-9]*$" }), "pattern-unclear R R"],
  // What a list says and what a limit or a pattern says is compared by the values that are allowed.
  [str({ enum: ["a", "b"] }), str({ pattern: "^[abc]$" }), "values-no-longer-listed S R"],
  [str({ enum: ["a", "bc"] }), str({ enum: ["a", "bc"], maxLength: 1 }), "value-removed B S"],
  [int({ enum: [1, 2] }), int({ minimum: 1 }), "values-no-longer-listed S R"],
  [str({ pattern: "^[a-z]{1,9}$" }), str({ pattern: "^[a-z]+$", maxLength: 9 }), "none S S"],
  [
    str({ pattern: "^[a-z]{1,9}$" }),
    str({ pattern: "^[a-z]+$", maxLength: 8 }),
    "bound-tightened B S",
  ],
  [str({ pattern: "^[0-9]{11}$" }), str({ pattern: "^\\d{11}$", minLength: 11 }), "none S S"],
  [text, str({ format: "uuid" }), "format-added B S", "format-removed S R"],
  [str({ format: "date" }), str({ format: "date-time" }), "format-changed B B"],
  [str({ format: "iri" }), str({ format: "uri" }), "format-narrowed B S", "format-widened S R"],
  [int({ format: "int32" }), int({ format: "uint32" }), "format-changed B B"],
  [int(), num({ multipleOf: 1 }), "bound-tightened S S"],
  [text, str({ pattern: "", not: false }), "pattern-added S S"],
  [str({ enum: ["a"] }), str({ enum: ["a"], maxLength: 1 }), "bound-tightened S S"],
  [
    int({ format: "int32", minimum: 0 }),
    int({ format: "uint32", minimum: 0 }),
    "format-widened S R",
  ],
  [num({ format: "double" }), num({ format: "float" }), "format-narrowed B S"],
  [str({ contentEncoding: "base64" }), str({ contentEncoding: "base16" }), "format-changed B B"],
  [{ anyOf: [cat, dog] }, { anyOf: [cat] }, "alternative-removed B S"],
  [either, { oneOf: [cat, dog, fox] }, "alternative-added S B"],
  [{ anyOf: [book, cat] }, { oneOf: [book, cat] }, "overlap-refused B S", "overlap-taken S R"],
  [
    { anyOf: [str({ not: text }), text] },
    { oneOf: [str({ not: text }), text] },
    "overlap-maybe-refused R S",
    "overlap-maybe-taken S R",
  ],
  [either, { oneOf: [cat, { ...dog, required: ["kind", "tricks"] }] }, "field-became-required B S"],
  [
    book,
    { allOf: [book, obj({ required: ["b"] })] },
    "field-became-required B S",
    "field-became-optional S B",
  ],
  [obj(), obj({ propertyNames: { pattern: "^x" } }), "rule-added B S", "rule-removed S R"],
  [obj(), needs("b"), "rule-added B S"],
  [needs("b"), needs("b", "c"), "field-became-required B S"],
  [str({ not: { const: "x" } }), str({ not: { const: "y" } }), "rule-changed R R"],
  [crossed("a"), crossed("b"), "schema-unclear R R"],
  [int({ format: "unix-time" }), int({ format: "unix-millis" }), "format-changed B B"],
  [
    int({ format: "int64", maximum: 9, minimum: 0 }),
    int({ format: "int32", maximum: 9, minimum: 0 }),
    resized,
  ],
  [arr({ prefixItems: [text], items: false }), arr({ prefixItems: [text] }), ...looser],
  [
    obj({ properties: { a: int() }, ...texts }),
    obj(texts),
    "field-removed-and-refused B B",
    "type-changed B B",
  ],
  [obj(), obj({ patternProperties: { "^x": text } }), "rule-added B S"],
  [arr(), arr({ contains: text }), "rule-added B S"],
  [arr({ contains: text, minContains: 1 }), arr({ contains: text, minContains: 2 }), ...tighter],
  [text, str({ if: { minLength: 3 }, else: { pattern: "^a" } }), "rule-added B S"],
  [text, str({ not: { const: "x" } }), "rule-added B S", "rule-removed S R"],
  [field({}), field({ default: "x" }), "default-added S S", "default-removed R R"],
  [field({ default: "x" }), field({ default: "y" }), "default-changed B R"],
  [field({}), field({ readOnly: true }), "field-removed R S"],
  [field({}), field({ writeOnly: true }), "field-removed S B"],
  [field({}), until("2099-01-01"), "deprecated S S"],
  [
    field({}),
    field({ deprecated: true }),
    "deprecated-without-date R R",
    "deprecation-withdrawn S S",
  ],
  [until("2099-01-01"), until("2098-01-01"), "sunset-earlier B B", "sunset-later S S"],
  [until("2098-01-01"), field({ deprecated: true }), "sunset-removed R R"],
  [field({ "x-personal": true }), field({}), "personal-removed R R", "personal-added S S"],
  [field({}), field({ "x-invalid": { "*": "BAD_A" } }), "rule-code-added R S"],
  [
    field({ "x-invalid": { pattern: "BAD_A" } }),
    field({ "x-invalid": { pattern: "BAD_B" } }),
    "rule-code-changed B S",
  ],
  [field({ "x-invalid": { pattern: "BAD_A" } }), field({}), "rule-code-removed B S"],
  [uuidBy("b"), uuidBy("c"), "format-changed B B"],
  [apart("kind"), apart("sort"), "discriminator-changed B B"],
  [either, apart("kind"), "discriminator-added S S", "discriminator-removed R R"],
  [
    apart("kind", { cat: "Cat" }),
    apart("kind", { cat: "Cat", dog: "Dog" }),
    "mapping-added S R",
    "mapping-removed B S",
  ],
];

const severities: Record<string, Severity> = { B: "breaking", R: "risky", S: "safe" };

export const schemaCases = rows.flatMap(([base, head, finding, back]) => {
  const caseOf = (from: Json, to: Json, said: Finding) => {
    const [kind = "", writes = "", reads = ""] = said.split(" ");
    const title = `${kind}: ${JSON.stringify(to)}`;
    const ofWriter = severities[writes] ?? "safe";
    const ofReader = severities[reads] ?? "safe";
    return { title, base: from, head: to, kind, writes: ofWriter, reads: ofReader };
  };
  return [caseOf(base, head, finding), ...(back === undefined ? [] : [caseOf(head, base, back)])];
});
