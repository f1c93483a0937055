import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import { sendJson } from "./call.ts";
import { errorBody, errorFor } from "./error-body.ts";
import { findAllowed } from "./match-path.ts";
import type { AnyOptions } from "./options.ts";
import { type Bindings, registerContract } from "./plugin.ts";
import { makeRedactor } from "./redact.ts";
import type { Cause, ContractRules, ErrorRule } from "./rules.ts";

/** Milliseconds after which a connection is given up. */
export interface Timeouts {
  /** For the headers of a request to arrive; 10,000 if absent. */
  headers?: number;
  /** For a whole request to arrive; 30,000 if absent. */
  request?: number;
  /** Between two requests; 72,000 if absent. */
  keepAlive?: number;
}

/** How a server of its own is set up, beside what the contract is about. */
export interface ServerSettings {
  /** Path of the health route, or false for none; `/health` if absent. It is not part of the contract. */
  health?: string | false;
  /** Whether the server can do its work, for the health route; always if absent. */
  ready?: () => boolean | Promise<boolean>;
  /** Log lines: pino's options, or false for none; level `info` if absent. Credentials and personal fields are redacted. */
  logger?: Exclude<FastifyServerOptions["logger"], true>;
  /** A logger to use instead; its redaction is up to its owner, who may use `redactLog`. */
  loggerInstance?: FastifyBaseLogger;
  /** Which proxies tell the client's address, as Fastify has it; none if absent. */
  trustProxy?: Exclude<FastifyServerOptions["trustProxy"], undefined>;
  timeouts?: Timeouts;
}

/**
 * Fastify's options for a server of a contract: failures before there is a request have the contract's shape too. For
 * those who make the Fastify instance themselves.
 */
export function makeFastifyOptions(
  contract: ContractRules,
  settings: ServerSettings,
  clock = Date.now,
): FastifyHttpOptions<Server> {
  const { logger = {}, loggerInstance, trustProxy, timeouts = {} } = settings;
  const { headers = 10_000, request = 30_000, keepAlive = 72_000 } = timeouts;
  return {
    ...(loggerInstance ? { loggerInstance } : { logger: logger && withRedaction(contract, logger) }),
    ...(trustProxy !== undefined && { trustProxy }),
    logController: new LogController({ disableRequestLogging: true }),
    // A request that meets a closing server is answered: the contract has no code for turning it away.
    return503OnClosing: false,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    genReqId: makeIds(),
    http: {
      headersTimeout: headers,
      connectionsCheckingInterval: Math.max(50, Math.min(5_000, headers / 2, request / 2)),
      // Node answers a request without Host by itself, without a body.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (_error, _request, reply) => {
      // The path cannot be decoded, so nothing is there.
      const error = errorFor(contract, "unknown-path");
      sendJson(reply as unknown as FastifyReply, error.status, JSON.stringify(errorBody(error, clock())));
    },
    clientErrorHandler: (error, socket) => answerClientError(contract, clock, error, socket),
  };
}

/** Ids of requests: random for each process, counted within it, because a random one for each request is not free. */
function makeIds(): () => string {
  const process = crypto.randomUUID().slice(0, 18);
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

function withRedaction(contract: ContractRules, logger: Exclude<FastifyServerOptions["logger"], boolean | undefined>) {
  const redact = makeRedactor(contract.sensitive);
  const own = logger.formatters?.log;
  return {
    ...logger,
    formatters: { ...logger.formatters, log: own ? (entry: Record<string, unknown>) => redact(own(entry)) : redact },
  };
}

/**
 * Whether the request on a socket has its answer already, or a part of it: another one would be taken for the answer to
 * something else. Node tells only by what it keeps on the socket.
 */
function hasAnswer(socket: Socket): boolean {
  const { _httpMessage: underWay, parser } = socket as Socket & {
    _httpMessage?: { headersSent: boolean } | null;
    parser?: { incoming?: { complete: boolean } | null } | null;
  };
  if (underWay) return underWay.headersSent;
  return parser?.incoming?.complete === false;
}

function answerClientError(
  contract: ContractRules,
  clock: () => number,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasAnswer(socket)) {
    socket.destroy();
    return;
  }
  const causes: Record<string, Cause> = {
    ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
    HPE_HEADER_OVERFLOW: "headers-too-large",
  };
  endWith(socket, errorFor(contract, causes[error.code ?? ""] ?? "malformed-request"), clock);
}

/** Answers on a socket that no request of Fastify's has, and closes it. */
function endWith(socket: Duplex, error: ErrorRule, clock: () => number, headers: readonly string[] = []): void {
  const body = JSON.stringify(errorBody(error, clock()));
  socket.end(
    [
      `HTTP/1.1 ${error.status} ${error.code}`,
      "Connection: close",
      ...headers,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
    () => socket.destroy(),
  );
}

/** Makes a server with every operation of a contract, ready to `listen`. */
export async function createContractServer(
  bindings: Bindings,
  options: AnyOptions & ServerSettings,
): Promise<FastifyInstance> {
  const app = Fastify(makeFastifyOptions(bindings.contract, options, options.clock)) as unknown as FastifyInstance;
  prepareServer(app, bindings.contract, options.clock);
  addHealth(app, options);
  await app.register((scope) => registerContract(scope, bindings, options));
  await app.ready();
  return app;
}

/** What Fastify's options cannot say of a server: it answers all that comes, and it ends when it is closed. */
export function prepareServer(app: FastifyInstance, contract: ContractRules, clock = Date.now): void {
  const server = app.server as Server;
  // Node answers an expectation that it does not know by itself, without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  refuseTunnels(server, contract, clock);
  endGracefully(app, server);
}

/** Node would hang up on a `CONNECT`, which asks for a tunnel, without a word. */
function refuseTunnels(server: Server, contract: ContractRules, clock: () => number): void {
  server.on("connect", ({ url = "" }, socket) => {
    socket.on("error", () => socket.destroy());
    const allowed = findAllowed(contract.operations, url, "");
    if (allowed.length === 0) endWith(socket, errorFor(contract, "unknown-path"), clock);
    else endWith(socket, errorFor(contract, "unknown-method"), clock, [`Allow: ${allowed.join(", ")}`]);
  });
}

/**
 * Connections whose last answer is given after `close` would stay open until their time is over, and the server too. So
 * would those that a client has opened ahead and sent nothing on: Node does not count them as idle.
 */
function endGracefully(app: FastifyInstance, server: Server): void {
  const unused = new Set<Socket>();
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook("preClose", async () => {
    if (!server.listening) return;
    const timer = setInterval(closeIdle, 50);
    server.once("close", () => clearInterval(timer));
  });
}

function addHealth(app: FastifyInstance, { health = "/health", ready = () => true }: ServerSettings): void {
  if (health === false) return;
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.get(health, async (_request, reply) => {
    const well = !closing && (await Promise.resolve(ready()).catch(() => false));
    return reply.code(well ? 200 : 503).send({ status: well ? "ok" : closing ? "closing" : "unavailable" });
  });
}
