import type { Server } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyServerOptions,
} from "fastify";
import type { ContractTable } from "../../contract-table.ts";
import { makeRequestIds, requestIdHeader } from "../../http/request-ids.ts";
import { makeRedactor, redactText, redactValues } from "../../observe/redact.ts";
import { announceClose } from "../node/end-gracefully.ts";
import { ignoreError } from "../node/node-exchange.ts";
import { handleClientErrors, prepareSockets } from "../node/prepare-server.ts";
import { type Timeouts, timeoutOptions } from "../node/settings.ts";
import { answerUnrouted } from "./plugin.ts";

/** How a Fastify instance is set up for a contract. */
export interface FastifySettings {
  /** Log lines: pino's options, or false for none; level `info` if absent. Credentials and personal fields are redacted. */
  logger?: Exclude<FastifyServerOptions["logger"], true>;
  /** A logger to use instead; its redaction is up to its owner, who may use `redactLog`. */
  loggerInstance?: FastifyBaseLogger;
  /** The proxies that are trusted with the client's address, as Fastify has it; none if absent. */
  trustProxy?: Exclude<FastifyServerOptions["trustProxy"], undefined>;
  timeouts?: Timeouts;
}

/**
 * Fastify's options for an instance that serves a contract: failures before there is a request have the contract's shape
 * too.
 */
export function makeFastifyOptions(
  contract: ContractTable,
  settings: FastifySettings,
): FastifyHttpOptions<Server> {
  const { logger = {}, loggerInstance, trustProxy, timeouts } = settings;
  const makeId = makeRequestIds();
  const { requestTimeout, keepAliveTimeout, ...http } = timeoutOptions(timeouts);
  return {
    ...(loggerInstance
      ? { loggerInstance }
      : { logger: logger && withRedaction(contract, logger) }),
    ...(trustProxy !== undefined && { trustProxy }),
    ...versionOptions(),
    // A request that meets a closing server is answered: the contract has no code for turning it away.
    return503OnClosing: false,
    requestTimeout,
    keepAliveTimeout,
    genReqId: ({ headers }) => makeId(headers[requestIdHeader]),
    http,
    frameworkErrors: answerUnrouted,
    clientErrorHandler: handleClientErrors(contract, Date.now),
  };
}

/** Options whose names differ between versions of Fastify: none logs requests, and parameters may be long. */
function versionOptions(): object {
  const { LogController } = Fastify as { LogController?: new (options: object) => object };
  const maxParamLength = 16_384;
  return LogController
    ? {
        logController: new LogController({ disableRequestLogging: true }),
        routerOptions: { maxParamLength },
      }
    : { disableRequestLogging: true, maxParamLength };
}

function withRedaction(
  contract: ContractTable,
  logger: Exclude<FastifyServerOptions["logger"], boolean | undefined>,
) {
  const redact = makeRedactor(contract.sensitive, [
    "req",
    "res",
    ...Object.keys(logger.serializers ?? {}),
  ]);
  const own = logger.formatters?.log;
  return {
    ...logger,
    hooks: {
      // Messages are not fields, so formatters do not see them. Those of the instance itself hold its own addresses.
      logMethod(
        this: { bindings(): Record<string, unknown> },
        given: unknown[],
        write: (...line: unknown[]) => void,
      ) {
        const redactMessage = "reqId" in this.bindings() ? redactText : redactValues;
        write.apply(
          this,
          given.map((part) => (typeof part === "string" ? redactMessage(part) : part)),
        );
      },
      ...logger.hooks,
    },
    formatters: {
      ...logger.formatters,
      log: own ? (entry: Record<string, unknown>) => redact(own(entry)) : redact,
    },
  };
}

/**
 * Behaviour of a server that Fastify's options cannot set: it answers all that comes, and it ends without cutting a
 * connection under a request.
 *
 * @param settings of `timeouts`, `close`
 */
export function prepareInstance(
  app: FastifyInstance,
  contract: ContractTable,
  { clock = Date.now, timeouts }: { clock?: () => number; timeouts?: Timeouts },
): void {
  const server = app.server as Server;
  prepareSockets(server, contract, clock, timeouts);
  server.prependListener("request", (_message, response) => response.on("error", ignoreError));
  app.addHook("preClose", async () => void (server.listening && announceClose(server)));
}
