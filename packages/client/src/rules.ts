// Rules for what callers hand in besides the values that the contract describes: options and arguments.
import { isObject } from "./check.ts";
import type { Mistake } from "./errors.ts";

/** Finds the mistake in a value, if there is one. @param field the value's name, for the mistake */
export type Rule = (value: unknown, field: string) => Mistake | undefined;

/** A rule that a value keeps where it passes a test. @param expected what the value must do */
export function must(test: (value: never) => unknown, expected: string, rule = "type"): Rule {
  return (value, field) => (test(value as never) ? undefined : [field, rule, expected]);
}

export const positive: Rule = /* @__PURE__ */ must(
  (value: number) => Number.isFinite(value) && value > 0,
  "be a finite number above 0",
  "minimum",
);

export const func: Rule = /* @__PURE__ */ must((value) => typeof value === "function", "be a function");

export const flag: Rule = /* @__PURE__ */ must((value) => typeof value === "boolean", "be true or false");

/** A text that is not empty. */
export const filled: Rule = /* @__PURE__ */ must(
  (value) => typeof value === "string" && value,
  "be a text that is not empty",
);

/** A finite number, not below zero. */
export const amount: Rule = /* @__PURE__ */ must(
  (value: number) => Number.isFinite(value) && value >= 0,
  "be a finite number, at least 0",
);

/** An object with these methods. */
export function having(...methods: string[]): Rule {
  return must(
    (value: Record<string, unknown> | undefined) => methods.every((name) => typeof value?.[name] === "function"),
    `have the methods ${methods}`,
  );
}

/**
 * An object with these fields alone: another one is a mistyped option, and would be ignored. A field that is undefined
 * counts as absent.
 */
export function fields(known: Record<string, Rule>, ...required: string[]): Rule {
  return (value, field) => {
    const names = Object.keys(known);
    const place = (name: string): string => (field ? `${field}.${name}` : name);
    if (!isObject(value)) return [field || "options", "type", "be an object"];
    const missing = required.find((name) => value[name] === undefined);
    let mistake: Mistake | undefined;
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(known, name)) {
        const near = names.find((one) => isNear(one.toLowerCase(), name.toLowerCase(), 2));
        const hint = near === undefined ? "" : `: did you mean \`${near}\`?`;
        return [place(name), "additionalProperties", `be one of ${names}${hint}`];
      }
      if (value[name] !== undefined) mistake ??= known[name]?.(value[name], place(name));
    }
    return mistake ?? (missing === undefined ? undefined : [place(missing), "required", "be given"]);
  };
}

/** Throws a `TypeError` that says what is wrong with what a function was called with. */
export function checkArgument(rule: Rule, value: unknown, name: string): void {
  const [field, , expected] = rule(value, name) ?? [];
  if (field !== undefined) throw new TypeError(`\`${field}\` must ${expected}.`);
}

/** Whether so many letters that are missing, added or others make one text of the other. */
function isNear(one: string, two: string, edits: number): boolean {
  if (one === two) return true;
  if (one[0] === two[0] && one) return isNear(one.slice(1), two.slice(1), edits);
  const [rest, other] = [one.slice(1), two.slice(1)];
  return edits > 0 && (isNear(rest, two, edits - 1) || isNear(one, other, edits - 1) || isNear(rest, other, edits - 1));
}
