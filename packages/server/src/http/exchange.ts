import type { Cause, ContractTable, ErrorEntry, OperationEntry } from "../contract-table.ts";
import type { Logger } from "../observe/logger.ts";
import {
  errorBody,
  errorFor,
  errorType,
  findContentType,
  jsonType,
} from "../response/error-body.ts";
import { parseQuery } from "./query.ts";
import { requestIdHeader } from "./request-ids.ts";

/** A request, whatever framework it came through. */
export interface ServerRequest {
  /** Stands in the log, and in the details of an internal error. */
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Keyed by names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the client; an empty string if the adapter cannot know it. */
  readonly ip: string;
  /** Logs with the request's id. */
  readonly log: Logger;
  /** The host's own request: `IncomingMessage` of Node, which Express extends, or Fetch's `Request`. */
  readonly raw: unknown;
}

/** A store, by the option that sets it. */
export type FailedStore = "rateLimits" | "idempotency";

/** The caller. `Caller` is the provider's own type. */
export interface Authenticated<Caller> {
  caller: Caller;
  /** Identity of the caller: idempotency keys of different callers never meet. */
  callerId: string;
  /** The key that rate limits count by, if a caller has several keys; `callerId` if absent. */
  apiKey?: string;
}

export const noParams: Exchange["params"] = Object.freeze({});

/** Other code has sent the headers of a response, such as with `flushHeaders()`, and passed the request on. */
export class BegunResponseError extends Error {
  override readonly name = "BegunResponseError";

  constructor() {
    super(
      "Something before the contract's handler has sent the headers of a response and not ended it.",
    );
  }
}

/** The parts of a server's errors. */
interface Answering {
  readonly contract: ContractTable;
  readonly clock: () => number;
}

/** The body of a response; a stream is sent as its parts come. */
export type ResponseBody = string | Uint8Array | AsyncIterable<string>;

export function isStreamed(body: ResponseBody): body is AsyncIterable<string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/** A request and its response under way, as an adapter hands them to the core. */
export abstract class Exchange {
  readonly #service: Answering;
  abstract readonly request: ServerRequest;
  /** The operation that the request is for; undefined if there is none. */
  operation: OperationEntry | undefined = undefined;
  /** Path parameters, decoded; null if the parameter is not valid UTF-8. */
  params: Record<string, string | null> = noParams;
  /** Parsed JSON, undefined if there is no body, or an `UnreadBody`. */
  body: unknown = undefined;
  /** Media type of the body, as the contract writes it. */
  contentType: string | undefined = undefined;
  /** Media type of the response, if its handler chose one of several. */
  responseType: string | undefined = undefined;
  /** Whether strings in the body may contain lone surrogates; false if the JSON has no `\u` escapes. */
  mayHaveInvalidStrings = false;
  identity: Authenticated<unknown> | undefined = undefined;
  /** Whether its handler ended with a success, whatever became of its response. */
  hasSucceeded = false;
  /** Milliseconds that the request has left; undefined before the first wait. */
  timeLeft: number | undefined = undefined;
  /** The error that the request failed with, and the store that failed, for observers. */
  failure: unknown = undefined;
  failedStore: FailedStore | undefined = undefined;
  /** Called once with the response, for request observers. */
  onEnd: ((status: number, body: string) => void) | undefined = undefined;
  /** Headers of the response: names in lower case and values in turn. */
  readonly headers: string[] = [];
  /** Whether a response is sent, by whomever: later ones are dropped. */
  abstract readonly isSent: boolean;
  /** Whether other code has sent the headers of a response that it has not ended. */
  get isBegun(): boolean {
    return false;
  }

  constructor(service: Answering) {
    this.#service = service;
  }

  /** A header of the request, without taking all of them apart. @param name in lower case */
  abstract header(name: string): string | undefined;
  /** @param name in lower case */
  setHeader(name: string, value: string): void {
    const place = this.#placeOf(name);
    if (place < 0) this.headers.push(name, value);
    else this.headers[place + 1] = value;
  }

