import type { ReadBody } from "../core.ts";
import { Exchange, isStreamed, type ResponseBody, type ServerRequest } from "../http/exchange.ts";
import { isHost, isTarget } from "../http/request-head.ts";
import { requestIdHeader } from "../http/request-ids.ts";
import { type Logger, type LogSettings, RequestLogger } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import { type ParseBody, unread } from "../request/parse-body.ts";
import { BodyTakenError, maxDiscarded } from "../request/read-body.ts";
import type { Bindings, Service } from "../service.ts";
import { sleep } from "../timers.ts";
import { closeFetchHost, type FetchClosing } from "./close-fetch.ts";
import { maxDrain } from "./node/settings.ts";
import { openHost } from "./open-host.ts";

/** The function that Hono, Bun, Deno and Workers call with a request; their other arguments reach `clientAddress`. */
export interface FetchHandler<Rest extends unknown[]> {
  (request: Request, ...rest: Rest): Promise<Response>;
  /**
   * For `Bun.serve({ routes })`, which compares paths as they were sent; the URL of Bun's `fetch` is resolved already, so
   * `/x/../y` would lead to `/y`, past a proxy's rules.
   */
  readonly routes: Readonly<Record<string, (request: Request, ...rest: Rest) => Promise<Response>>>;
  /**
   * Ends the host without resetting a connection under a request, and waits for handlers that still run.
   *
   * @param stop stops the host; if forced it cuts connections: `(force) => server.stop(force)` on Bun
   * @param drainTime milliseconds until connections are cut; 30,000 if absent
   */
  close(stop: (force: boolean) => unknown, drainTime?: number): Promise<void>;
}

/** The handler's options, besides those of the contract. */
export interface FetchSettings<Rest extends unknown[]> extends LogSettings {
  /**
   * Address of the client, which a `Request` does not have. If absent, all clients count as one if a limit is by
   * address.
   */
  clientAddress?: (request: Request, ...rest: Rest) => string;
  /** In front of every path: `/service`; none if absent. */
  prefix?: string;
}

class FetchRequest implements ServerRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly raw: Request;
  /** Whether its body was read to the end, or is being read. */
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
    // Bun gives a path alone if there is no host.
    const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
    this.url = start < 0 ? "/" : url.slice(start);
  }

  /** Called when it is needed: the provider's function may fail, which is a failure of the request. */
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

class FetchExchange extends Exchange {
  readonly request: FetchRequest;
  isSent = false;
  readonly #closing: FetchClosing;
  readonly #respond: (response: Response) => void;

  constructor(
    service: Service,
    closing: FetchClosing,
    request: FetchRequest,
    respond: (response: Response) => void,
  ) {
    super(service);
    this.#closing = closing;
    this.request = request;
    this.#respond = respond;
  }

  header(name: string): string | undefined {
    return this.request.raw.headers.get(name) ?? undefined;
  }

