import type { ValueViolation } from "@packages/contract/src/check/run.ts";
import type { Exchange } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";
import { plain, type Violation } from "../request/violations.ts";
import type { OperationRule } from "../rules.ts";
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

  constructor(service: Service, { id }: OperationRule) {
    this.#service = service;
    this.#id = id;
  }

  /** Reports the mistakes of a response, and fails its request. @throws {InvalidResponseError} */
  refuse(exchange: Exchange, status: number, ...findings: readonly ValueViolation[]): never {
    const violations = findings.map(plain);
    exchange.request.log.error(
      { operation: this.#id, status, violations },
      "A response breaks the contract.",
    );
    this.#callHook(exchange, status, violations);
    throw new InvalidResponseError(`The response ${status} of ${this.#id} breaks the contract.`);
  }

  /** Reports fields and headers that are left out. They are logged once: rows of a database have the same ones each time. */
  reportUnknown(exchange: Exchange, status: number, paths: readonly string[]): void {
    if (paths.length === 0) return;
    const fields = [...new Set(paths.map((path) => path.replace(/(?<=\.|^)\d+(?=\.|$)/g, "*")))]
      .filter((path) => !this.#logged.has(path))
      .slice(0, maxLogged - this.#logged.size);
    for (const path of fields) this.#logged.add(path);
    if (fields.length > 0) {
      exchange.request.log.warn(
        { operation: this.#id, status, fields },
        "Fields of a response are not in the contract and were not sent.",
      );
    }
    const message = "is not in the contract, and was not sent";
    const violations = paths.map((path) => ({ path, rule: "additionalProperties", message }));
    this.#callHook(exchange, status, violations);
  }

  #callHook(exchange: Exchange, status: number, violations: Violation[]): void {
    const operation = this.#id;
    const logFailure = (failure: unknown): void =>
      exchange.request.log.error({ err: failure, operation }, "onInvalidResponse failed.");
    const { onInvalidResponse } = this.#service.options;
    try {
      const returned: unknown = onInvalidResponse?.({ operation, status, violations });
      if (isPromise(returned)) returned.then(undefined, logFailure);
    } catch (failure) {
      logFailure(failure);
    }
  }
}
