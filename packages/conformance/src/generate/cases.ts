import { randomUUID } from "node:crypto";
import {
  type Form,
  follow,
  type Rules,
  type Shape,
  valuesOf,
} from "@packages/contract/src/shapes/shape.ts";
import fc from "fast-check";
import type { RuleBasis } from "../basis.ts";
import {
  type ExpectedError,
  errorByCode,
  errorForCause,
  getShape,
  type Json,
  type Operation,
  type Schema,
} from "../contract.ts";
import { isWellFormedString, leavesWithin } from "../json-values.ts";
import type { Session } from "../session.ts";
import { change, type ExampleField, fieldsOfBody } from "./fields.ts";

/** A body and its description. */
interface BodyCase {
  /** Field and rule: `order.number: missing`. */
  label: string;
  body: Json;
  /** The one field that is changed. */
  path: string[];
}

/** Values of other types, by the type of a right one. */
const wrongTypes: Record<string, Json[]> = {
  string: [0, null, {}],
  number: ["1", 1.5, null, true],
  boolean: ["true", null, 1],
  array: [{}, null, "text"],
  object: ["text", null, []],
};

/** Bodies that break one rule each, for each rule of each field. Bodies that keep the rules after all are left out. */
export function badBodies(session: Session, operation: Operation): BodyCase[] {
  const cases = fieldCases(session, operation, (field) => breakRules(session, field)).filter(
    ({ body }) => brokenRules(session, operation, body).size > 0,
  );
  return affordable(session, operation, cases);
}

/** Bodies at the edges of the rules, which still keep them. */
export function goodBodies(session: Session, operation: Operation): BodyCase[] {
  const examples = (operation.body?.examples ?? []).flatMap(({ name }, index) => {
    const body = session.bodyOf(operation, index);
    return body ? [{ label: `the example '${name}'`, body, path: [] }] : [];
  });
  const cases = fieldCases(session, operation, (field) => keepRules(session, field));
  const good = [...examples, ...cases].filter(
    ({ body }) => brokenRules(session, operation, body).size === 0,
  );
  return affordable(session, operation, good);
}

/** Cases that fit into a window, if its end has to be waited for: of each field, and of each rule, about as many. The seed chooses. */
function affordable(session: Session, { rateLimit }: Operation, cases: BodyCase[]): BodyCase[] {
  const room = rateLimit?.limit ?? Number.POSITIVE_INFINITY;
  if (session.control || session.options.pace === false || cases.length <= room) return cases;
  const start = session.seed % cases.length;
  return Array.from({ length: room }, (_, index) => {
    const at = (start + Math.floor((index * cases.length) / room)) % cases.length;
    return cases[at];
  }).filter((one) => one !== undefined);
}

/** Strings that servers like to change: blanks at the ends, signs of HTML, SQL, URLs and templates, accents in two forms. */
export const unusualText = ` "\\/<b>'; -- &amp; %41+%d {0} $1 çãé e\u0301 €\u{1f600}\n\t `;

/** A string like those of attacks, which firewalls in front of a service refuse. */
const suspiciousText = `<script>alert("1")</script> ' OR 1=1; -- ../../etc/passwd`;

/** Values for a field, undefined for none, each with its description. */
type LabelledValues = [label: string, value: Json | undefined][];

function fieldCases(
  session: Session,
  operation: Operation,
  valuesOf: (field: ExampleField) => LabelledValues,
): BodyCase[] {
  return fieldsOfBody(session.contract, operation).flatMap((field) =>
    valuesOf(field).map(([label, value]) => {
      const base = session.bodyOf(operation) ?? {};
      return {
        label: `${field.path.join(".")}: ${label}`,
        body: change(base, field.path, value),
        path: field.path,
      };
    }),
  );
}

