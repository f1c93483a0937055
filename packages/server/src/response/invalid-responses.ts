import type { ValueViolation } from "@packages/contract/src/check/run.ts";
import type { OperationEntry } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";
import type { InvalidResponse, ResponseViolation } from "../options.ts";
import type { Service } from "../service.ts";

/** A handler's result that breaks the contract: the request fails before anything of it is committed. */
class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
}

/** Paths of an operation's responses that are remembered as logged. */
const maxLogged = 100;

/** Reports fields of handlers' results that the contract does not have: by their paths, without their values. */
export class InvalidResponses {
  readonly #service: Service;
  readonly #id: string;
  readonly #logged = new Set<string>();

  constructor(service: Service, { id }: OperationEntry) {
    this.#service = service;
    this.#id = id;
  }

  /** Reports the mistakes of a response, and fails its request. @throws {InvalidResponseError} */
  refuse(exchange: Exchange, status: number, ...findings: readonly ValueViolation[]): never {
    const violations = findings.map(toInvalidValue);
    exchange.request.log.error(
      { operation: this.#id, status, violations },
      "A response breaks the contract.",
    );
    this.#callHook(exchange, { status, isSent: false, violations });
    throw new InvalidResponseError(`The response ${status} of ${this.#id} breaks the contract.`);
  }

  /** Reports values that break rules that are not documented, and are sent. Each rule of a field is logged once. */
  reportMismatches(
    exchange: Exchange,
    status: number,
    mismatches: readonly ValueViolation[],
  ): void {
    if (mismatches.length === 0) return;
    const violations = mismatches.map(toInvalidValue);
    const rules = this.#takeNew(
      violations,
      ({ path, rule, limit }) => `${withoutPlaces(path)} ${rule} ${limit}`,
    );
    if (rules.length > 0) {
      exchange.request.log.warn(
        { operation: this.#id, status, violations: rules },
        "A response breaks rules that the provider's document does not state, and was sent.",
      );
    }
    this.#callHook(exchange, { status, isSent: true, violations });
  }

  /** Reports fields and headers that are left out. They are logged once: rows of a database have the same ones each time. */
  reportUnknown(exchange: Exchange, status: number, paths: readonly string[]): void {
    if (paths.length === 0) return;
    const fields = this.#takeNew([...new Set(paths.map(withoutPlaces))], (path) => path);
    if (fields.length > 0) {
      exchange.request.log.warn(
        { operation: this.#id, status, fields },
        "Fields of a response are not in the contract and were not sent.",
      );
    }
    const message = "is not in the contract, and was not sent";
    const violations = paths.map((path) => ({ path, rule: "additionalProperties", message }));
    this.#callHook(exchange, { status, isSent: true, violations });
  }

  /** Those that were not logged before. */
  #takeNew<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): Entry[] {
    return entries.filter((entry) => {
      const name = nameOf(entry);
      const isNew = !this.#logged.has(name) && this.#logged.size < maxLogged;
      if (isNew) this.#logged.add(name);
      return isNew;
    });
  }

  #callHook(exchange: Exchange, invalid: Omit<InvalidResponse, "operation">): void {
    const operation = this.#id;
    const logFailure = (failure: unknown): void =>
      exchange.request.log.error({ err: failure, operation }, "onInvalidResponse failed.");
    const { onInvalidResponse } = this.#service.options;
    try {
      const returned: unknown = onInvalidResponse?.({ operation, ...invalid });
      if (isPromise(returned)) returned.then(undefined, logFailure);
    } catch (failure) {
      logFailure(failure);
    }
  }
}

/** A violation with the figure, pattern or format of its rule, by which logs name it: they do not show quoted strings. */
export function toInvalidValue({
  path,
  rule,
  message,
  limit,
  basis,
}: ValueViolation): ResponseViolation {
  return {
    path,
    rule,
    message,
    ...(limit !== undefined && { limit }),
    ...(basis && { basis }),
  };
}

/** A path in which `*` stands for each position in a list. */
function withoutPlaces(path: string): string {
  return path.replace(/(?<=\.|^)\d+(?=\.|$)/g, "*");
}
