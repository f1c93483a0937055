import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReadBody } from "../../core.ts";
import { Exchange, type ServerRequest } from "../../http/exchange.ts";
import { Head } from "../../http/request-head.ts";
import { requestIdHeader } from "../../http/request-ids.ts";
import { type Logger, RequestLogger } from "../../observe/logger.ts";
import { discardRest, readBody } from "../../request/read-body.ts";
import { jsonType } from "../../response/error-body.ts";
import { sendInternal } from "../../response/respond.ts";
import type { Host } from "../open-host.ts";

/** State that the requests of a server share. */
export interface NodeHost extends Pick<Host, "service" | "makeId"> {
  /** Address of the client. */
  addressOf: (message: IncomingMessage) => string;
}

class NodeRequest implements ServerRequest {
  readonly id: string;
  readonly raw: IncomingMessage;
  readonly #host: NodeHost;
  #log: Logger | undefined;

  constructor(host: NodeHost, message: IncomingMessage, id: string | undefined) {
    this.#host = host;
    this.id = host.makeId(id);
    this.raw = message;
  }

  get method(): string {
    return this.raw.method as string;
  }

  get url(): string {
    return this.raw.url as string;
  }

  get headers(): ServerRequest["headers"] {
    return this.raw.headers;
  }

  get ip(): string {
    return this.#host.addressOf(this.raw);
  }

  get log(): Logger {
    this.#log ??= new RequestLogger(this.#host.service.log, this.id);
    return this.#log;
  }
}

/** A request and its response as `node:http` has them, and what stands on it. */
export class NodeExchange extends Exchange {
  readonly request: NodeRequest;
  readonly head: Head;
  isSent = false;
  readonly #host: NodeHost;
  readonly #response: ServerResponse;

  constructor(host: NodeHost, message: IncomingMessage, response: ServerResponse) {
    super();
    this.#host = host;
    this.#response = response;
    this.head = new Head(message);
    this.request = new NodeRequest(host, message, this.head.requestId);
  }

  header(name: string): string | undefined {
    switch (name) {
      case "authorization":
        return this.head.authorization;
      case "content-type":
        return this.head.contentType;
      case "content-length":
        return this.head.contentLength;
      case "content-encoding":
        return this.head.contentEncoding;
      default:
        return this.request.raw.headers[name] as string | undefined;
    }
  }

  end(status: number, body: string | Uint8Array, type = jsonType): void {
    if (this.isSent) return;
    const { headers } = this;
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    if (length > 0) headers.push("content-type", type, "content-length", String(length));
    headers.push(requestIdHeader, this.request.id);
    try {
      this.#response.writeHead(status, headers);
    } catch (error) {
      // An invalid status or header, such as from a store: the response that says so has no other headers.
      headers.length = 0;
      throw error;
    }
    this.isSent = true;
    // A text of ASCII alone needs no encoding.
    this.#response.end(body, length === body.length ? "latin1" : "utf8");
    this.onEnd?.(status, typeof body === "string" ? body : "");
    discardRest(this.request.raw);
  }

  fail(failure: unknown): void {
    sendInternal(this.#host.service, this.operation, this, failure);
  }
}

/** Reads the body of a request of `node:http`. */
export const readNodeBody: ReadBody = (exchange, limit, parse, done) =>
  readBody(
    exchange.request.raw as IncomingMessage,
    exchange.header("content-length"),
    limit,
    parse,
    done,
  );
