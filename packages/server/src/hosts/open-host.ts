import { makeCore, type ReadBody, type Route } from "../core.ts";
import type { Exchange } from "../http/exchange.ts";
import { makeRequestIds } from "../http/request-ids.ts";
import type { RouteMatch } from "../http/router.ts";
import { type LogSettings, makeLogger, silentLogger } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import { type Bindings, makeService } from "../service.ts";
import { sleep } from "../timers.ts";

export type Host = ReturnType<typeof openHost>;

/**
 * Makes the parts that all requests of a host share.
 *
 * @param isTimerShared whether one timer has the deadlines of all requests
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function openHost(
  bindings: Bindings,
  options: AnyOptions & LogSettings,
  readBody: ReadBody,
  prefix = "",
  isTimerShared = true,
) {
  const { logger = {}, loggerInstance, health, ready } = options;
  const log =
    loggerInstance ?? (logger ? makeLogger(logger, bindings.contract.sensitive) : silentLogger);
  const service = makeService(bindings, options, log, isTimerShared);
  const core = makeCore(service, readBody, prefix);
  const isHealth = (method: string, url: string): boolean =>
    Boolean(health) &&
    (method === "GET" || method === "HEAD") &&
    url.replace(/\?.*$/s, "") === prefix + health;
  return {
    service,
    core,
    isHealth,
    find: core.find,
    /** Makes the id of a request. @param given by the request */
    makeId: makeRequestIds(),
    /** Answers a request, for the health route too. @param hasUnambiguousHead whether its head can be read in one way only */
    answer: (exchange: Exchange, found: RouteMatch<Route>, hasUnambiguousHead: boolean): void => {
      exchange.operation = found.route?.operation;
      const { method, url } = exchange.request;
      if (hasUnambiguousHead && !found.route && isHealth(method, url))
        void sendHealth(exchange, ready);
      else core.handle(exchange, found, hasUnambiguousHead);
    },
  };
}

/** Milliseconds that `ready` has: a database that hangs counts as not ready. */
const readinessTimeLimit = 2_000;

/** Answers the health route: 200 if the server can do its work, else 503. It is not part of the contract. */
export async function sendHealth(exchange: Exchange, ready: AnyOptions["ready"]): Promise<void> {
  const isReady = await isTrue(ready);
  if (!exchange.isSent)
    exchange.end(isReady ? 200 : 503, JSON.stringify({ status: isReady ? "ok" : "unavailable" }));
}

async function isTrue(ready: AnyOptions["ready"]): Promise<boolean> {
  try {
    return (
      ready === undefined ||
      (await Promise.race([ready(), sleep(readinessTimeLimit, false, { ref: false })]))
    );
  } catch {
    return false;
  }
}