  /** A header that was set. @param name in lower case */
  getHeader(name: string): string | undefined {
    const place = this.#placeOf(name);
    return place < 0 ? undefined : this.headers[place + 1];
  }

  /** Where the name of a header stands. A value may read like a name. */
  #placeOf(name: string): number {
    for (let place = 0; place < this.headers.length; place += 2)
      if (this.headers[place] === name) return place;
    return -1;
  }

  /** Sends the response; an empty string is one without a body. @param type of the body; JSON if absent */
  end(status: number, body: ResponseBody, type = jsonType): void {
    if (this.isSent) return;
    if (isStreamed(body) || body.length > 0) this.headers.push("content-type", type);
    this.headers.push(requestIdHeader, this.request.id);
    try {
      this.write(status, body);
    } catch (error) {
      // An invalid status or header, such as from a store: the error response has no other headers.
      this.headers.length = 0;
      throw error;
    }
    this.onEnd?.(status, typeof body === "string" ? body : "");
  }

  /** Writes the response with its headers. @throws if the host does not take its status or a header */
  protected abstract write(status: number, body: ResponseBody): void;

  /** Calls a function once the host has ended a response, whoever gave it. */
  onResponseEnd(_ended: (status: number) => void): void {}

  /** Cuts the connection, or answers as shortly as the host can. */
  protected abstract abandon(): void;

  /** Ends the exchange after a failure of the server. Never throws. */
  fail(failure: unknown): void {
    this.sendInternal(failure);
  }

  /** Sends the response of its operation, unless the request has one. */
  sendResponse(status: number, body: ResponseBody): void {
    if (this.isSent) return;
    this.end(status, body, this.responseType ?? findContentType(this.operation, status));
  }

  /** Sends an error; a 401 with the challenge of the operation's security scheme. */
  sendError(error: ErrorEntry, message?: string, details?: unknown): void {
    if (this.isSent) return;
    const { contract, clock } = this.#service;
    const { security } = this.operation ?? {};
    if (error.status === 401 && security) this.setHeader("www-authenticate", security.challenge);
    const body = errorBody(contract, error, clock(), message, details);
    this.end(error.status, body, errorType(contract, error));
  }

  /** Sends the error that the contract has for a cause. */
  sendCause(cause: Cause, message?: string, details?: unknown): void {
    this.sendError(errorFor(this.#service.contract, cause, this.operation), message, details);
  }

  /** Logs a failure of the server, with the request's id. */
  logFailure(failure: unknown): void {
    const about = this.operation && { operation: this.operation.id };
    this.request.log.error({ err: failure, ...about }, "A request failed.");
  }

  /**
   * Sends a 500, or cuts the connection if that fails. The response contains only the request's id, which is also logged.
   * Never throws.
   */
  sendInternal(failure: unknown): void {
    try {
      this.logFailure(failure);
      if (this.isSent) return;
      this.failure = failure;
      this.sendCause("internal", undefined, { requestId: this.request.id });
    } catch {
      this.#abandonSafely();
    }
  }

  /** Cuts the connection of a response that other code has begun. Never throws. */
  cutBegun(): void {
    this.sendInternal(new BegunResponseError());
    this.#cut();
  }

  #abandonSafely(): void {
    if (!this.isSent) this.#cut();
  }

  #cut(): void {
    try {
      this.abandon();
    } catch {
      // Other code has broken the host's response: a timeout ends the connection.
    }
  }

  /** Parameters of the query; repeated ones are lists. */
  query(): Record<string, unknown> {
    return parseQuery(this.request.url);
  }

  /** Passes a failure of a store on, and keeps which store it was. @throws the failure */
  rethrowFromStore(store: FailedStore, failure: unknown): never {
    this.failedStore = store;
    throw failure;
  }
}
