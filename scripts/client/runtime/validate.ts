import type { Rule } from "./contract-table.ts";
import type { Mistake } from "./errors/invalid-request-error.ts";
import { isObject } from "./read-answer.ts";

/** Names of the bounds in JSON Schema, which errors use, and what they bound. */
const bounds = {
  number: ["imum", ""],
  string: ["Length", " characters"],
  object: ["Items", " entries"],
} as const;

/** The first mistake in a value, if there is one. A field that is `undefined` counts as absent. */
export function findMistake(
  rule: Rule,
  value: unknown,
  rules: Record<string, Rule>,
  field: string,
): Mistake | undefined {
  const { type = "string", min, max, anyOf } = rule;
  const known = rules[rule.ref ?? ""];
  if (known) return findMistake(known, value, rules, field);
  if (anyOf) {
    const mistakes = anyOf.map((one) => findMistake(one, value, rules, field));
    return mistakes.includes(undefined) ? undefined : mistakes[0];
  }
  const broken = (name: string, expected: string): Mistake => [field || "body", name, expected];
  if (!(tests[type]?.(value) ?? typeof value === type)) return broken("type", `be of type ${type}`);
  if (rule.enum && !rule.enum.includes(value as string))
    return broken("enum", `be one of ${rule.enum.map((one) => JSON.stringify(one)).join()}`);
  if ((min ?? max) !== undefined) {
    const [word, unit] = bounds[typeof value as keyof typeof bounds];
    const size = typeof value === "number" ? value : count(value as string | unknown[], max);
    // Nothing is less or more than a bound that is missing.
    if (size < (min as number)) return broken(`min${word}`, `have at least ${min}${unit}`);
    if (size > (max as number)) return broken(`max${word}`, `have at most ${max}${unit}`);
  }
  const pattern = rule.https ? "^https://[^\\s/?#]+\\S*$" : rule.pattern;
  if (pattern && !new RegExp(pattern, "u").test(value as string))
    return rule.https ? broken("https", "be an https: URL") : broken("pattern", `match ${pattern}`);

  const { fields, items } = rule;
  const parts = value as Record<string, unknown>;
  for (const name in fields ?? (items && parts)) {
    const part = parts[name];
    const place = field ? `${field}.${name}` : name;
    if (part === undefined && fields) {
      if (rule.required?.includes(name)) return [place, "required", "be given"];
      continue;
    }
    const mistake = findMistake((fields?.[name] ?? items) as Rule, part, rules, place);
    if (mistake) return mistake;
  }
  return undefined;
}

/** Entries of a list, or code points of a text, which are counted only where its length alone does not tell. */
function count(value: string | unknown[], max = 0): number {
  return value.length > max ? [...value].length : value.length;
}

/** Types that `typeof` does not tell. */
const tests: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  array: Array.isArray,
  object: isObject,
};
