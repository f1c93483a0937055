import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadBody } from "../../core.ts";
import {
  Exchange,
  isStreamed,
  type ResponseBody,
  type ServerRequest,
} from "../../http/exchange.ts";
import { Head } from "../../http/request-head.ts";
import { type Logger, RequestLogger } from "../../observe/logger.ts";
import { discardRest, readBody } from "../../request/read-body.ts";
import type { Host } from "../open-host.ts";

/** State that the requests of a server share. */
export interface NodeHost extends Pick<Host, "service" | "makeId"> {
  /** Address of the client. */
  addressOf: (message: IncomingMessage) => string;
}

class IncomingNodeRequest implements ServerRequest {
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

/** Listens to errors of a response, such as of a write of somebody else after its end: one without a listener ends the process. */
export const ignoreError = (): void => {};

/** A request and its response as `node:http` has them, and their state. */
export class NodeExchange extends Exchange {
  readonly request: IncomingNodeRequest;
  readonly head: Head;
  readonly #response: ServerResponse;
  #isSent = false;

  constructor(host: NodeHost, message: IncomingMessage, response: ServerResponse) {
    super(host.service);
    this.#response = response;
    this.head = new Head(message);
    this.request = new IncomingNodeRequest(host, message, this.head.requestId);
    response.on("error", ignoreError);
  }

  /** Middleware may have answered, too. */
  get isSent(): boolean {
    return this.#isSent || this.#response.headersSent;
  }

  override get isBegun(): boolean {
    return !this.#isSent && isBegun(this.#response);
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

  protected write(status: number, body: ResponseBody): void {
    if (isStreamed(body)) {
      this.#response.writeHead(status, this.headers);
      this.#isSent = true;
      sendStream(body, this.#response);
      discardRest(this.request.raw);
      return;
    }
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    if (length > 0) this.headers.push("content-length", String(length));
    this.#response.writeHead(status, this.headers);
    this.#isSent = true;
    // A string in ASCII needs no encoding.
    this.#response.end(body, length === body.length ? "latin1" : "utf8");
    discardRest(this.request.raw);
  }

  override onResponseEnd(ended: (status: number) => void): void {
    watchResponse(this.#response, ended);
  }

  protected abandon(): void {
    this.#response.destroy();
  }
}

/** Sends the parts of a stream as they come; ends the connection if there is a failure. */
function sendStream(body: AsyncIterable<string>, response: ServerResponse): void {
  if (response.req.method === "HEAD") response.end();
  else pipeline(Readable.from(body), response, () => {});
}

/** Whether a response has its headers sent and goes on. */
export function isBegun({ headersSent, writableEnded, destroyed }: ServerResponse): boolean {
  return headersSent && !writableEnded && !destroyed;
}

/** Calls a function when a response has ended that was begun. */
export function watchResponse(response: ServerResponse, ended: (status: number) => void): void {
  response.once("close", () => {
    if (response.headersSent) ended(response.statusCode);
  });
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
