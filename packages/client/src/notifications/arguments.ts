import { type Check, func, number, object, options, positive, text } from "../checks.ts";

/** Throws a `TypeError` that says what is wrong with what a function was called with. */
export function checkArgument(check: Check, value: unknown, name: string): void {
  const mistake = check(value, name);
  if (mistake) throw new TypeError(`\`${mistake[0]}\` must ${mistake[2]}.`);
}

/** The body as it came in. A parsed one has lost the bytes that were signed. */
export const rawBodyCheck: Check = (value, field) =>
  typeof value === "string" || ArrayBuffer.isView(value)
    ? undefined
    : [field, "type", "be the text or the bytes that came in, not parsed"];

/** One secret or several. An empty one would verify what anybody signs. */
export const secretsCheck: Check = (value, field) => {
  const secrets = [value].flat();
  return secrets.length > 0 && secrets.every((secret) => text(1)(secret, "") === undefined)
    ? undefined
    : [field, "type", "be a secret or a list of secrets, none of them empty"];
};

/** How a signature is verified. */
export const verifyCheck: Check = /* @__PURE__ */ options({
  tolerance: /* @__PURE__ */ number(0),
  now: /* @__PURE__ */ number(),
});

/** How notifications are received, of these events. */
export function handlerCheck(events: readonly string[]): Check {
  return options(
    {
      onOther: func,
      onError: func,
      // It may be an object of a class, with fields of its own.
      seen: object({ has: func, add: func }),
      header: text(1),
      maxBytes: positive,
      tolerance: number(0),
    },
    {
      secrets: (value, field) => (value === false ? undefined : secretsCheck(value, field)),
      on: options(Object.fromEntries(events.map((event) => [event, func]))),
    },
  );
}
