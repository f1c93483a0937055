import type { Finding } from "../../../contract/src/check/run.ts";
import type { Exchange } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";
import { plain, type Violation, withoutTolerated } from "../request/violations.ts";
import type { OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";

/** A handler's result that breaks the contract: the request fails before anything of it is committed. */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
}

/** Copies what the contract knows of a value that is about to be sent. @throws {InvalidResponseError} where it breaks the contract */
export type Writer = (exchange: Exchange, status: number, value: unknown) => unknown;

/**
 * Makes the writer of one kind of body. Each field is read once, and what is sent is what was checked. Fields that the
 * contract does not know are left out and reported.
 *
 * @param row of the table; undefined where there must be no value
 * @param at steps to the value in the whole body
 */
export function makeWriter(
  service: Service,
  operation: OperationRule,
  row?: number,
  at: readonly string[] = [],
): Writer {
  const { options } = service;
  const read = row === undefined ? undefined : service.readers(row);
  const logged = new Set<string>();
  return (exchange, status, value) => {
    if (!read) {
      if (value === undefined || value === null) return undefined;
      const finding = { path: at.join("."), rule: "type", message: "must not be there" };
      return refuse(service, operation, exchange, status, [finding]);
    }
    const dropped: string[] = [];
    const { value: copy, findings } = read(value, { dropped, at });
    if (findings.length > 0) {
      const whole = at.reduceRight((inner, step) => ({ [step]: inner }), value);
      const broken = withoutTolerated(findings, operation.id, whole, options.tolerate);
      if (broken.length > 0) refuse(service, operation, exchange, status, broken);
    }
    if (dropped.length > 0) {
      logDropped(operation, exchange, status, dropped, logged);
      const message = "is not in the contract, and was not sent";
      const violations = dropped.map((path) => ({ path, rule: "additionalProperties", message }));
      callHook(service, operation, exchange, status, violations);
    }
    return copy;
  };
}

/** Reports what is wrong with a response, and fails its request. */
export function refuse(
  service: Service,
  operation: OperationRule,
  exchange: Exchange,
  status: number,
  findings: readonly Finding[],
): never {
  const violations = findings.map(plain);
  exchange.request.log.error({ operation: operation.id, status, violations }, "A response breaks the contract.");
  callHook(service, operation, exchange, status, violations);
  throw new InvalidResponseError(`The response ${status} of ${operation.id} breaks the contract.`);
}

/** Most paths of an operation's response of which it is remembered that they were logged. */
const mostLogged = 100;

/** Logs fields that were left out, each once: rows of a database have the same ones every time. */
function logDropped(
  { id }: OperationRule,
  exchange: Exchange,
  status: number,
  dropped: readonly string[],
  logged: Set<string>,
): void {
  const paths = new Set(dropped.map((path) => path.replace(/(?<=\.|^)\d+(?=\.|$)/g, "*")));
  const fields = [...paths].filter((path) => !logged.has(path)).slice(0, mostLogged - logged.size);
  if (fields.length === 0) return;
  for (const path of fields) logged.add(path);
  exchange.request.log.warn(
    { operation: id, status, fields },
    "Fields of a response are not in the contract and were not sent.",
  );
}

/** Reports what does not fit the contract, by its paths and without its values. What the hook throws is logged. */
function callHook(
  { options }: Service,
  { id }: OperationRule,
  exchange: Exchange,
  status: number,
  violations: Violation[],
): void {
  const logFailure = (failure: unknown): void =>
    exchange.request.log.error({ err: failure, operation: id }, "onInvalidResponse failed.");
  try {
    const returned: unknown = options.onInvalidResponse?.({ operation: id, status, violations });
    if (isPromise(returned)) returned.then(undefined, logFailure);
  } catch (failure) {
    logFailure(failure);
  }
}