  protected write(status: number, body: ResponseBody): void {
    const given: Record<string, string> = {};
    for (let at = 0; at < this.headers.length; at += 2)
      given[this.headers[at] as string] = this.headers[at + 1] as string;
    const { raw, isRead, method } = this.request;
    const isHead = method === "HEAD";
    const isGet = isHead || method === "GET";
    const length = raw.headers.get("content-length");
    // Hosts make the whole request of what they have when its body is looked at.
    const hasNoBody =
      length === "0" || (isGet && length === null && !raw.headers.has("transfer-encoding"));
    const unreadBody = isRead || hasNoBody ? null : raw.body;
    // A GET may have a body all the same, which some hosts do not show.
    const mayHaveBody = unreadBody !== null || (isGet && !hasNoBody);
    const { isClosing, held } = this.#closing;
    // Bun goes on reading a refused body for as long as it is sent, unless the connection ends.
    if (isClosing || (mayHaveBody && isLong(length))) given.connection = "close";
    const sent = isStreamed(body) ? toReadable(body) : (body as string);
    const hasNothing = isHead || (!isStreamed(body) && body.length === 0);
    const response = new Response(hasNothing ? null : sent, { status, headers: given });
    this.isSent = true;
    if (held) held.then(() => this.#respond(response));
    else this.#respond(response);
    if (unreadBody) (isDeno ? readSlowly(unreadBody) : unreadBody.cancel()).catch(() => {});
  }

  protected abandon(): void {
    this.isSent = true;
    this.#respond(new Response(null, { status: 500 }));
  }
}

/**
 * Makes a handler of Fetch requests with every operation of a contract.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function makeFetchHandler<Rest extends unknown[]>(
  bindings: Bindings,
  options: AnyOptions & FetchSettings<Rest>,
): FetchHandler<Rest> {
  const { clientAddress, prefix = "", health } = options;
  // Workers end a timer together with the request that set it.
  const isTimerShared = false;
  const host = openHost(bindings, options, readFetchBody, prefix, isTimerShared);
  const { service, core, makeId } = host;
  const closing: FetchClosing = { isClosing: false, held: undefined, arrivedAt: 0 };

  function handle(exchange: FetchExchange): void {
    const { method, url, raw } = exchange.request;
    host.answer(exchange, host.find(method, url), hasUnambiguousHead(raw));
  }

  const open = (
    request: Request,
    rest: Rest,
    answer: (exchange: FetchExchange) => void,
  ): Promise<Response> => {
    closing.arrivedAt = performance.now();
    const own = new FetchRequest(
      request,
      makeId(request.headers.get(requestIdHeader)),
      () => clientAddress?.(request, ...rest) ?? "",
      service.log,
    );
    return new Promise((resolve) => answer(new FetchExchange(service, closing, own, resolve)));
  };
  const respond = (request: Request, ...rest: Rest): Promise<Response> =>
    open(request, rest, handle);
  const refuse = (request: Request, ...rest: Rest): Promise<Response> =>
    open(request, rest, (exchange) =>
      core.handle(exchange, core.find("", ""), hasUnambiguousHead(request)),
    );
  const paths = [...core.paths.map(toPattern), ...(health ? [prefix + health] : [])];
  return Object.assign(respond, {
    routes: { ...Object.fromEntries(paths.map((path) => [path, respond])), "/*": refuse },
    close: (stop: (force: boolean) => unknown, drainTime = maxDrain) =>
      closeFetchHost(closing, service.running, stop, drainTime),
  });
}

/** A stream as hosts take it; not every one has `ReadableStream.from`. */
function toReadable(body: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** A path as routers have it: `/things/:id`. What comes after a step such as `{id}.json`, which Bun has no form for, is open. */
const toPattern = (path: string): string =>
  path.replace(/\/(?:[^/{]+\{|\{[^}]*\}[^/]).*/s, "/*").replace(/\{([^}]+)\}/g, ":$1");

/** Whether a request has a target of HTTP, one host at most, and one caller: hosts join headers of one name by commas. */
function hasUnambiguousHead({ url, headers }: Request): boolean {
  const isSingle = (name: string): boolean => !headers.get(name)?.includes(", ");
  return (
    isTarget(url) &&
    isHost(headers.get("host") ?? "") &&
    isSingle("authorization") &&
    isSingle("content-type")
  );
}

const isDeno = "Deno" in globalThis;

/**
 * Throws away the rest of a refused body: a mebibyte at once, then a chunk a second. Deno reads all of a body
 * that is cancelled, and keeps the connection of one that nothing reads.
 */
async function readSlowly(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  let left = maxDiscarded;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    left -= part.value.length;
    if (left < 0) await sleep(1_000, undefined, { ref: false });
  }
}

/** Whether more of a body may come than is worth reading. @param length value of its header */
function isLong(length: string | null): boolean {
  return length === null || Number(length) > maxDiscarded;
}

const tooLarge = unread("body-too-large");

const readFetchBody: ReadBody = ({ request }, limit, parse, done) => {
  const own = request as FetchRequest;
  const { raw } = own;
  const length = raw.headers.get("content-length");
  const fail = (): void => done(unread("malformed-body"));
  if (raw.bodyUsed) throw new BodyTakenError();
  if (Number(length) > limit) done(tooLarge);
  // Hosts make the stream of a body when it is first looked at, which is not free.
  else if (length === null && !raw.body) done({ body: undefined, mayHaveInvalidStrings: false });
  else {
    own.isRead = true;
    // Its length is known, and the host holds it to that.
    if (length !== null) raw.arrayBuffer().then((bytes) => done(parse(Buffer.from(bytes))), fail);
    else
      readStream(raw, limit, parse).then((parsed) => {
        own.isRead = parsed !== tooLarge;
        done(parsed);
      }, fail);
  }
};

async function readStream(request: Request, limit: number, parse: ParseBody) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Not by `for await`, which cancels a stream that it leaves: Deno then reads all of it.
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      reader.releaseLock();
      return tooLarge;
    }
    chunks.push(part.value);
  }
  return parse(Buffer.concat(chunks, length));
}
