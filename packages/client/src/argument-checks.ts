// Checks of options and arguments, besides the values that the contract describes.
import { atField, type Check, type Fields, isObject, must, object } from "./check.ts";

export const positive: Check = /* @__PURE__ */ must(
  (value: number) => Number.isFinite(value) && value > 0,
  "be a finite number above 0",
  "minimum",
);

export const callback: Check = /* @__PURE__ */ must(
  (value) => typeof value === "function",
  "be a function",
);

/** A non-empty string. */
export const filled: Check = /* @__PURE__ */ must(
  (value) => typeof value === "string" && value,
  "be a non-empty string",
);

/** A finite number, not below zero. */
export const amount: Check = /* @__PURE__ */ must(
  (value: number) => Number.isFinite(value) && value >= 0,
  "be a finite number, at least 0",
);

/** An object with these methods. */
export function withMethods(...methods: string[]): Check {
  return must(
    (value: Record<string, unknown>) => methods.every((name) => typeof value[name] === "function"),
    `have the methods ${methods}`,
  );
}

/** A signal that ends a call. One that cannot be listened to would end the process, by a timer. */
export const signalCheck: Check = /* @__PURE__ */ must(
  (value: AbortSignal | null) => value === null || typeof value.removeEventListener === "function",
  "be an AbortSignal",
);

/**
 * An object with these fields alone: another one is a mistyped option, and would be ignored. A field that is undefined
 * counts as absent.
 */
export function fields(optional: Fields, required: Fields = {}): Check {
  const names = Object.keys({ ...required, ...optional });
  return (value) => {
    const unknown = isObject(value) && Object.keys(value).find((name) => !names.includes(name));
    if (typeof unknown !== "string") return object(required, optional)(value);
    // A mistyped name lacks letters or has them in another order.
    const near = names.find((one) =>
      [...unknown.toLowerCase()].every((letter) => one.toLowerCase().includes(letter)),
    );
    return [
      unknown,
      "additionalProperties",
      `be one of ${names}${near ? `: did you mean \`${near}\`?` : ""}`,
    ];
  };
}

/** Throws a `TypeError` that names the mistake in a function's argument. */
export function checkArgument(check: Check, value: unknown, name: string): void {
  const [field, , expected] = atField(name, check(value)) ?? [];
  if (field !== undefined) throw new TypeError(`\`${field}\` must ${expected}.`);
}
