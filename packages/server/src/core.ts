import type { OperationEntry } from "./contract-table.ts";
import type { Exchange } from "./http/exchange.ts";
import { makeRouter, type RouteMatch } from "./http/router.ts";
import { isPromise } from "./is-promise.ts";
import { waitFor } from "./limits/deadline.ts";
import { makeBegin } from "./observe/observe.ts";
import { makeOperationHandler } from "./operation-handler.ts";
import { makeGuard } from "./request/guard.ts";
import {
  type BodyParser,
  makeParsers,
  type ParseBody,
  type ParsedBody,
  parseMultipart,
  unread,
} from "./request/parse-body.ts";
import { isMediaType, isWithoutBody } from "./request/read-body.ts";
import { errorFor } from "./response/error-body.ts";
import type { Service } from "./service.ts";

/** An operation, and the two halves of answering a request for it: before its body is read and after. */
export interface Route {
  readonly operation: OperationEntry;
  /** The bodies that it takes, the usual one first. */
  readonly bodies: readonly BodyParser[];
  /**
   * Lets a request in, or sends its response and returns false.
   *
   * @throws errors of the provider's own parts
   */
  admit(exchange: Exchange): boolean | Promise<boolean>;
  /** Answers. @throws errors of the provider's own parts */
  handle(exchange: Exchange): void | Promise<void>;
}

/** Reads a body and hands it over, or the cause why it cannot be read. */
export type ReadBody = (
  exchange: Exchange,
  limit: number,
  parse: ParseBody,
  done: (parsed: ParsedBody) => void,
) => void;

export type Core = ReturnType<typeof makeCore>;

/**
 * Makes a server without a framework, which adapters are made of: path and method; caller and rate limit, before a byte of
 * the body is read; content type, size and JSON; validation; idempotency; the handler.
 *
 * @param prefix of every path: empty, or `/service`
 */
export function makeCore(service: Service, readBody: ReadBody, prefix = "") {
  const routes = service.contract.operations.map((operation) => makeRoute(service, operation));
  const find = makeRouter(routes, prefix, ({ operation }, params) => {
    const { path } = service.checks.requests[operation.id] ?? {};
    return (
      path === undefined || service.readers(path)(params, { coerce: true }).findings.length === 0
    );
  });

  /** Starts every request. */
  const begin = makeBegin(service.options);

  /** Answers a request from its first byte to its last. @param hasUnambiguousHead whether its head can be read in one way only */
  function handle(
    exchange: Exchange,
    { route, params, allowed }: RouteMatch<Route>,
    hasUnambiguousHead: boolean,
  ): void {
    if (isAnswered(exchange)) return;
    begin(exchange, route?.operation, () => {
      if (hasUnambiguousHead && route) {
        exchange.params = params;
        settle(exchange, route, admitRoute, readAdmitted);
        return;
      }
      try {
        if (!hasUnambiguousHead) exchange.sendCause("malformed-request");
        else if (allowed.length === 0) exchange.sendCause("unknown-path");
        else {
          exchange.setHeader("allow", allowed.join(", "));
          exchange.sendCause("unknown-method");
        }
      } catch (failure) {
        exchange.fail(failure);
      }
    });
  }

  function readAdmitted(isAdmitted: boolean, exchange: Exchange, route: Route): void {
    if (isAdmitted) read(exchange, route);
  }

  function read(exchange: Exchange, route: Route): void {
    if (route.bodies.length === 0) settle(exchange, route, handleRoute);
    else takeBody(exchange, route, readBody, () => settle(exchange, route, handleRoute));
  }

  /** Reads the body of a request into its exchange. */
  function takeBody(exchange: Exchange, route: Route, read: ReadBody, done: () => void): void {
    const take = (parsed: ParsedBody): void => {
      exchange.body = parsed.body;
      exchange.mayHaveInvalidStrings = parsed.mayHaveInvalidStrings;
      done();
    };
    const parser = route.bodies.find((one) => isMediaType(exchange, one.plainType));
    if (!parser) {
      const isAbsent = !route.operation.bodyRequired && isWithoutBody(exchange);
      take(isAbsent ? { body: undefined, mayHaveInvalidStrings: false } : unread("media-type"));
      return;
    }
    const { mediaType, plainType, form = {}, parse } = parser;
    exchange.contentType = mediaType;
    read(exchange, service.bodyLimit, parse, (parsed) => {
      const { body: bytes } = parsed;
      const type = exchange.header("content-type") ?? "";
      if (plainType === "multipart/form-data" && bytes instanceof Uint8Array)
        settle(exchange, route, () => parseMultipart(bytes, type, form), take);
      else take(parsed);
    });
  }

  /** Paths of the contract, under the prefix. */
  const paths = service.contract.operations.map(({ path }) => prefix + path);
  return { service, routes, paths, find, begin, handle, takeBody };
}

const admitRoute = (exchange: Exchange, route: Route) => route.admit(exchange);
const handleRoute = (exchange: Exchange, route: Route) => route.handle(exchange);

/**
 * Whether middleware has answered a request and passed it on all the same. If it has only begun to, such as with
 * `flushHeaders()`, nothing can be sent any more: the connection is cut, as Express does it.
 */
export function isAnswered(exchange: Exchange): boolean {
  if (exchange.isBegun) exchange.cutBegun();
  return exchange.isSent;
}

/** Runs a step and the next, at once or when it is done, and ends the exchange if one fails. */
function settle<Value>(
  exchange: Exchange,
  route: Route,
  step: (exchange: Exchange, route: Route) => Value | Promise<Value>,
  next?: (value: Value, exchange: Exchange, route: Route) => void,
): void {
  const fail = (failure: unknown): void => exchange.fail(failure);
  const goOn = (value: Value): void => {
    try {
      next?.(value, exchange, route);
    } catch (failure) {
      fail(failure);
    }
  };
  try {
    const value = step(exchange, route);
    if (isPromise(value)) value.then(goOn, fail);
    else goOn(value);
  } catch (failure) {
    fail(failure);
  }
}

function makeRoute(service: Service, operation: OperationEntry): Route {
  const { checks } = service;
  const guard = makeGuard(service, operation);
  const handleOperation = makeOperationHandler(service, operation);
  const unknownId = unknownIdError(service, operation);
  return {
    operation,
    bodies: makeParsers(operation, checks),
    admit: (exchange) => {
      if (operation.sunset !== undefined) exchange.setHeader("sunset", operation.sunset);
      const admitted = guard(exchange);
      return isPromise(admitted)
        ? waitFor(service, exchange, admitted).then((is) => is && !exchange.isSent)
        : admitted;
    },
    handle: (exchange) => {
      if (exchange.isSent) return;
      for (const name in exchange.params) {
        // An undecodable path parameter cannot match any id.
        if (exchange.params[name] === null) return exchange.sendError(unknownId);
      }
      const handled = handleOperation(exchange);
      return isPromise(handled) ? waitFor(service, exchange, handled) : undefined;
    },
  };
}

/** The error of an operation for an id that nothing has. */
function unknownIdError({ contract }: Service, operation: OperationEntry) {
  const own = operation.errors
    .map((code) => contract.errors[code])
    .find((error) => error?.status === 404);
  return own ?? errorFor(contract, "unknown-path", operation);
}
