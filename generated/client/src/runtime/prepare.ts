// Generated from scripts/client/runtime/prepare.ts by `npm run generate`: edit that, not this file.
import type { ContractTable, OperationFacts, ParameterRule, Rule } from "./contract-table.ts";
import { InvalidRequestError, type Mistake } from "./errors/invalid-request-error.ts";
import type { KeyedCallOptions } from "./options.ts";
import { findMistake } from "./validate.ts";

/** What a method of the client was called with. */
export interface CallInput {
  /** Values of the path parameters, in the order of the path. */
  path?: string[];
  /** Query and header parameters. */
  parameters?: object | undefined;
  body?: unknown;
}

type Values = Record<string, unknown>;

/** A request that is ready to be sent, as often as need be: nothing that the caller changes later changes it. */
export interface Prepared {
  facts: OperationFacts;
  params: { path: Values; query: Values; header: Values };
  body: string | undefined;
  idempotencyKey: string | undefined;
}

/** Checks what a call is made with. Throws an `InvalidRequestError` where it breaks a rule of the contract. */
export function prepare(
  { operations, rules }: ContractTable,
  operation: string,
  input: CallInput,
  options: KeyedCallOptions,
): Prepared {
  const facts = operations[operation] as OperationFacts;
  const [keyHeader, keyRule] = facts.key ?? [];
  const idempotencyKey = keyHeader && (options.idempotencyKey ?? makeKey());
  const refuse = (mistake: Mistake): never => {
    throw new InvalidRequestError(operation, mistake, idempotencyKey);
  };
  const check = (rule: Rule, value: unknown, field: string): void => {
    const mistake = findMistake(rule, value, rules, field);
    if (mistake) refuse(mistake);
  };
  const params: Prepared["params"] = { path: {}, query: {}, header: { ...options.headers } };
  facts.path.match(/[^{}]+(?=})/g)?.forEach((name, index) => {
    const value = input.path?.[index];
    check({ min: 1 }, value, name);
    // A URL drops dots, so that the request would go elsewhere.
    if (value === "." || value === "..") refuse([name, "pattern", "be more than dots"]);
    params.path[name] = value;
  });
  for (const name in facts.parameters) {
    const { in: place, required, ...rule } = facts.parameters[name] as ParameterRule;
    const value = (input.parameters as Values | undefined)?.[name];
    if (value === undefined && !required) continue;
    check(rule, value, name);
    params[place][name] = value;
  }
  if (keyHeader && keyRule) {
    check(keyRule, idempotencyKey, "idempotencyKey");
    params.header[keyHeader] = idempotencyKey;
  }
  let body: string | undefined;
  if (facts.body) {
    check({ ref: facts.body }, input.body, "");
    params.header["Content-Type"] = "application/json";
    try {
      body = JSON.stringify(input.body);
    } catch {
      refuse(["body", "json", "be JSON"]);
    }
  }
  return { facts, params, body, idempotencyKey };
}

/** A key with 128 random bits. `randomUUID` is missing on pages that are not served over https. */
function makeKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
