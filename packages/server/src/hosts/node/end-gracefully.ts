import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clearTimeout, setImmediate, setInterval, setTimeout } from "../../timers.ts";

/** Milliseconds in which a request that is on its way over an idle connection still finds the server. */
const grace = 500;

/** Rounds of the event loop without a new connection after which none waits. */
const roundsWithout = 10;

/** Rounds after which a server closes even where new connections never end. */
const mostRounds = 500;

/** Servers that are about to close, and whether they still take connections. */
const closing = new WeakMap<Server, { isListening: boolean }>();

/** Says that a server is about to close, for its health route. */
export function announceClose(server: Server): void {
  if (!closing.has(server)) closing.set(server, { isListening: true });
}

/**
 * Whether a server is about to close and still takes connections: a response that ended its connection now would send its
 * client into the queue of a listener that goes away.
 */
export function isDraining(server: Server): boolean {
  return closing.get(server)?.isListening ?? false;
}

/** Whether a server is about to close. */
export function isClosing(server: Server): boolean {
  return closing.has(server);
}

/**
 * Makes `server.close()` end without a connection being reset under a request. Node's cuts idle connections at once, while
 * the next request may be on its way, and those that wait to be accepted. Here what waits is accepted first; each
 * connection ends with its next response, and what stays idle for a moment is closed then; so is what a client has opened
 * ahead and sent nothing on, which Node does not count as idle.
 */
export function endGracefully(server: Server): void {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const close = server.close.bind(server);
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
    closing.set(server, { isListening: false });
    for (const socket of sockets) closeAfter((socket as { _httpMessage?: ServerResponse | null })._httpMessage);
    server.prependListener("request", (_request, response) => closeAfter(response));
    // What Node's own `close` calls.
    server.closeIdleConnections = () => {};
    close(done);
    const sweep = (): void => {
      closeIdle();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    if (sockets.size === 0) return;
    let timer = setTimeout(() => {
      sweep();
      timer = setInterval(sweep, 50);
    }, grace);
    server.once("close", () => clearTimeout(timer));
  }
}

function closeAfter(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.shouldKeepAlive = false;
}
