// What the generated table checks requests and responses with: each function makes the check of one kind of value. The table names the
// kinds that its contract has, so that a bundler leaves the others out.
import type { Mistake } from "./errors/invalid-request-error.ts";
import { isObject } from "./is-object.ts";

/**
 * Finds the first mistake in a value, if there is one.
 *
 * @param field the value's place, as names and positions joined by dots; empty for the body itself
 */
export type Check = (value: unknown, field: string) => Mistake | undefined;

/** Text of so many Unicode code points. */
export function text(min?: number, max?: number): Check {
  return (value, field) =>
    typeof value === "string"
      ? outside(countPoints(value, max), min, max, field, "Length", "have a length of")
      : wrongType(field, "string");
}

/** Text in the form that a pattern describes. */
export function matching(pattern: RegExp, check: Check, expected = `match ${pattern.source}`, rule = "pattern"): Check {
  return (value, field) =>
    check(value, field) ?? (pattern.test(value as string) ? undefined : broken(field, rule, expected));
}

/**
 * Absolute `https:` URL; or an `http:` one of this machine, which no service but one on it can reach: receivers in tests
 * have such URLs, and a service that does not take them says so.
 */
export function httpsUrl(max?: number): Check {
  return matching(
    /^(https:\/\/[^\s/?#]+|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?)([/?#]\S*)?$/,
    text(0, max),
    "be an https: URL",
    "https",
  );
}

/** One of some values. */
export function oneOf(...values: unknown[]): Check {
  return (value, field) =>
    values.includes(value)
      ? undefined
      : broken(field, "enum", `be one of ${values.map((one) => JSON.stringify(one)).join()}`);
}

/** Whole number that JavaScript can count to. */
export function integer(min?: number, max?: number): Check {
  return (value, field) =>
    Number.isSafeInteger(value) ? outside(value as number, min, max, field, "imum", "be") : wrongType(field, "integer");
}

/** Finite number. */
export function number(min?: number, max?: number): Check {
  return (value, field) =>
    Number.isFinite(value) ? outside(value as number, min, max, field, "imum", "be") : wrongType(field, "number");
}

/** True or false. */
export const boolean: Check = (value, field) => (typeof value === "boolean" ? undefined : wrongType(field, "boolean"));

export const func: Check = (value, field) =>
  typeof value === "function" ? undefined : broken(field, "type", "be a function");

/** Finite number above zero: of milliseconds, of bytes. */
export const positive: Check = (value, field) =>
  Number.isFinite(value) && (value as number) > 0 ? undefined : broken(field, "minimum", "be a finite number above 0");

/** Whatever there is. */
export const anything: Check = () => undefined;

/** List of so many entries. */
export function list(check: Check, min?: number, max?: number): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return wrongType(field, "array");
    let mistake = outside(value.length, min, max, field, "Items", "have a length of");
    for (const index in value) mistake ??= check(value[index], join(field, index));
    return mistake;
  };
}

const inherited = Object.prototype as unknown as Record<string, unknown>;

/** Object with fields. One that is `undefined` counts as absent; one that is not named here may be anything. */
export function object(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  const checks = Object.entries({ ...required, ...optional });
  return (value, field) => {
    if (!isObject(value)) return wrongType(field, "object");
    for (const [name, check] of checks) {
      const place = join(field, name);
      // What every object has is no field.
      const part = value[name] === inherited[name] ? undefined : value[name];
      const mistake =
        part !== undefined
          ? check(part, place)
          : Object.hasOwn(required, name)
            ? broken(place, "required", "be given")
            : undefined;
      if (mistake) return mistake;
    }
    return undefined;
  };
}

/** Text of a response that is more than spaces. */
export const filled: Check = /* @__PURE__ */ matching(/\S/, /* @__PURE__ */ text(), "be more than spaces");

/** Object of a response: an optional field that is `null` counts as absent, one that is not named here is welcome. */
export function received(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  const check = object(required, optional);
  const names = Object.keys(optional);
  return (value, field) => {
    const nulls = isObject(value) ? names.filter((name) => value[name] === null) : [];
    return check(
      nulls.length > 0 ? { ...(value as object), ...Object.fromEntries(nulls.map((name) => [name])) } : value,
      field,
    );
  };
}

/** Object with these fields alone: another one is a mistyped option, and would be ignored. */
export function options(optional: Record<string, Check>, required?: Record<string, Check>): Check {
  const known = { ...required, ...optional };
  const check = object({ ...required }, optional);
  return (value, field) => {
    const unknown = isObject(value) && Object.keys(value).find((name) => !Object.hasOwn(known, name));
    return typeof unknown === "string"
      ? broken(
          join(field, unknown),
          "additionalProperties",
          `be one of ${Object.keys(known).join()}${didYouMean(unknown, Object.keys(known))}`,
        )
      : check(value, field);
  };
}

/** The known name that was probably meant. */
function didYouMean(name: string, known: string[]): string {
  const found = known.find((one) => isNear(one.toLowerCase(), name.toLowerCase(), 2));
  return found ? `: did you mean \`${found}\`?` : "";
}

/** Whether so many letters that are missing, added or others make one text of the other. */
function isNear(one: string, two: string, edits: number): boolean {
  if (one === two) return true;
  if (one[0] === two[0] && one) return isNear(one.slice(1), two.slice(1), edits);
  const [rest, other] = [one.slice(1), two.slice(1)];
  return edits > 0 && (isNear(rest, two, edits - 1) || isNear(one, other, edits - 1) || isNear(rest, other, edits - 1));
}

/** Anything that passes one of some checks. The mistake is that of the first. */
export function anyOf(...checks: Check[]): Check {
  return (value, field) => {
    const mistakes = checks.map((check) => check(value, field));
    return mistakes.includes(undefined) ? undefined : mistakes[0];
  };
}

/**
 * What is wrong with a number, or with a length. Nothing is outside of a bound that is missing.
 *
 * @param kind what JSON Schema calls the bounds, after `min` and `max`
 * @param verb what the value must do, before the bound
 */
function outside(size: number, min = size, max = size, field: string, kind: string, verb: string): Mistake | undefined {
  if (size < min) return broken(field, `min${kind}`, `${verb} at least ${min}`);
  return size > max ? broken(field, `max${kind}`, `${verb} at most ${max}`) : undefined;
}

/** Code points of a text, which are counted only where its length alone does not tell. */
function countPoints(value: string, max = 0): number {
  return value.length > max ? [...value].length : value.length;
}

function wrongType(field: string, type: string): Mistake {
  return broken(field, "type", `be of type ${type}`);
}

function broken(field: string, rule: string, expected: string): Mistake {
  return [field || "body", rule, expected];
}

function join(field: string, name: string): string {
  return field ? `${field}.${name}` : name;
}
