import { type Check, matching, text } from "./checks.ts";
import type { ContractTable, OperationFacts } from "./contract-table.ts";
import { InvalidRequestError, type Mistake } from "./errors/invalid-request-error.ts";
import type { KeyedCallOptions } from "./options.ts";

/** What a method of the client was called with. */
export interface CallInput {
  /** Values of the path parameters. */
  path?: Record<string, string>;
  /** Query and header parameters. */
  parameters?: object | undefined;
  body?: unknown;
}

/** A request that is ready to be sent, as often as need be: nothing that the caller changes later changes it. */
export interface Prepared {
  facts: OperationFacts;
  /** Path and query. */
  target: string;
  headers: Headers;
  body: string | undefined;
  idempotencyKey: string | undefined;
}

// A URL drops dots, so that the request would go elsewhere.
const pathCheck: Check = /* @__PURE__ */ matching(/[^.]/, /* @__PURE__ */ text(1), "be more than dots");

/** Checks what a call is made with. Throws an `InvalidRequestError` where it breaks a rule of the contract. */
export function prepare(
  { operations }: ContractTable,
  operation: string,
  input: CallInput,
  options: KeyedCallOptions,
): Prepared {
  const facts = operations[operation] as OperationFacts;
  const idempotencyKey = facts.key && (options.idempotencyKey ?? makeKey());
  const refuse = (mistake: Mistake | undefined): void => {
    if (mistake) throw new InvalidRequestError(operation, mistake, idempotencyKey);
  };
  const attempt = <T>(make: () => T, ...mistake: Mistake): T => {
    try {
      return make();
    } catch {
      throw new InvalidRequestError(operation, mistake, idempotencyKey);
    }
  };
  const headers = attempt(() => new Headers(options.headers), "headers", "type", "be what HTTP allows");
  const path = facts.path.replace(/{(.+?)}/g, (_, name: string) => {
    const value = input.path?.[name] as string;
    refuse(pathCheck(value, name));
    return encodeURIComponent(value);
  });
  const query = facts.parameters?.(input.parameters, headers, refuse) ?? "";
  if (facts.key && idempotencyKey !== undefined) {
    refuse(facts.key.check(idempotencyKey, "idempotencyKey"));
    headers.set(facts.key.header, idempotencyKey);
  }
  let body: string | undefined;
  if (facts.body) {
    refuse(facts.body(input.body, ""));
    headers.set("Content-Type", "application/json");
    body = attempt(() => JSON.stringify(input.body), "body", "json", "be JSON");
  }
  return { facts, target: path + query, headers, body, idempotencyKey };
}

/** A key with 128 random bits. `randomUUID` is missing on pages that are not served over https. */
function makeKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
