import { makeCore, type ReadBody } from "../core.ts";
import type { Authenticated, Exchange, ServerRequest } from "../http/exchange.ts";
import { sendHealth } from "../http/health.ts";
import { isHost } from "../http/host-header.ts";
import { makeRequestIds, requestIdHeader } from "../http/request-ids.ts";
import { type Logger, type LoggerSettings, makeLogger, RequestLogger, silentLogger } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import { parseJson } from "../request/parse-json.ts";
import { readQuery } from "../request/read-query.ts";
import { unread } from "../request/unread-body.ts";
import { jsonType, sendInternal } from "../response/respond.ts";
import type { OperationRule } from "../rules.ts";
import { type Bindings, loadChecks, makeService, type Service } from "../service.ts";

/** What Hono, Bun, Deno and Workers call with a request; what they pass beside it reaches `clientAddress`. */
export type FetchHandler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;

/** How the handler is set up, beside what the contract is about. */
export interface FetchSettings<Rest extends unknown[]> {
  /**
   * Address of the client, which a `Request` does not tell. If absent, all clients count as one where a limit is by
   * address.
   */
  clientAddress?: (request: Request, ...rest: Rest) => string;
  /** In front of every path: `/service`; none if absent. */
  prefix?: string;
  /** Log lines, as JSON, or false for none; level `info` if absent. Credentials and personal fields are redacted. */
  logger?: LoggerSettings | false;
  /** A logger to use instead. */
  loggerInstance?: Logger;
}

class FetchRequest implements ServerRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly raw: Request;
  /** Whether its body is being read, or was. */
  isRead = false;
  readonly #addressOf: () => string;
  readonly #log: Logger;
  #headers: Record<string, string> | undefined;

  constructor(raw: Request, id: string, addressOf: () => string, log: Logger) {
    this.raw = raw;
    this.id = id;
    this.#addressOf = addressOf;
    this.#log = log;
    this.method = raw.method;
    const { url } = raw;
    const start = url.indexOf("/", url.indexOf("://") + 3);
    this.url = start < 0 ? "/" : url.slice(start);
  }

  /** Asked for where it is needed: the provider's function may fail, which is a failure of the request. */
  get ip(): string {
    return this.#addressOf();
  }

  get headers(): Record<string, string> {
    this.#headers ??= Object.fromEntries(this.raw.headers as unknown as Iterable<[string, string]>);
    return this.#headers;
  }

  get log(): Logger {
    return new RequestLogger(this.#log, this.id);
  }
}

class FetchExchange implements Exchange {
  readonly request: FetchRequest;
  params: Exchange["params"] = {};
  body: unknown = undefined;
  mayHoldBadText = false;
  caller: Authenticated<unknown> | undefined = undefined;
  timeLeft: number | undefined = undefined;
  onEnd: Exchange["onEnd"] = undefined;
  resume: Exchange["resume"] = undefined;
  isSent = false;
  operation: OperationRule | undefined = undefined;
  readonly #service: Service;
  readonly #respond: (response: Response) => void;
  readonly #headers: Record<string, string> = {};

  constructor(service: Service, request: FetchRequest, respond: (response: Response) => void) {
    this.#service = service;
    this.request = request;
    this.#respond = respond;
  }

  query(): Record<string, unknown> {
    return readQuery(this.request.url);
  }

  header(name: string): string | undefined {
    return this.request.raw.headers.get(name) ?? undefined;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name];
  }

  end(status: number, body: string, type = jsonType): void {
    if (this.isSent) return;
    this.isSent = true;
    if (body !== "") this.#headers["content-type"] = type;
    this.#headers[requestIdHeader] = this.request.id;
    const isHead = this.request.method === "HEAD";
    this.#respond(new Response(isHead || body === "" ? null : body, { status, headers: this.#headers }));
    this.onEnd?.(status, body);
    const { raw, isRead, method } = this.request;
    // What was refused unread: the host stops taking it.
    if (!isRead && method !== "GET" && !isHead) raw.body?.cancel().catch(() => {});
  }

  fail(failure: unknown): void {
    sendInternal(this.#service, this.operation, this, failure);
  }
}

/**
 * Makes a handler of Fetch requests with every operation of a contract.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export function makeFetchHandler<Rest extends unknown[]>(
  bindings: Bindings,
  options: AnyOptions & FetchSettings<Rest>,
): FetchHandler<Rest> {
  const { logger = {}, loggerInstance, clientAddress, prefix = "", health, ready } = options;
  const log = loggerInstance ?? (logger ? makeLogger(logger, bindings.contract.sensitive) : silentLogger);
  const service = makeService(bindings, options, log);
  const loading = service.checked > 0 ? loadChecks(service, bindings) : undefined;
  const core = makeCore(service, readFetchBody, prefix);
  const makeId = makeRequestIds();

  function handle(exchange: FetchExchange): void {
    const { method, url, raw } = exchange.request;
    const found = core.find(method, url);
    exchange.operation = found.route?.operation;
    const isHealth = health && url.replace(/\?.*$/s, "") === prefix + health && (method === "GET" || method === "HEAD");
    if (isHealth && !found.route) void sendHealth(exchange, ready, false);
    else core.handle(exchange, found, isHost(raw.headers.get("host") ?? ""));
  }

  const respond: FetchHandler<Rest> = (request, ...rest) => {
    const own = new FetchRequest(request, makeId(), () => clientAddress?.(request, ...rest) ?? "", log);
    return new Promise((resolve) => handle(new FetchExchange(service, own, resolve)));
  };
  if (!loading) return respond;
  return (request, ...rest) => loading.then(() => respond(request, ...rest));
}

const readFetchBody: ReadBody = ({ request }, limit, done) => {
  const own = request as FetchRequest;
  const { raw } = own;
  const length = raw.headers.get("content-length");
  const fail = (): void => done(unread("malformed-body"));
  if (Number(length) > limit) done(unread("body-too-large"));
  // Hosts make the stream of a body when it is first looked at, which is not free.
  else if (length === null && !raw.body) done({ body: undefined, mayHoldBadText: false });
  else {
    own.isRead = true;
    // As long as it says how long it is, which the host holds it to.
    if (length !== null) raw.arrayBuffer().then((bytes) => done(parseJson(Buffer.from(bytes))), fail);
    else readStream(raw, limit).then(done, fail);
  }
};

async function readStream(request: Request, limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) return unread("body-too-large");
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks, length));
}
