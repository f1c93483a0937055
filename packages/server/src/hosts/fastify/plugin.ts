import type { IncomingMessage, Server } from "node:http";
import { Readable } from "node:stream";
import type {
  FastifyContentTypeParser,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from "fastify";
import { type Core, isAnswered, type ReadBody, type Route } from "../../core.ts";
import { Exchange, isStreamed, type ResponseBody } from "../../http/exchange.ts";
import { Head } from "../../http/request-head.ts";
import { isDots } from "../../http/router.ts";
import { isPromise } from "../../is-promise.ts";
import type { AnyOptions } from "../../options.ts";
import { isInvalidString, UnreadBody } from "../../request/parse-body.ts";
import { discardRest, readBody } from "../../request/read-body.ts";
import type { Bindings, Service } from "../../service.ts";
import { isDraining, timeLeftToClose } from "../node/end-gracefully.ts";
import { ignoreError, isBegun, readNodeBody, watchResponse } from "../node/node-exchange.ts";
import { type Host, openHost } from "../open-host.ts";

const exchanges = Symbol("exchange");
type WithExchange = FastifyRequest & { [exchanges]?: FastifyExchange };

/** The exchange of a request of Fastify's: the same one at each step. */
function getExchange(
  service: Service,
  request: WithExchange,
  reply: FastifyReply,
): FastifyExchange {
  request[exchanges] ??= new FastifyExchange(service, request, reply);
  return request[exchanges];
}

/** A request and its response as Fastify has them: with its ids, its log, its hooks and its handling of errors. */
class FastifyExchange extends Exchange {
  readonly request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(service: Service, request: FastifyRequest, reply: FastifyReply) {
    super(service);
    this.request = request;
    this.#reply = reply;
    this.params = readParams(request);
    reply.raw.on("error", ignoreError);
  }

  get isSent(): boolean {
    return this.#reply.sent || this.#reply.raw.headersSent;
  }

  override get isBegun(): boolean {
    return isBegun(this.#reply.raw);
  }

  header(name: string): string | undefined {
    return this.request.headers[name] as string | undefined;
  }

  /** Puts the headers that were set onto Fastify's reply. */
  showHeaders(): void {
    for (let at = 0; at < this.headers.length; at += 2)
      this.#reply.header(this.headers[at] as string, this.headers[at + 1]);
  }

  protected write(status: number, body: ResponseBody): void {
    // Fastify ends connections from the start of `close` on.
    if (isDraining(this.request.server.server as Server))
      this.#reply.raw.removeHeader("connection");
    this.showHeaders();
    if (isStreamed(body)) this.#reply.code(status).send(Readable.from(body));
    else this.#reply.code(status).send(body.length === 0 ? undefined : body);
    discardRest(this.request.raw);
  }

  override onResponseEnd(ended: (status: number) => void): void {
    watchResponse(this.#reply.raw, ended);
  }

  protected abandon(): void {
    this.#reply.raw.destroy();
  }

  /** Hands a failure to Fastify, whose `onError` hooks see it before the route's error handler answers it. */
  override fail(failure: unknown): void {
    if (!this.isSent) this.#reply.send(asError(failure));
  }
}

/** Fastify would take a thrown value that is not an error for a response. */
function asError(failure: unknown): Error {
  return failure instanceof Error
    ? failure
    : new Error("The thrown value is not an error.", { cause: failure });
}

function readParams({ params }: FastifyRequest): Exchange["params"] {
  const given = (params ?? {}) as Record<string, string>;
  for (const name in given) {
    if (!isInvalidString(given[name] as string)) continue;
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, isInvalidString(value) ? null : value]),
    );
  }
  return given;
}

/** The contracts that were added to a server's instance. */
const hosts = new WeakMap<object, Host[]>();

/** Answers a request whose path Fastify cannot decode: an undecodable parameter cannot match any id. */
export function answerUnrouted(failure: Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = hosts.get(request.server.server) ?? [];
  const { method, raw } = request;
  const host = known.find(({ find }) => find(method, raw.url ?? "").route) ?? known[0];
  if (host) answerByPath(host, request, reply);
  else reply.send(failure);
}

/** Adds every operation of a contract to a Fastify instance, and answers its errors in the contract's shape. */
export async function registerContract(
  app: FastifyInstance,
  bindings: Bindings,
  options: AnyOptions,
): Promise<void> {
  const host = openHost(
    bindings,
    { ...options, loggerInstance: app.log },
    readNodeBody,
    app.prefix,
  );
  const { service, core } = host;
  hosts.set(app.server, [...(hosts.get(app.server) ?? []), host]);
  takeBodies(app, core);
  for (const route of core.routes) addRoute(app, core, route);
  app.addHook(
    "onClose",
    async () => void (await service.running.settled(timeLeftToClose(app.server as Server))),
  );
  if (options.health)
    app.get(options.health, (request, reply) => answerByPath(host, request, reply));
  if (options.notFound !== false) handleOthers(app, host);
}