function breakRules(session: Session, field: ExampleField): LabelledValues {
  const { shape, formatBy, value, required, siblings } = field;
  const { minimum, maximum, maxItems }: Rules = shape;
  const listed = valuesOf(shape) ?? [];
  const type = Array.isArray(value) ? "array" : typeof value;
  const values: LabelledValues = [
    ...(required ? [["missing", undefined] as [string, undefined]] : []),
    ...(wrongTypes[type] ?? []).map((wrong): [string, Json] => [
      `${JSON.stringify(wrong)} instead of ${type}`,
      wrong,
    ]),
  ];
  if (listed.length > 0) values.push(["not among the values", "no-such-value"]);
  for (const other of listed.flatMap((one) => session.profile.plausible[String(one)] ?? []))
    values.push([`${other}, not among the values`, other]);
  for (const one of listed) {
    const other = typeof one === "string" ? inAnotherCase(one) : one;
    if (!listed.includes(other)) values.push([`${JSON.stringify(other)}, in another case`, other]);
  }
  if (minimum !== undefined) {
    values.push([`${minimum - 1}, below the minimum`, minimum - 1]);
    if (minimum > 0) values.push([`${-minimum}, below zero`, -minimum]);
  }
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    values.push([`${maximum + 1}, above the maximum`, maximum + 1]);
    // Its lower 32 bits are 1.
    if (maximum < 2 ** 32) values.push([`${2 ** 32 + 1}, more than 32 bits`, 2 ** 32 + 1]);
  }
  if (typeof value === "string") values.push(...brokenTexts(shape, value));
  if (Array.isArray(value) && maxItems !== undefined) {
    values.push([
      "one item too many",
      Array.from({ length: maxItems + 1 }, () => value[0] ?? null),
    ]);
  }
  if (shape.kind === "array" && Array.isArray(value)) {
    const [right = null] = valuesOf(shape.items) ?? value;
    if (valuesOf(shape.items))
      values.push(["a second item with an unknown value", [right, "no-such-value"]]);
    else values.push(["a second item without fields", [right, {}]]);
  }
  for (const format of listFormats(field)) {
    for (const wrong of session.profile.wrong[format] ?? [])
      values.push([`${wrong} as ${format}`, wrong]);
  }
  const { property = "", formats = {} } = formatBy ?? {};
  for (const [kind, format] of Object.entries(formats).filter(
    ([kind]) => kind !== siblings[property],
  )) {
    const sample = session.sample(format);
    if (sample !== undefined) values.push([`a ${format}, the ${property} not ${kind}`, sample]);
  }
  return values;
}

/** Large letters for small ones, or small ones if all are large. */
export const inAnotherCase = (value: string): string =>
  value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();

function brokenTexts(shape: Form, value: string): LabelledValues {
  const { maxLength, patterns = [] }: Rules = shape;
  const isUnion = shape.kind === "union";
  const values: LabelledValues = [["empty", ""]];
  if (maxLength !== undefined) {
    const tooLong = value + (value.at(-1) ?? "a").repeat(maxLength + 1 - value.length);
    values.push(["one character too long", tooLong]);
    // Two characters each, although they look like one and may be written as one.
    values.push([
      `${maxLength} letters, each with an accent of its own`,
      "e\u0301".repeat(maxLength),
    ]);
  }
  if (patterns.length > 0 || isUnion) values.push(["against the pattern", "¬ no pattern ¬"]);
  // A pattern without its anchors takes these, and a column of a fixed width cuts them.
  if (patterns.length > 0)
    values.push(
      ["more behind a right value", value + value.at(-1)],
      ["more in front of a right value", value.at(0) + value],
    );
  // Such a string cannot be stored anywhere, whatever the constraints of the field are.
  values.push(
    ["a zero character inside", `${value.slice(0, 1)}\0`],
    ["half of a surrogate pair", "\ud800"],
  );
  return values;
}

/** Formats that a string may be checked against: its own, that of a variant, and the one that another field selects. */
export function listFormats({ shape, formatBy, siblings }: ExampleField): string[] {
  const chosen = formatBy?.formats[String(siblings[formatBy.property])];
  return chosen === undefined ? listTextFormats(shape) : [chosen];
}

function listTextFormats(shape: Shape): string[] {
  const form = follow(shape);
  if (form.kind === "union") return form.variants.flatMap(listTextFormats);
  return form.kind === "string" && form.format !== undefined ? [form.format] : [];
}

/** Whether a shape accepts any string. */
export function isFreeText(shape: Form): boolean {
  return shape.kind === "string" && shape.format === undefined && shape.patterns.length === 0;
}

