import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { Head } from "../../http/request-head.ts";
import { pathOf } from "../../http/router.ts";
import { causeResponse } from "../../response/error-body.ts";
import type { Cause, ContractRules } from "../../rules.ts";
import { endGracefully } from "./end-gracefully.ts";
import { type Timeouts, timeoutOptions } from "./settings.ts";
import { continueWhenRead, handleClientErrors, refuseTunnels } from "./socket-errors.ts";

/**
 * Gives a server of Node's what no request handler can: what never becomes a request is answered in the contract's shape,
 * and `close` always ends, without cutting a connection under a request.
 */
export function prepareSockets(
  server: Server,
  contract: ContractRules,
  clock: () => number,
  timeouts?: Timeouts,
): void {
  refuseTunnels(server, contract, clock);
  continueWhenRead(server);
  endGracefully(server, timeouts?.close);
}

/**
 * Prepares a server on which a framework stands, before it listens. A request that can be read in two ways is answered
 * before the framework reads it in one of them: two hosts or callers, or a path such as `/x/../y`.
 */
export function prepareServer(
  server: Server,
  contract: ContractRules,
  { timeouts, clock = Date.now }: { timeouts?: Timeouts; clock?: () => number } = {},
): void {
  Object.assign(server, timeoutOptions(timeouts));
  server.on("clientError", handleClientErrors(contract, clock));
  prepareSockets(server, contract, clock, timeouts);
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (message: IncomingMessage, response: ServerResponse) => {
    const cause = findProblem(message);
    if (cause) refuse(response, cause);
    else for (const listener of listeners) listener.call(server, message, response);
  });

  function refuse(response: ServerResponse, cause: Cause): void {
    const { status, type, body } = causeResponse(contract, cause, clock());
    response.shouldKeepAlive = false;
    response.writeHead(status, { "content-type": type }).end(body);
  }
}

function findProblem(message: IncomingMessage): Cause | undefined {
  if (!new Head(message).isSound) return "malformed-request";
  // What `new URL` resolves: steps of dots, escaped or not, and backslashes.
  return /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)|\\/i.test(pathOf(message.url as string)) ? "unknown-path" : undefined;
}
