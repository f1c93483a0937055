// Changes of a schema: what each is called, how bad it is where the consumer writes it, and where it reads it.
import type { Severity } from "../../../packages/review/src/change.ts";
import type { Json } from "../shelf.ts";

type Letter = "B" | "R" | "S";
/** Kind, and how bad it is for a writer and a reader: `field-became-required B S`. */
type Row = [base: Json, head: Json, finding: `${string} ${Letter} ${Letter}`];

const text = { type: "string" };
const fields = (properties: Record<string, Json>, ...required: string[]): Json => ({
  type: "object",
  properties,
  required,
});
const book = fields({ a: text, b: text }, "a");
const cat = { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { type: "integer" } } };
const dog = { type: "object", required: ["kind"], properties: { kind: { const: "dog" }, tricks: text } };
const fox = { type: "object", required: ["kind"], properties: { kind: { const: "fox" }, tail: text } };

const rows: Row[] = [
  [fields({ payerInfo: text }), fields({ payer_info: text }), "field-renamed R B"],
  [fields({ a: text }, "a"), fields({ A: text }, "A"), "required-field-renamed B B"],
  [
    { oneOf: [cat, dog], "x-open-set": true },
    { oneOf: [cat, dog, fox], "x-open-set": true },
    "known-alternative-added S S",
  ],
  [{ type: "integer", format: "int64" }, { type: "integer", format: "int32" }, "format-narrowed B S"],
  [book, fields({ a: text, b: text }, "a", "b"), "field-became-required B S"],
  [book, fields({ a: text, b: text }), "field-became-optional S B"],
  [book, fields({ a: text, b: text, c: { type: "integer" } }, "a", "c"), "required-field-added B S"],
  [book, fields({ a: text, b: text, c: { type: "integer", default: 1 } }, "a", "c"), "required-field-added B S"],
  [book, fields({ a: text, b: text, c: { type: "integer" } }, "a"), "field-added S S"],
  [book, fields({ a: text }, "a"), "field-removed R B"],
  [book, fields({ b: text }), "required-field-removed R B"],
  [
    { ...(book as object), additionalProperties: false },
    { type: "object", properties: { a: text }, required: ["a"], additionalProperties: false },
    "field-removed-and-refused B B",
  ],
  [
    { ...(book as object), additionalProperties: false },
    { type: "object", properties: { b: text }, additionalProperties: false },
    "required-field-removed-and-refused B B",
  ],
  [
    { ...(book as object), additionalProperties: false },
    { type: "object", properties: { a: text, b: text, c: text }, required: ["a"], additionalProperties: false },
    "field-added-to-closed S R",
  ],
  [book, { ...(book as object), additionalProperties: false }, "further-fields-refused B S"],
  [{ ...(book as object), additionalProperties: false }, book, "further-fields-allowed S R"],
  [book, { ...(book as object), additionalProperties: text }, "further-fields-refused B S"],
  [
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: { type: "integer" } },
    "type-changed B B",
  ],
  [text, { type: "integer" }, "type-changed B B"],
  [book, { type: "array", items: book }, "type-changed B B"],
  [{ type: "number" }, { type: "integer" }, "type-narrowed B S"],
  [{ type: "integer" }, { type: "number" }, "type-widened S B"],
  [text, { type: ["string", "integer"] }, "type-widened S B"],
  [{ type: ["string", "integer"] }, text, "type-narrowed B S"],
  [{}, text, "null-removed B S"],
  [text, {}, "type-widened S B"],
  [text, { type: ["string", "null"] }, "null-added S B"],
  [text, { anyOf: [text, { type: "null" }] }, "null-added S B"],
  [text, { type: "string", nullable: true }, "null-added S B"],
  [{ type: ["string", "null"] }, text, "null-removed B S"],
  [text, { type: "string", enum: ["x", "y"] }, "values-became-listed B S"],
  [{ type: "string", enum: ["x", "y"] }, text, "values-no-longer-listed S R"],
  [{ type: "string", enum: ["x", "y"] }, { type: "string", enum: ["x"] }, "value-removed B S"],
  [{ type: "string", enum: ["x"] }, { type: "string", enum: ["x", "y"] }, "value-added S R"],
  [
    { type: "string", enum: ["x"], "x-open-set": true },
    { type: "string", enum: ["x", "y"], "x-open-set": true },
    "known-value-added S S",
  ],
  [
    { type: "string", enum: ["x", "y"], "x-open-set": true },
    { type: "string", enum: ["x"], "x-open-set": true },
    "known-value-removed S S",
  ],
  [{ type: "string", enum: ["x"] }, { type: "string", enum: ["x"], "x-open-set": true }, "values-became-open S R"],
  [{ type: "string", enum: ["x"] }, { anyOf: [{ type: "string", enum: ["x"] }, text] }, "values-became-open S R"],
  [{ type: "string", enum: ["x"], "x-open-set": true }, { type: "string", enum: ["x"] }, "values-became-listed B S"],
  [{ const: "x" }, { const: "y" }, "value-removed B S"],
  [text, { const: "x" }, "values-became-listed B S"],
  [{ type: "integer", enum: [1, 2] }, { type: "integer", enum: [1] }, "value-removed B S"],
  [{ type: "integer", maximum: 9 }, { type: "integer", maximum: 8 }, "bound-tightened B S"],
  [{ type: "integer", maximum: 9 }, { type: "integer", maximum: 10 }, "bound-loosened S R"],
  [{ type: "integer" }, { type: "integer", maximum: 10 }, "bound-tightened B S"],
  [{ type: "integer", maximum: 10 }, { type: "integer" }, "bound-loosened S R"],
  [{ type: "integer", minimum: 1 }, { type: "integer", minimum: 2 }, "bound-tightened B S"],
  [{ type: "integer", minimum: 1 }, { type: "integer", minimum: 0 }, "bound-loosened S R"],
  [{ type: "number", minimum: 1 }, { type: "number", exclusiveMinimum: 1 }, "bound-tightened B S"],
  [{ type: "number", exclusiveMaximum: 1 }, { type: "number", maximum: 1 }, "bound-loosened S R"],
  [{ type: "number", exclusiveMinimum: 1 }, { type: "number", exclusiveMinimum: 2 }, "bound-tightened B S"],
  [{ type: "integer" }, { type: "integer", multipleOf: 5 }, "bound-tightened B S"],
  [{ type: "integer", multipleOf: 5 }, { type: "integer" }, "bound-loosened S R"],
  [{ type: "integer", multipleOf: 5 }, { type: "integer", multipleOf: 10 }, "bound-tightened B S"],
  [{ type: "integer", multipleOf: 10 }, { type: "integer", multipleOf: 5 }, "bound-loosened S R"],
  [{ type: "integer", multipleOf: 3 }, { type: "integer", multipleOf: 5 }, "rule-changed R R"],
  [{ type: "string", maxLength: 9 }, { type: "string", maxLength: 8 }, "bound-tightened B S"],
  [{ type: "string", maxLength: 9 }, { type: "string", maxLength: 10 }, "bound-loosened S R"],
  [text, { type: "string", minLength: 1 }, "bound-tightened B S"],
  [{ type: "string", minLength: 1 }, text, "bound-loosened S R"],
  [{ type: "array", items: text, maxItems: 9 }, { type: "array", items: text, maxItems: 8 }, "bound-tightened B S"],
  [{ type: "array", items: text, minItems: 1 }, { type: "array", items: text }, "bound-loosened S R"],
  [{ type: "array", items: text }, { type: "array", items: text, uniqueItems: true }, "bound-tightened B S"],
  [{ type: "array", items: text, uniqueItems: true }, { type: "array", items: text }, "bound-loosened S R"],
  [{ type: "object", maxProperties: 3 }, { type: "object", maxProperties: 2 }, "bound-tightened B S"],
  [{ type: "object", minProperties: 1 }, { type: "object" }, "bound-loosened S R"],
  [{ type: "array", items: text }, { type: "array", items: { type: "integer" } }, "type-changed B B"],
  [{ type: "array", items: book }, { type: "array", items: fields({ a: text }, "a") }, "field-removed R B"],
  [
    { type: "array", prefixItems: [text, text] },
    { type: "array", prefixItems: [text, { type: "integer" }] },
    "type-changed B B",
  ],
  [text, { type: "string", pattern: "^a" }, "pattern-added B S"],
  [{ type: "string", pattern: "^a" }, text, "pattern-removed S R"],
  [{ type: "string", pattern: "^[a-z]{1,4}$" }, { type: "string", pattern: "^[a-z]{1,2}$" }, "pattern-narrowed B S"],
  [{ type: "string", pattern: "^[a-z]{1,2}$" }, { type: "string", pattern: "^[a-z]{1,4}$" }, "pattern-widened S R"],
  [{ type: "string", pattern: "^[a-m]{1,2}$" }, { type: "string", pattern: "^[h-z]{1,2}$" }, "pattern-changed R R"],
  [text, { type: "string", format: "uuid" }, "format-added B S"],
  [{ type: "string", format: "uuid" }, text, "format-removed S R"],
  [{ type: "string", format: "date" }, { type: "string", format: "date-time" }, "format-changed B B"],
  [{ type: "integer", format: "int32" }, { type: "integer", format: "int64" }, "format-widened S R"],
  [{ type: "integer", format: "int64" }, { type: "integer", format: "int32" }, "format-narrowed B S"],
  [{ type: "number", format: "double" }, { type: "number", format: "float" }, "format-narrowed B S"],
  [{ type: "string", contentEncoding: "base64" }, { type: "string", contentEncoding: "base16" }, "format-changed B B"],
  [{ anyOf: [cat, dog] }, { anyOf: [cat] }, "alternative-removed B S"],
  [{ oneOf: [cat, dog] }, { oneOf: [cat, dog, fox] }, "alternative-added S B"],
  [{ oneOf: [cat, dog] }, { oneOf: [cat, { ...dog, required: ["kind", "tricks"] }] }, "field-became-required B S"],
  [book, { allOf: [book, { type: "object", required: ["b"] }] }, "field-became-required B S"],
  [{ allOf: [book, { type: "object", required: ["b"] }] }, book, "field-became-optional S B"],
  [{ type: "object" }, { type: "object", propertyNames: { pattern: "^x" } }, "rule-added B S"],
  [{ type: "object", propertyNames: { pattern: "^x" } }, { type: "object" }, "rule-removed S R"],
  [{ type: "object" }, { type: "object", dependentRequired: { a: ["b"] } }, "rule-added B S"],
  [
    { type: "object", dependentRequired: { a: ["b"] } },
    { type: "object", dependentRequired: { a: ["c"] } },
    "rule-changed R R",
  ],
  [{ type: "object" }, { type: "object", patternProperties: { "^x": text } }, "rule-added B S"],
  [{ type: "array" }, { type: "array", contains: text }, "rule-added B S"],
  [
    { type: "array", contains: text, minContains: 1 },
    { type: "array", contains: text, minContains: 2 },
    "bound-tightened B S",
  ],
  [text, { type: "string", if: { minLength: 3 }, else: { pattern: "^a" } }, "rule-added B S"],
  [text, { type: "string", not: { const: "x" } }, "rule-added B S"],
  [{ type: "string", not: { const: "x" } }, text, "rule-removed S R"],
  [fields({ a: text }), fields({ a: { ...text, default: "x" } }), "default-added S S"],
  [fields({ a: { ...text, default: "x" } }), fields({ a: { ...text, default: "y" } }), "default-changed B R"],
  [fields({ a: { ...text, default: "x" } }), fields({ a: text }), "default-removed R R"],
  [fields({ a: text }), fields({ a: { ...text, readOnly: true } }), "field-removed R S"],
  [fields({ a: text }), fields({ a: { ...text, writeOnly: true } }), "field-removed S B"],
  [fields({ a: text }), fields({ a: { ...text, deprecated: true, "x-sunset": "2099-01-01" } }), "deprecated S S"],
  [fields({ a: text }), fields({ a: { ...text, deprecated: true } }), "deprecated-without-date S S"],
  [
    fields({ a: { ...text, deprecated: true, "x-sunset": "2099-01-01" } }),
    fields({ a: { ...text, deprecated: true, "x-sunset": "2098-01-01" } }),
    "sunset-earlier B B",
  ],
  [
    fields({ a: { ...text, deprecated: true, "x-sunset": "2098-01-01" } }),
    fields({ a: { ...text, deprecated: true, "x-sunset": "2099-01-01" } }),
    "sunset-later S S",
  ],
  [
    fields({ a: { ...text, deprecated: true, "x-sunset": "2098-01-01" } }),
    fields({ a: { ...text, deprecated: true } }),
    "sunset-removed R R",
  ],
  [fields({ a: { ...text, deprecated: true } }), fields({ a: text }), "deprecation-withdrawn S S"],
  [fields({ a: { ...text, "x-personal": true } }), fields({ a: text }), "personal-removed R R"],
  [fields({ a: text }), fields({ a: { ...text, "x-personal": true } }), "personal-added S S"],
  [fields({ a: text }), fields({ a: { ...text, "x-invalid": { "*": "BAD_A" } } }), "rule-code-added R S"],
  [
    fields({ a: { ...text, "x-invalid": { pattern: "BAD_A" } } }),
    fields({ a: { ...text, "x-invalid": { pattern: "BAD_B" } } }),
    "rule-code-changed B S",
  ],
  [fields({ a: { ...text, "x-invalid": { pattern: "BAD_A" } } }), fields({ a: text }), "rule-code-removed B S"],
  [
    fields({ a: { ...text, "x-format-by": { property: "b", formats: { x: "uuid" } } } }),
    fields({ a: { ...text, "x-format-by": { property: "c", formats: { x: "uuid" } } } }),
    "format-changed B B",
  ],
  [
    { discriminator: { propertyName: "kind" }, oneOf: [cat, dog] },
    { discriminator: { propertyName: "sort" }, oneOf: [cat, dog] },
    "discriminator-changed B B",
  ],
  [{ oneOf: [cat, dog] }, { discriminator: { propertyName: "kind" }, oneOf: [cat, dog] }, "discriminator-added S S"],
  [{ discriminator: { propertyName: "kind" }, oneOf: [cat, dog] }, { oneOf: [cat, dog] }, "discriminator-removed R R"],
  [
    { discriminator: { propertyName: "kind", mapping: { cat: "Cat" } }, oneOf: [cat, dog] },
    { discriminator: { propertyName: "kind", mapping: { cat: "Cat", dog: "Dog" } }, oneOf: [cat, dog] },
    "mapping-added S R",
  ],
  [
    { discriminator: { propertyName: "kind", mapping: { cat: "Cat", dog: "Dog" } }, oneOf: [cat, dog] },
    { discriminator: { propertyName: "kind", mapping: { cat: "Cat" } }, oneOf: [cat, dog] },
    "mapping-removed B S",
  ],
];

const severities: Record<string, Severity> = { B: "breaking", R: "risky", S: "safe" };

export const schemaCases = rows.map(([base, head, finding]) => {
  const [kind = "", writes = "", reads = ""] = finding.split(" ");
  const title = `${kind}: ${JSON.stringify(head)}`;
  return { title, base, head, kind, writes: severities[writes] ?? "safe", reads: severities[reads] ?? "safe" };
});
