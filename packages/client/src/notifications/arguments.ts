import { isObject } from "../check.ts";
import { fields, filled, func, having, must, positive, type Rule } from "../rules.ts";

/** Throws a `TypeError` that says what is wrong with what a function was called with. */
export function checkArgument(rule: Rule, value: unknown, name: string): void {
  const [field, , expected] = rule(value, name) ?? [];
  if (field !== undefined) throw new TypeError(`\`${field}\` must ${expected}.`);
}

/** The body as it came in. A parsed one has lost the bytes that were signed. */
export const rawBodyRule: Rule = /* @__PURE__ */ must(
  (value) => typeof value === "string" || ArrayBuffer.isView(value),
  "be the text or the bytes that came in, not parsed",
);

/** One secret or several. An empty one would verify what anybody signs. */
export const secretsRule: Rule = /* @__PURE__ */ must((value) => {
  const secrets: unknown[] = [value].flat();
  return secrets.length > 0 && secrets.every((secret) => !filled(secret, ""));
}, "be a secret or a list of secrets, none of them empty");

/** A finite number, not below zero. */
export const amount: Rule = /* @__PURE__ */ must(
  (value: number) => Number.isFinite(value) && value >= 0,
  "be a finite number, at least 0",
);

/** How a signature is verified. */
export const verifyRule: Rule = /* @__PURE__ */ fields({ tolerance: amount, now: amount });

/** How notifications are received, of these events. */
export function handlerRule(events: readonly string[]): Rule {
  const on = fields(Object.fromEntries(events.map((event) => [event, func])));
  const known = {
    secrets: (value: unknown, field: string) => (value === false ? undefined : secretsRule(value, field)),
    on,
    onOther: func,
    onError: func,
    seen: having("has", "add"),
    header: filled,
    maxBytes: positive,
    tolerance: amount,
  };
  return fields(known, "secrets", "on");
}

/** Any object. */
export const anObject: Rule = /* @__PURE__ */ must(isObject, "be an object");
