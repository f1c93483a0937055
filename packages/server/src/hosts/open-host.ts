import { type Core, makeCore, type ReadBody, type Route } from "../core.ts";
import type { Exchange } from "../http/exchange.ts";
import { sendHealth } from "../http/health.ts";
import { makeRequestIds } from "../http/request-ids.ts";
import type { Found } from "../http/router.ts";
import { type LogSettings, makeLogger, silentLogger } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import { type Bindings, makeService, type Service } from "../service.ts";

/** What the requests of a host share. */
export interface Host extends Pick<Core, "find"> {
  readonly service: Service;
  readonly core: Core;
  /** Makes the id of a request. @param given by the request */
  readonly makeId: ReturnType<typeof makeRequestIds>;
  /** Whether a request is for the health route. */
  isHealth(method: string, url: string): boolean;
  /** Answers a request, for the health route too. @param isSound whether its head can be read in one way only */
  answer(exchange: Exchange, found: Found<Route>, isSound: boolean): void;
}

/** @throws {SetupError} if an authenticator is missing, or a handler without `partial` */
export function openHost(bindings: Bindings, options: AnyOptions & LogSettings, readBody: ReadBody, prefix = ""): Host {
  const { logger = {}, loggerInstance, health, ready } = options;
  const log = loggerInstance ?? (logger ? makeLogger(logger, bindings.contract.sensitive) : silentLogger);
  const service = makeService(bindings, options, log);
  const core = makeCore(service, readBody, prefix);
  const isHealth = (method: string, url: string): boolean =>
    Boolean(health) && (method === "GET" || method === "HEAD") && url.replace(/\?.*$/s, "") === prefix + health;
  return {
    ...{ service, core, isHealth, makeId: makeRequestIds(), find: core.find },
    answer: (exchange, found, isSound) => {
      exchange.operation = found.route?.operation;
      const { method, url } = exchange.request;
      if (!found.route && isHealth(method, url)) void sendHealth(exchange, ready);
      else core.handle(exchange, found, isSound);
    },
  };
}
