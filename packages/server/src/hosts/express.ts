import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { makeCore, type ReadBody } from "../core.ts";
import { sendHealth } from "../http/health.ts";
import { isSoundHead } from "../http/request-head.ts";
import { makeRequestIds } from "../http/request-ids.ts";
import { type Logger, type LoggerSettings, makeLogger, silentLogger } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import { type Bindings, makeService } from "../service.ts";
import { isClosing } from "./node/end-gracefully.ts";
import { NodeExchange, readNodeBody } from "./node/node-exchange.ts";

/** Connect middleware: what Express and NestJS on Express take. */
export interface Middleware {
  (message: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void;
  /** Waits until no handler runs, those included whose requests were answered at their deadline. @param most milliseconds */
  settled(most: number): Promise<boolean>;
}

/** How the middleware is set up, beside what the contract is about. */
export interface MiddlewareSettings {
  /** Log lines, as JSON, or false for none; level `info` if absent. Credentials and personal fields are redacted. */
  logger?: LoggerSettings | false;
  /** A logger to use instead. */
  loggerInstance?: Logger;
}

/** A body that something before the middleware has parsed. */
type WithBody = IncomingMessage & { body?: unknown; ip?: string };

const readExpressBody: ReadBody = (exchange, limit, parse, done) => {
  const message = exchange.request.raw as WithBody;
  // Its text is gone, so nobody knows what escapes and which names it had twice.
  if (message.readableEnded && message.body !== undefined) done({ body: message.body, mayHoldBadText: true });
  else readNodeBody(exchange, limit, parse, done);
};

/**
 * Makes a middleware with every operation of a contract. It goes where its paths begin: `app.use(middleware)` or
 * `app.use("/service", middleware)`, before any parser of bodies.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export function makeMiddleware(bindings: Bindings, options: AnyOptions & MiddlewareSettings): Middleware {
  const { logger = {}, loggerInstance, health, ready } = options;
  const log = loggerInstance ?? (logger ? makeLogger(logger, bindings.contract.sensitive) : silentLogger);
  const service = makeService(bindings, options, log);
  const core = makeCore(service, readExpressBody);
  const addressOf = (message: WithBody): string => message.ip ?? message.socket.remoteAddress ?? "";
  const host = { service, makeId: makeRequestIds(), addressOf };

  function handle(message: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method = "", url = "" } = message;
    const found = core.find(method, url);
    if (!found.route && found.allowed.length === 0) {
      if (health && url.replace(/\?.*$/s, "") === health && (method === "GET" || method === "HEAD")) {
        void sendHealth(
          new NodeExchange(host, message, response),
          ready,
          isClosing((message.socket as { server?: Server }).server),
        );
        return;
      }
      if (options.notFound === false) {
        next();
        return;
      }
    }
    const exchange = new NodeExchange(host, message, response);
    exchange.operation = found.route?.operation;
    core.handle(exchange, found, isSoundHead(message));
  }

  return Object.assign(handle, { settled: (most: number) => service.running.settled(most) });
}
