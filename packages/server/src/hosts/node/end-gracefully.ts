import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { clearInterval, clearTimeout, setInterval, setTimeout } from "../../timers.ts";
import { maxDrain } from "./settings.ts";

/** Milliseconds in which a request that is on its way over an idle connection still finds the server. */
const lingerTime = 500;

/** Milliseconds of a round in which new connections are counted. Clocks may be those of tests, which stand still. */
const roundTime = 5;

/** Rounds without a new connection after which no client is taken to be connecting. */
const quietRounds = 10;

/** Rounds after which a server stops listening even if new connections never end. */
const maxRounds = 200;

/** Servers that are about to close, whether they still take connections, and when they are to have closed. */
const closing = new WeakMap<Server, { isListening: boolean; until: number }>();

/** Announces that a server is about to close. */
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

/** Milliseconds that requests under way have, once the connections of a server are closed. */
export function timeLeftToClose(server: Server): number {
  return Math.max(0, (closing.get(server)?.until ?? 0) - performance.now());
}

/**
 * Makes `server.close()` end without a connection being reset under a request. Node's cuts idle connections at once, while
 * the next request may be on its way, and those that wait to be accepted. Here waiting connections are accepted first; each
 * connection ends with its next response, and idle ones are closed a moment later, and so are those that a client has opened
 * ahead and sent nothing on, which Node does not count as idle. Timeouts of requests go on, so one that is half sent ends too.
 * Requests are held until the server no longer listens: clients that wait for a response do not connect, so that the queue
 * of the listener, whose connections are reset with it, gets empty.
 *
 * @param drainTime milliseconds after which every connection is cut that is still open
 */
export function endGracefully(server: Server, drainTime = maxDrain): void {
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
    const takeHeld = holdRequests(server);
    acceptRest(() => {
      const held = takeHeld();
      end(done);
      for (const request of held) server.emit("request", ...request);
    });
    return server;
  };

  /** Accepts connections until none waits. */
  function acceptRest(next: () => void, quiet = 0, round = 0): void {
    const before = accepted;
    const isQuiet = quiet > quietRounds || (accepted === 0 && quiet > 0);
    if (isQuiet || round > maxRounds) next();
    else
      setTimeout(() => acceptRest(next, accepted === before ? quiet + 1 : 0, round + 1), roundTime);
  }

  function end(done: Parameters<Server["close"]>[0]): void {
    closing.set(server, {
      isListening: false,
      until: server.listening ? performance.now() + drainTime : 0,
    });
    for (const socket of sockets)
      closeAfter((socket as { _httpMessage?: ServerResponse | null })._httpMessage);
    server.prependListener("request", (_request, response) => closeAfter(response));
    // Methods that frameworks call.
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
    }, lingerTime);
    const cut = setTimeout(() => server.closeAllConnections(), drainTime);
    server.once("close", () => {
      clearTimeout(timer);
      clearTimeout(cut);
      endTimeoutChecks(server);
    });
  }
}

/** Keeps requests from their listeners. @returns a function that ends this and gives the requests */
function holdRequests(server: Server): () => Parameters<RequestListener>[] {
  const listeners = server.listeners("request") as RequestListener[];
  const held: Parameters<RequestListener>[] = [];
  server.removeAllListeners("request");
  server.on("request", (...request) => void held.push(request));
  return () => {
    server.removeAllListeners("request");
    for (const listener of listeners) server.on("request", listener);
    return held;
  };
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