/** Answers a request that Fastify's router has no operation for. */
function answerByPath(host: Host, request: FastifyRequest, reply: FastifyReply): void {
  const { method, raw } = request;
  const exchange = getExchange(host.service, request, reply);
  host.answer(exchange, host.find(method, raw.url ?? ""), new Head(raw).hasUnambiguousHead);
}

function takeBodies(app: FastifyInstance, { routes, takeBody }: Core): void {
  app.removeAllContentTypeParsers();
  const byOperation = new Map(routes.map((route) => [route.operation, route]));
  const parse: FastifyContentTypeParser = (request, payload, done) => {
    const { [exchanges]: exchange } = request as WithExchange;
    const route = exchange?.operation && byOperation.get(exchange.operation);
    if (!exchange || !route || route.bodies.length === 0) return done(null, undefined);
    const read: ReadBody = (_, limit, parseBytes, take) => {
      const length = exchange.header("content-length");
      readBody(payload as IncomingMessage, length, limit, parseBytes, take);
    };
    try {
      takeBody(exchange, route, read, () => done(null, exchange.body));
    } catch (failure) {
      done(asError(failure), undefined);
    }
  };
  // Sorted by their names, because Fastify finds a parser for every type by trying all others first.
  app.addContentTypeParser(
    [
      ...new Set(
        routes.flatMap(({ bodies }) =>
          bodies.flatMap(({ plainType }) => (plainType.includes("*") ? [] : plainType)),
        ),
      ),
    ],
    parse,
  );
  app.addContentTypeParser("*", parse);
}

function addRoute(app: FastifyInstance, core: Core, route: Route): void {
  const { operation } = route;
  const handleRequest = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const exchange = getExchange(core.service, request, reply);
    exchange.body = request.body;
    return route.handle(exchange);
  };
  app.route({
    method: operation.method as HTTPMethods,
    url: operation.path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1"),
    config: { operation },
    ...(operation.method === "GET" && { exposeHeadRoute: true }),
    onRequest: (request, reply, done) => admit(core, route, request, reply, done),
    handler: handleRequest,
    errorHandler: async (error, request, reply) => {
      if (isAboutBody(error)) {
        // A header that Fastify cannot take apart; the body was not read.
        request.body = new UnreadBody("media-type");
        await handleRequest(request, reply);
      } else {
        getExchange(core.service, request, reply).sendInternal(error);
      }
      return reply;
    },
  });
}

function admit(
  { service, begin }: Core,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  // Without a type, Fastify leaves a body alone that the contract does not know.
  if (route.operation.body === null) request.raw.headers["content-type"] = undefined;
  const exchange = getExchange(service, request, reply);
  exchange.operation = route.operation;
  if (isAnswered(exchange)) return;
  begin(exchange, route.operation, () => {
    if (!new Head(request.raw).hasUnambiguousHead) return exchange.sendCause("malformed-request");
    const leadsElsewhere = Object.values(exchange.params).some(isDots);
    if (leadsElsewhere) return exchange.sendCause("unknown-path");
    const pass = (isAdmitted: boolean): void => {
      if (!isAdmitted) return;
      // Hooks of the app may answer the request: their responses have the headers of the limit, too.
      exchange.showHeaders();
      done();
    };
    try {
      const admitted = route.admit(exchange);
      if (!isPromise(admitted)) return pass(admitted);
      admitted.then(pass, (failure: unknown) =>
        exchange.isSent ? undefined : done(asError(failure)),
      );
    } catch (failure) {
      done(asError(failure));
    }
  });
}

/** Whether Fastify rejected the body or its content type. */
function isAboutBody(error: unknown): boolean {
  return /^FST_ERR_CTP_|^FST_ERR_ROUTE_MISSING_CONTENT/.test(
    String((error as { code?: unknown } | null)?.code),
  );
}

function handleOthers(app: FastifyInstance, host: Host): void {
  app.setNotFoundHandler((request, reply) => answerByPath(host, request, reply));
  app.setErrorHandler((failure, request, reply) => {
    // The body of a request to an unknown path is not read.
    if (request.is404 && isAboutBody(failure)) answerByPath(host, request, reply);
    else getExchange(host.service, request, reply).sendInternal(failure);
  });
}
