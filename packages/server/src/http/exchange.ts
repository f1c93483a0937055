import { parse } from "node:querystring";
import type { Logger } from "../observe/logger.ts";
import type { OperationRule } from "../rules.ts";

/** A request, whatever framework it came through. */
export interface ServerRequest {
  /** Stands in the log, and in the details of an internal error. */
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the client; an empty text where the adapter cannot know it. */
  readonly ip: string;
  /** Logs with the request's id. */
  readonly log: Logger;
  /** What the framework has: `IncomingMessage`, `FastifyRequest`, Express's or Fetch's `Request`. */
  readonly raw: unknown;
}

/** Who calls. `Caller` is the provider's own type. */
export interface Authenticated<Caller> {
  caller: Caller;
  /** Identity of the caller: idempotency keys of different callers never meet. */
  callerId: string;
  /** What rate limits are counted by, where a caller has several keys; `callerId` if absent. */
  apiKey?: string;
}

/** A request and its response under way, as an adapter hands them to the core. */
export interface Exchange {
  readonly request: ServerRequest;
  /** Path parameters, decoded; null stands for one that is no text. */
  params: Record<string, string | null>;
  /** Parsed JSON, undefined where there is no body, or an `UnreadBody`. */
  body: unknown;
  /** Whether texts of the body may hold what is no text; false where its source has no escapes. */
  mayHoldBadText: boolean;
  caller: Authenticated<unknown> | undefined;
  /** Milliseconds that the request has left; undefined before the first wait. */
  timeLeft: number | undefined;
  /** Whether the response is given: nothing changes it any more. */
  readonly isSent: boolean;
  /** Parameters of the query; repeated ones are lists. */
  query(): Record<string, unknown>;
  /** A header of the request, without taking all of them apart. @param name in lower case */
  header(name: string): string | undefined;
  /** @param name in lower case */
  setHeader(name: string, value: string): void;
  /** A header that was set. @param name in lower case */
  getHeader(name: string): string | undefined;
  /** Called once with the response, for who watches requests. */
  onEnd: ((status: number, body: string) => void) | undefined;
  /** Runs what comes after the body in the context of the observer; absent where there is none. */
  resume: ((work: () => void) => void) | undefined;
  /** Gives the response; an empty text is one without a body. @param type of the body; JSON if absent */
  end(status: number, body: string | Uint8Array, type?: string): void;
  /** Ends the exchange after a failure of the server. */
  fail(failure: unknown): void;
}

/** What every host's exchange has. */
export abstract class ExchangeBase implements Exchange {
  params: Exchange["params"] = noParams;
  body: unknown = undefined;
  mayHoldBadText = false;
  caller: Authenticated<unknown> | undefined = undefined;
  timeLeft: number | undefined = undefined;
  onEnd: Exchange["onEnd"] = undefined;
  resume: Exchange["resume"] = undefined;
  /** The operation that the request is for; undefined if there is none. */
  operation: OperationRule | undefined = undefined;
  abstract readonly request: ServerRequest;
  abstract readonly isSent: boolean;
  abstract header(name: string): string | undefined;
  abstract setHeader(name: string, value: string): void;
  abstract getHeader(name: string): string | undefined;
  abstract end(status: number, body: string | Uint8Array, type?: string): void;
  abstract fail(failure: unknown): void;

  query(): Record<string, unknown> {
    const { url } = this.request;
    const start = url.indexOf("?");
    return start < 0 ? {} : parse(url.slice(start + 1));
  }
}

const noParams: Exchange["params"] = Object.freeze({});
