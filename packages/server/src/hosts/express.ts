import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReadBody } from "../core.ts";
import type { LogSettings } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import type { Bindings } from "../service.ts";
import { NodeExchange, readNodeBody } from "./node/node-exchange.ts";
import { openHost } from "./open-host.ts";

/** Connect middleware, for Express and NestJS on Express. */
export interface Middleware {
  (message: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void;
  /** Waits until no handler runs, those included whose requests were answered at their deadline. @param milliseconds how long at most */
  settled(milliseconds: number): Promise<boolean>;
}

/** A body that something before the middleware has parsed. */
type WithBody = IncomingMessage & { body?: unknown; ip?: string };

const readExpressBody: ReadBody = (exchange, limit, parse, done) => {
  const message = exchange.request.raw as WithBody;
  // Its source is gone: escapes and duplicate names are no longer visible.
  if (message.readableEnded && message.body !== undefined)
    done({ body: message.body, mayHaveInvalidStrings: true });
  else readNodeBody(exchange, limit, parse, done);
};

/**
 * Makes a middleware with every operation of a contract. It goes where its paths begin: `app.use(middleware)` or
 * `app.use("/service", middleware)`, before any parser of bodies.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function makeMiddleware(bindings: Bindings, options: AnyOptions & LogSettings): Middleware {
  const host = openHost(bindings, options, readExpressBody);
  const { service, makeId } = host;
  const addressOf = (message: WithBody): string => message.ip ?? message.socket.remoteAddress ?? "";

  function handle(message: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method = "", url = "" } = message;
    const found = host.find(method, url);
    const isUnknown = !found.route && found.allowed.length === 0 && !host.isHealth(method, url);
    if (isUnknown && options.notFound === false) {
      next();
      return;
    }
    const exchange = new NodeExchange({ service, makeId, addressOf }, message, response);
    host.answer(exchange, found, exchange.head.hasUnambiguousHead);
  }

  return Object.assign(handle, {
    settled: (milliseconds: number) => service.running.settled(milliseconds),
  });
}
