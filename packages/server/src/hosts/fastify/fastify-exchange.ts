import type { Server } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Exchange } from "../../http/exchange.ts";
import { requestIdHeader } from "../../http/request-ids.ts";
import { isBadText } from "../../request/is-bad-text.ts";
import { discardRest } from "../../request/read-body.ts";
import { jsonType } from "../../response/content-types.ts";
import { isDraining } from "../node/end-gracefully.ts";

const exchanges = Symbol("exchange");
type WithExchange = FastifyRequest & { [exchanges]?: FastifyExchange };

/** The exchange of a request of Fastify's: the same one at each step. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): FastifyExchange {
  const known = (request as WithExchange)[exchanges];
  if (known) return known;
  const exchange = new FastifyExchange(request, reply);
  (request as WithExchange)[exchanges] = exchange;
  return exchange;
}

/** The exchange of a request that was admitted. */
export function admittedExchangeOf(request: FastifyRequest): FastifyExchange | undefined {
  return (request as WithExchange)[exchanges];
}

/** A request and its response as Fastify has them: with its ids, its log, its hooks and its handling of errors. */
export class FastifyExchange extends Exchange {
  readonly request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    super();
    this.request = request;
    this.#reply = reply;
    this.params = paramsOf(request);
  }

  get isSent(): boolean {
    return this.#reply.sent;
  }

  override query(): Record<string, unknown> {
    return this.request.query as Record<string, unknown>;
  }

  header(name: string): string | undefined {
    return this.request.headers[name] as string | undefined;
  }

  setHeader(name: string, value: string): void {
    this.#reply.header(name, value);
  }

  getHeader(name: string): string | undefined {
    const value = this.#reply.getHeader(name);
    return value === undefined ? undefined : String(value);
  }

  end(status: number, body: string | Uint8Array, type = jsonType): void {
    if (this.isSent) return;
    // Fastify ends connections from the start of `close` on.
    if (isDraining(this.request.server.server as Server)) this.#reply.raw.removeHeader("connection");
    if (body.length > 0) this.#reply.header("content-type", type);
    this.#reply
      .code(status)
      .header(requestIdHeader, this.request.id)
      .send(body.length === 0 ? undefined : body);
    this.onEnd?.(status, typeof body === "string" ? body : "");
    discardRest(this.request.raw);
  }

  /** Hands a failure to Fastify, whose `onError` hooks see it before the route's error handler answers it. */
  fail(failure: unknown): void {
    if (!this.isSent) this.#reply.send(asError(failure));
  }
}

/** Fastify would take what is no error for a response. */
export function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error("What was thrown is no error.", { cause: failure });
}

function paramsOf({ params }: FastifyRequest): Exchange["params"] {
  const given = params as Record<string, string>;
  for (const name in given) {
    if (!isBadText(given[name] as string)) continue;
    return Object.fromEntries(Object.entries(given).map(([key, text]) => [key, isBadText(text) ? null : text]));
  }
  return given;
}