/** Values at the edges of the rules of a field, which still keep them. */
export function keepRules(session: Session, field: ExampleField): LabelledValues {
  const { shape, formatBy, value, required } = field;
  const { minimum, maximum, maxLength, maxItems, patterns: [pattern] = [], format }: Rules = shape;
  const values: LabelledValues = required ? [] : [["left out", undefined]];
  if (typeof value === "string" && value !== "") values.push(["empty", ""]);
  if (minimum !== undefined) values.push([`${minimum}, the minimum`, minimum]);
  if (maximum !== undefined) values.push([`${maximum}, the maximum`, maximum]);
  if (maxLength !== undefined && typeof value === "string" && pattern === undefined) {
    // Characters outside the basic plane count as one each, although they are two units of UTF-16.
    values.push([`${maxLength} characters outside the basic plane`, "𝄞".repeat(maxLength)]);
    values.push([`${maxLength} characters`, "x".repeat(maxLength)]);
  }
  if (typeof value === "string" && isFreeText(shape) && isWellFormedString(value)) {
    values.push(["quotes, backslashes, accents and signs", unusualText + value]);
    values.push(["a string that firewalls refuse", suspiciousText + value]);
  }
  if (pattern !== undefined && format === undefined && !formatBy) {
    const fitting = fc.sample(fc.stringMatching(new RegExp(pattern)), {
      seed: session.seed,
      numRuns: 6,
    });
    for (const one of new Set(fitting)) values.push([`${one}, which fits the pattern`, one]);
  }
  const listed = shape.kind === "array" ? valuesOf(shape.items) : undefined;
  // A service may keep each listed value once.
  if (maxItems !== undefined && Array.isArray(value) && !listed) {
    values.push([`${maxItems} items`, Array.from({ length: maxItems }, () => value[0] ?? null)]);
  }
  if (Array.isArray(value)) values.push(["no items", []]);
  for (const one of valuesOf(shape) ?? []) values.push([JSON.stringify(one), one]);
  for (const one of listed ?? []) values.push([JSON.stringify([one]), [one]]);
  if (listed && listed.length > 1)
    values.push(["two items, in another order", [listed.at(-1) ?? null, listed[0] ?? null]]);
  if (shape.kind === "boolean") values.push(["true", true], ["false", false]);
  for (const one of shape.kind === "union" ? listTextFormats(shape) : []) {
    const example = session.sample(one);
    if (example !== undefined) values.push([`a ${one}`, example]);
  }
  for (const format of listFormats(field)) {
    for (const edge of session.profile.edges[format] ?? [])
      values.push([`${edge} as ${format}`, edge]);
  }
  return values;
}

/** Values of a required header that break a rule and survive being sent as one. */
export function badHeaderValues(session: Session, schema: Schema): string[] {
  const { maxLength }: Rules = getShape(session.contract, schema);
  const candidates = [
    "two words",
    "ação",
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
    "\u00a0",
  ];
  return candidates.filter(
    (value) => session.validator.violations(schema, value).length > 0 && isHeaderValue(value),
  );
}

/** Values of a required header at the edges of its rules. */
export function goodHeaderValues(session: Session, schema: Schema): string[] {
  const { maxLength = 100 }: Rules = getShape(session.contract, schema);
  const candidates = [
    randomUUID().padEnd(maxLength, "x"),
    `!"#$%&'()*+,-./:;<=>?@[]^_\`{|}~\\${randomUUID()}`,
  ];
  return candidates.filter((value) => session.validator.violations(schema, value).length === 0);
}

/** Whether a header value arrives unchanged: Latin-1, without blanks at its ends or control characters. */
function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(value) && value.trim() === value;
}

/**
 * Error codes of the rules that a body breaks, undefined for those without one of their own; empty if it breaks none. A
 * contract without error codes has rules all the same.
 */
export function brokenRules(
  { validator }: Pick<Session, "validator">,
  operation: Operation,
  body: Json,
): Set<string | undefined> {
  const codes = new Set(
    validator.violations(operation.body?.schema ?? {}, body).map(({ code }) => code),
  );
  const leaves = leavesWithin(body);
  // A lone surrogate, or a number that programs round, may be reported before the constraints of its field are checked.
  const isBroken = leaves.some((leaf) => typeof leaf === "string" && !isWellFormedString(leaf));
  const isRounded = leaves.some(
    (leaf) => typeof leaf === "number" && Math.abs(leaf) > Number.MAX_SAFE_INTEGER,
  );
  if (isBroken || (isRounded && codes.size > 0)) codes.add(undefined);
  return codes;
}

/** Where the rules that a body breaks come from: from the provider's document, if one of them does. */
export function basisOfRules(
  { contract, validator }: Pick<Session, "contract" | "validator">,
  operation: Operation,
  body: Json,
): RuleBasis {
  // JSON allows lone surrogates: their refusal is a decision of the contract's authors.
  const isWellFormed = leavesWithin(body).every(
    (leaf) => typeof leaf !== "string" || isWellFormedString(leaf),
  );
  if (!isWellFormed) return "assumed";
  // A body that the document does not show has no documented rules.
  const pointer = String(operation.body?.schema.$ref).replace(/^#/, "");
  const ofBody = contract.basis.find((one) => one.pointer === pointer);
  if (ofBody && !ofBody.documented) return ofBody.kind;
  const broken = validator.violations(operation.body?.schema ?? {}, body);
  return (broken.every(({ basis }) => basis) && broken[0]?.basis) || "documented";
}

/** The contract's errors for a body that breaks rules, one for each of them that has one. */
export function expectedErrors(
  session: Pick<Session, "contract" | "validator">,
  operation: Operation,
  body: Json,
): ExpectedError[] {
  const { contract } = session;
  const general = errorForCause(contract, "validation", operation);
  const errors = [...brokenRules(session, operation, body)].map((code) =>
    code === undefined ? general : errorByCode(contract, code),
  );
  return [...new Set(errors)].filter((error) => error !== undefined);
}
