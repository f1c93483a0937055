// Checks of values, as the generator puts them together from the contract's shapes.
import type { Mistake } from "./errors.ts";

/**
 * Finds the first mistake in a value, if there is one. Its field is empty if it is the value itself.
 *
 * @param received the status of the response that holds the value: a string with a lower bound must hold more than spaces
 *   there
 */
export type Check = (value: unknown, received?: number) => Mistake | undefined;

export type Fields = Readonly<Record<string, Check>>;

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * Whether a string is an absolute `https:` URL; or an `http:` one of this machine, which no service but one on it can reach:
 * receivers in tests have such URLs.
 */
export function isSafeUrl(value: string): boolean {
  return /^(https:\/\/[^\s/?#]+|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?)([/?#]\S*)?$/.test(
    value,
  );
}

/** A mistake in a part of a value as one of the value. */
export function atField(name: string, mistake: Mistake | undefined): Mistake | undefined {
  return mistake && [mistake[0] ? `${name}.${mistake[0]}` : name, mistake[1], mistake[2]];
}

/** A value that passes a test. A test that throws is not passed. @param expected what the value must do */
export function must(test: (value: never) => unknown, expected: string, rule = "type"): Check {
  return (value) => {
    try {
      if (test(value as never)) return undefined;
    } catch {}
    return ["", rule, expected];
  };
}

/** A value that has to be there is not. */
export const missing: Mistake = ["", "required", "be given"];

/** Any value. */
export const any: Check = () => undefined;

/** One of these values. */
export function oneOf(...values: unknown[]): Check {
  return (value) =>
    values.includes(value)
      ? undefined
      : ["", "enum", `be one of ${values.map((one) => JSON.stringify(one))}`];
}

/** A string in upper or lower case. */
export function inAnyCase(expected: string): Check {
  return (value) =>
    String(value).toLowerCase() === expected.toLowerCase()
      ? undefined
      : ["", "const", `be ${expected}`];
}

/** The type that one of these checks accepts. */
export function anyOf(...variants: Check[]): Check {
  return (value, received) => {
    const found = variants.map((check) => check(value, received));
    return found.includes(undefined) ? undefined : found[0];
  };
}

/** A whole number within bounds, among JavaScript's safe integers. */
export function integer(min?: number, max?: number): Check {
  return typed(Number.isSafeInteger, "integer", (value) => findOutside(value as number, min, max));
}

/** A whole number within bounds that is a `bigint`. */
export function bigint(min?: number, max?: number): Check {
  return typed(
    (value) => typeof value === "bigint",
    "bigint",
    (value) => findOutside(value as number, min, max),
  );
}

/** Any whole number. */
export const anyInteger: Check = /* @__PURE__ */ integer();

/** A number within bounds. */
export function number(min?: number, max?: number): Check {
  return typed(Number.isFinite, "number", (value) => findOutside(value as number, min, max));
}

/** Any number. */
export const anyNumber: Check = /* @__PURE__ */ number();

/** `true` or `false`. */
export const boolean: Check = /* @__PURE__ */ typed(
  (value) => typeof value === "boolean",
  "boolean",
);

/** A string, with bounds of its length in Unicode code points, and a pattern; `https` for an absolute `https:` URL. */
export function string(min?: number, max?: number, form?: string): Check {
  return typed(isString, "string", (value, received) => {
    const given = value as string;
    const mistake = findOutside(
      received ? given.trim().length : [...given].length,
      min,
      max,
      "Length",
    );
    if (mistake || !form) return mistake;
    const fits = form === "https" ? isSafeUrl(given) : new RegExp(form, "u").test(given);
    return fits ? undefined : ["", form === "https" ? form : "pattern", `match ${form}`];
  });
}

/** Any string. */
export const anyString: Check = /* @__PURE__ */ string();

/** A string that is not empty; a received one holds more than spaces. */
export const nonEmptyString: Check = /* @__PURE__ */ string(1);

/** An array, with bounds of its length. */
export function array(items: Check, min?: number, max?: number): Check {
  return typed(Array.isArray, "array", (value, received) => {
    const given = value as unknown[];
    return findOutside(given.length, min, max, "Items") ?? findInAll(items, given, received);
  });
}

/** An object whose names are free. */
export function record(values: Check): Check {
  return typed(isObject, "object", (value, received) =>
    findInAll(values, value as object, received),
  );
}

/** An object with required and optional fields. Fields that are not named may be anything. */
export function object(required: Fields, optional: Fields = {}, others?: Check): Check {
  const known = { ...required, ...optional };
  const checks = Object.entries(known);
  return typed(isObject, "object", (value, received) => {
    for (const [name, check] of checks) {
      // Nothing inherited is sent.
      const part = Object.hasOwn(value as object, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
      const isWrong = part !== undefined || Object.hasOwn(required, name);
      const mistake =
        isWrong && atField(name, part === undefined ? missing : check(part, received));
      if (mistake) return mistake;
    }
    if (!others) return undefined;
    const rest = Object.entries(value as object).filter(([name]) => !Object.hasOwn(known, name));
    return findInAll(others, Object.fromEntries(rest), received);
  });
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Accepts a value that passes the test and in which `more` finds no mistake. */
function typed(test: (value: unknown) => boolean, type: string, more: Check = any): Check {
  return (value, received) =>
    test(value) ? more(value, received) : ["", "type", `be of type ${type}`];
}

function findInAll(check: Check, value: object, received?: number): Mistake | undefined {
  for (const [name, part] of Object.entries(value)) {
    const mistake = atField(name, check(part, received));
    if (mistake) return mistake;
  }
  return undefined;
}

/** The mistake in a number or a length. @param kind what JSON Schema calls the bounds, after `min` and `max` */
function findOutside(size: number, min = size, max = size, kind = "imum"): Mistake | undefined {
  if (size >= min && size <= max) return undefined;
  const verb = kind === "imum" ? "be" : "have a length of";
  return size < min
    ? ["", `min${kind}`, `${verb} at least ${min}`]
    : ["", `max${kind}`, `${verb} at most ${max}`];
}
