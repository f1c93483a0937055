import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import {
  clearInterval,
  clearTimeout,
  setImmediate,
  setInterval,
  setTimeout,
} from "../../timers.ts";
import { maxDrain } from "./settings.ts";

/** Milliseconds in which a request that is on its way over an idle connection still finds the server. */
const grace = 500;

/** Rounds of the event loop without a new connection after which none waits. */
const roundsWithout = 10;

/** Rounds after which a server closes even where new connections never end. */
const mostRounds = 500;

/** Servers that are about to close, whether they still take connections, and when they are to have closed. */
const closing = new WeakMap<Server, { isListening: boolean; until: number }>();

/** Says that a server is about to close. */
export function announceClose(server: Server): void {
  if (!closing.has(server)) closing.set(server, { isListening: true, until: 0 });
}

/**
 * Whether a server is about to close and still takes connections: a response that ended its connection now would send its
 * client into the queue of a listener that goes away.
 */
export function isDraining(server: Server): boolean {
  return closing.get(server)?.isListening ?? false;
}

/** Milliseconds that what still runs has, once the connections of a server are closed. */
export function timeLeftToClose(server: Server): number {
  return Math.max(0, (closing.get(server)?.until ?? 0) - performance.now());
}

/**
 * Makes `server.close()` end without a connection being reset under a request. Node's cuts idle connections at once, while
 * the next request may be on its way, and those that wait to be accepted. Here what waits is accepted first; each
 * connection ends with its next response, and what stays idle for a moment is closed then; so is what a client has opened
 * ahead and sent nothing on, which Node does not count as idle. Timeouts of requests go on, so one that is half sent ends too.
 *
 * @param most milliseconds after which every connection is cut that is still open
 */
export function endGracefully(server: Server, most = maxDrain): void {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.close = (done) => {
    announceClose(server);
    acceptRest(() => end(done));
    return server;
  };

  /** Accepts what waits: the event loop takes one connection in each round, so until some rounds bring none. */
  function acceptRest(next: () => void, quiet = 0, round = 0): void {
    const before = accepted;
    if (quiet > roundsWithout || round > mostRounds) next();
    else setImmediate(() => acceptRest(next, accepted === before ? quiet + 1 : 0, round + 1));
  }

  function end(done: Parameters<Server["close"]>[0]): void {
    closing.set(server, {
      isListening: false,
      until: server.listening ? performance.now() + most : 0,
    });
    for (const socket of sockets)
      closeAfter((socket as { _httpMessage?: ServerResponse | null })._httpMessage);
    server.prependListener("request", (_request, response) => closeAfter(response));
    // What frameworks call.
    server.closeIdleConnections = () => {};
    // Not Node's own for HTTP, which ends the check of timeouts as well: a half-sent request would stay for ever.
    NetServer.prototype.close.call(server, done);
    const sweep = (): void => {
      closeIdle();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    let timer = setTimeout(() => {
      sweep();
      timer = setInterval(sweep, 50);
    }, grace);
    const cut = setTimeout(() => server.closeAllConnections(), most);
    server.once("close", () => {
      clearTimeout(timer);
      clearTimeout(cut);
      endTimeoutChecks(server);
    });
  }
}

/** Ends Node's check of timeouts, which keeps a server in memory; nothing else can name it. */
function endTimeoutChecks(server: Server): void {
  const name = "http.server.connectionsCheckingInterval";
  const key = Object.getOwnPropertySymbols(server).find(({ description }) => description === name);
  if (key) clearInterval(Reflect.get(server, key) as ReturnType<typeof setInterval>);
}

function closeAfter(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.shouldKeepAlive = false;
}
