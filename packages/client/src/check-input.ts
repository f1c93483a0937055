import { type Check, matching, text } from "./checks.ts";
import type { OperationFacts } from "./contract-table.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import type { Parameters } from "./parameters.ts";

/** What an operation is called with. */
export interface CallInput {
  /** Values of the path parameters. */
  path?: Record<string, unknown> | undefined;
  /** Query and header parameters. */
  parameters?: object | undefined;
  body?: unknown;
}

// A URL drops dots, so that the request would go elsewhere, and cannot hold half of a character.
const pathCheck: Check = /* @__PURE__ */ matching(
  /^(?!\.+$)\P{Surrogate}+$/u,
  /* @__PURE__ */ text(1),
  "be whole characters, and more than dots",
);

/** Checks what a call is made with. Throws an `InvalidRequestError` where it breaks a rule of the contract. */
export function checkInput(operation: string, facts: OperationFacts, input: CallInput): Parameters | undefined {
  const refuse = (mistake: ReturnType<Check>): void => {
    if (mistake) throw new InvalidRequestError(operation, mistake);
  };
  if (facts.body && !(facts.bodyOptional && input.body === undefined)) refuse(facts.body(input.body, ""));
  return facts.parameters?.(input.parameters, refuse);
}

/** Puts values into a path. Throws an `InvalidRequestError` where one would lead elsewhere. */
export function fillPath(operation: string, path: string, values: Record<string, unknown>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const mistake = pathCheck(values[name], name);
    if (mistake) throw new InvalidRequestError(operation, mistake);
    return encodeURIComponent(values[name] as string);
  });
}
