import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Cause, ContractTable } from "../../contract-table.ts";
import { Head } from "../../http/request-head.ts";
import { makeRequestIds, requestIdHeader } from "../../http/request-ids.ts";
import { makeRouter, pathIn } from "../../http/router.ts";
import { isPromise } from "../../is-promise.ts";
import { discardRest } from "../../request/read-body.ts";
import { makeCauseResponse } from "../../response/error-body.ts";
import { endGracefully } from "./end-gracefully.ts";
import { ignoreError } from "./node-exchange.ts";
import { type Timeouts, timeoutOptions } from "./settings.ts";

/** Node's state of a server's socket: the only place that shows whether a request is under way. */
type ServerSocket = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming?: { complete: boolean } | null } | null;
};

/** Answers bytes that never become a request, in the contract's shape. */
export function handleClientErrors(contract: ContractTable, clock: () => number) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    const { _httpMessage: underWay, parser } = socket as ServerSocket;
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const isWhole = parser?.incoming?.complete !== false;
    if (underWay && isWhole && !underWay.writableFinished) {
      // A request before it is still being worked on: its response comes first.
      underWay.once("close", () => handleClientErrors(contract, clock)(error, socket));
      return;
    }
    if (underWay?.headersSent || (!underWay && !isWhole)) {
      // It has its response already, or a part of it: another one would be taken for the response to something else.
      socket.destroy();
      return;
    }
    const causes: Record<string, Cause> = {
      ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
      HPE_HEADER_OVERFLOW: "headers-too-large",
    };
    closeWith(socket, contract, causes[error.code ?? ""] ?? "malformed-request", clock);
  };
}

/** Answers on a socket that no request has, and closes it. */
function closeWith(
  socket: Duplex,
  contract: ContractTable,
  cause: Cause,
  clock: () => number,
  headers: readonly string[] = [],
): void {
  const { status, code, type, body } = makeCauseResponse(contract, cause, clock());
  socket.end(
    [
      `HTTP/1.1 ${status} ${code}`,
      "Connection: close",
      ...headers,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
    () => socket.destroy(),
  );
}

/** Node would hang up on a `CONNECT`, which requests a tunnel, without a response. */
function refuseTunnels(server: Server, contract: ContractTable, clock: () => number): void {
  const find = makeRouter(contract.operations.map((operation) => ({ operation })));
  server.on("connect", ({ url = "" }, socket) => {
    socket.on("error", () => socket.destroy());
    const { allowed } = find("CONNECT", url);
    if (allowed.length === 0) closeWith(socket, contract, "unknown-path", clock);
    else closeWith(socket, contract, "unknown-method", clock, [`Allow: ${allowed.join(", ")}`]);
  });
}

/**
 * Sends `100 Continue` when the body is read, where Node would send it before anybody has looked at the
 * request. A client that is refused without it sends no body, so the connection cannot be reused.
 */
function continueWhenRead(server: Server): void {
  server.on("checkContinue", (request, response) => {
    const { shouldKeepAlive } = response;
    response.shouldKeepAlive = false;
    request.once("resume", () => {
      if (response.headersSent || response.destroyed) return;
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    });
    server.emit("request", request, response);
  });
  // Node answers an expectation that it does not know by itself, without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/**
 * Sets up a server of Node's beyond its request handler: bytes that are no request get a response in the contract's shape,
 * and `close` always ends, without cutting a connection under a request.
 */
export function prepareSockets(
  server: Server,
  contract: ContractTable,
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
  contract: ContractTable,
  { timeouts, clock = Date.now }: { timeouts?: Timeouts; clock?: () => number } = {},
): void {
  Object.assign(server, timeoutOptions(timeouts));
  server.on("clientError", handleClientErrors(contract, clock));
  prepareSockets(server, contract, clock, timeouts);
  const makeId = makeRequestIds();
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (message: IncomingMessage, response: ServerResponse) => {
    const head = new Head(message);
    const cause = findRequestProblem(head, message.url as string);
    // Hono refuses a request without a host, which HTTP/1.0 allows.
    message.headers.host ||= "localhost";
    // Node would read an unread body to its end, such as that of a GET.
    response.once("finish", () => discardRest(message));
    response.on("error", ignoreError);
    if (cause) refuse(response, cause, makeId(head.requestId));
    else for (const listener of listeners) callListener(listener, message, response);
  });

  /** A framework whose listener is asynchronous, such as Hono's, may fail at a response that other code has broken. */
  function callListener(
    listener: RequestListener,
    message: IncomingMessage,
    response: ServerResponse,
  ): void {
    const pending: unknown = listener.call(server, message, response);
    if (!isPromise(pending)) return;
    pending.then(undefined, (failure: unknown) => {
      process.emitWarning(failure instanceof Error ? failure : String(failure));
      message.socket.destroy();
    });
  }

  function refuse(response: ServerResponse, cause: Cause, id: string): void {
    const { status, type, body } = makeCauseResponse(contract, cause, clock());
    response.shouldKeepAlive = false;
    response.setHeader(requestIdHeader, id).setHeader("content-type", type);
    response.statusCode = status;
    response.end(body);
  }
}

function findRequestProblem({ hasUnambiguousHead }: Head, url: string): Cause | undefined {
  if (!hasUnambiguousHead) return "malformed-request";
  if (url === "*") return "unknown-path";
  // Parts that `new URL` resolves: steps of dots, escaped or not, and backslashes.
  return /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)|\\/i.test(pathIn(url)) ? "unknown-path" : undefined;
}
