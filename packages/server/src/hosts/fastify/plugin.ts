import type { IncomingMessage, Server } from "node:http";
import type { FastifyContentTypeParser, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { type Core, makeCore, type Route } from "../../core.ts";
import { sendHealth } from "../../http/health.ts";
import { Head } from "../../http/request-head.ts";
import { isPromise } from "../../is-promise.ts";
import type { AnyOptions } from "../../options.ts";
import { parserOf } from "../../request/parse-body.ts";
import { isMediaType, readBody } from "../../request/read-body.ts";
import { UnreadBody } from "../../request/unread-body.ts";
import { sendCause, sendInternal } from "../../response/respond.ts";
import type { OperationRule } from "../../rules.ts";
import { type Bindings, makeService } from "../../service.ts";
import { announceClose, isClosing, timeLeftToClose } from "../node/end-gracefully.ts";
import { readNodeBody } from "../node/node-exchange.ts";
import { admittedExchangeOf, asError, exchangeOf, type FastifyExchange } from "./fastify-exchange.ts";

/** The contracts that a server of Node's answers for, for requests that Fastify's router gives up on. */
const cores = new WeakMap<Server, Core[]>();

/** Adds every operation of a contract to a Fastify instance, and answers its errors in the contract's shape. */
export async function registerContract(app: FastifyInstance, bindings: Bindings, options: AnyOptions): Promise<void> {
  const service = makeService(bindings, options, app.log);
  const core = makeCore(service, readNodeBody, app.prefix);
  const server = app.server as Server;
  cores.set(server, [...(cores.get(server) ?? []), core]);
  takeBodies(app, core);
  for (const route of core.routes) addRoute(app, core, route);
  app.addHook("onClose", async () => void (await service.running.settled(timeLeftToClose(server))));
  if (options.health) addHealth(app, options.health, options);
  if (options.notFound !== false) handleOthers(app, core);
}

/** Answers a request whose path Fastify cannot decode; false where it is for no contract. */
export function handleUndecodable(request: FastifyRequest, reply: FastifyReply): boolean {
  const known = cores.get(request.server.server as Server) ?? [];
  const core = known.find(({ find }) => find(request.method, request.raw.url ?? "").route);
  if (!core) return false;
  const exchange = exchangeOf(request, reply);
  exchange.fail = (failure) => sendInternal(core.service, exchange.operation, exchange, failure);
  handleByPath(core, exchange);
  return true;
}

/** Answers a request that Fastify's router has no route for. */
function handleByPath(core: Core, exchange: FastifyExchange): void {
  const { method, raw } = exchange.request;
  const found = core.find(method, raw.url ?? "");
  exchange.operation = found.route?.operation;
  core.handle(exchange, found, new Head(raw).isSound);
}

function takeBodies(app: FastifyInstance, { service }: Core): void {
  const { contract, bodyLimit } = service;
  app.removeAllContentTypeParsers();
  const parse: FastifyContentTypeParser = (request, payload, done) => {
    const { body } = (request.routeOptions.config as { operation?: OperationRule }).operation ?? { body: null };
    const exchange = admittedExchangeOf(request);
    if (body === null || !exchange) done(null, undefined);
    else if (!isMediaType(exchange, body)) done(null, new UnreadBody("media-type"));
    else
      readBody(payload as IncomingMessage, exchange.header("content-length"), bodyLimit, parserOf(body), (parsed) => {
        exchange.mayHoldBadText = parsed.mayHoldBadText;
        done(null, parsed.body);
      });
  };
  // By their names, because Fastify finds a parser for every type by trying all others first.
  app.addContentTypeParser([...new Set(contract.operations.flatMap(({ body }) => body ?? []))], parse);
  app.addContentTypeParser("*", parse);
}

function addRoute(app: FastifyInstance, core: Core, route: Route): void {
  const { service } = core;
  const { operation } = route;
  const perform = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const exchange = exchangeOf(request, reply);
    exchange.body = request.body;
    if (!exchange.resume) return route.perform(exchange);
    let performed = undefined as void | Promise<void>;
    exchange.resume(() => {
      try {
        performed = route.perform(exchange);
      } catch (failure) {
        exchange.fail(failure);
      }
    });
    return performed;
  };
  app.route({
    method: operation.method as HTTPMethods,
    url: operation.path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1"),
    config: { operation },
    ...(operation.method === "GET" && { exposeHeadRoute: true }),
    onRequest: (request, reply, done) => admit(core, route, request, reply, done),
    handler: perform,
    errorHandler: async (error, request, reply) => {
      if (isAboutBody(error)) {
        // A header that Fastify cannot take apart; the body was not read.
        request.body = new UnreadBody("media-type");
        await perform(request, reply);
      } else {
        sendInternal(service, operation, exchangeOf(request, reply), error);
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
  const exchange = exchangeOf(request, reply);
  begin(exchange, route.operation, () => {
    if (!new Head(request.raw).isSound) {
      sendCause(service, undefined, exchange, "malformed-request");
      return;
    }
    try {
      const admitted = route.admit(exchange);
      if (!isPromise(admitted)) {
        if (admitted) done();
        return;
      }
      admitted.then(
        (isAdmitted) => isAdmitted && done(),
        (failure: unknown) => (exchange.isSent ? undefined : done(asError(failure))),
      );
    } catch (failure) {
      done(asError(failure));
    }
  });
}

/** Whether Fastify could not make anything of a body or of its type. */
function isAboutBody(error: unknown): boolean {
  return /^FST_ERR_CTP_|^FST_ERR_ROUTE_MISSING_CONTENT/.test(String((error as { code?: unknown } | null)?.code));
}

function handleOthers(app: FastifyInstance, core: Core): void {
  app.setNotFoundHandler((request, reply) => handleByPath(core, exchangeOf(request, reply)));
  app.setErrorHandler((failure, request, reply) => {
    const exchange = exchangeOf(request, reply);
    // The body of a request to an unknown path is not read.
    if (request.is404 && isAboutBody(failure)) handleByPath(core, exchange);
    else sendInternal(core.service, undefined, exchange, failure);
  });
}

function addHealth(app: FastifyInstance, path: string, { ready }: AnyOptions): void {
  const server = app.server as Server;
  app.addHook("preClose", async () => announceClose(server));
  app.get(path, (request, reply) => void sendHealth(exchangeOf(request, reply), ready, isClosing(server)));
}
