import type { Finding } from "../../../contract/src/check/run.ts";
import type { Exchange } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";
import { withoutTolerated } from "../request/tolerate.ts";
import { plain, type Violation } from "../request/violations.ts";
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
      const message = "is not in the contract, and was not sent";
      const left = dropped.map((path) => ({ path, rule: "additionalProperties", message }));
      reportInvalidResponse(service, operation, exchange, status, left);
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
  reportInvalidResponse(service, operation, exchange, status, findings.map(plain));
  throw new InvalidResponseError(`The response ${status} of ${operation.id} breaks the contract.`);
}

/** Logs what does not fit the contract, with its paths and without its values, and reports it. What the hook throws is logged. */
function reportInvalidResponse(
  { options }: Service,
  { id }: OperationRule,
  exchange: Exchange,
  status: number,
  violations: Violation[],
): void {
  const { log } = exchange.request;
  log.error({ operation: id, status, violations }, "A response breaks the contract.");
  const logFailure = (failure: unknown): void =>
    log.error({ err: failure, operation: id }, "onInvalidResponse failed.");
  try {
    const returned: unknown = options.onInvalidResponse?.({ operation: id, status, violations });
    if (isPromise(returned)) returned.then(undefined, logFailure);
  } catch (failure) {
    logFailure(failure);
  }
}
