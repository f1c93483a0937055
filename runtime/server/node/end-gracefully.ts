import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds in which a request that is on its way over an idle connection still finds the server. */
const grace = 200;

/** How a server ends. */
export interface Ending {
  /** Whether the server is about to close. */
  readonly isClosing: boolean;
  /** To be called before `server.close()`: from now on, every response is the last one of its connection. */
  begin(): void;
}

/**
 * Makes a server end without a connection being reset under a request: Node's `close` cuts idle connections at once, while
 * the next request may be on its way. Here each connection ends with its next response, and what stays idle for a moment
 * is closed then; so is what a client has opened ahead and sent nothing on, which Node does not count as idle.
 */
export function endGracefully(server: Server): Ending {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  let isClosing = false;
  const begin = (): void => {
    if (isClosing) return;
    isClosing = true;
    for (const socket of sockets) closeAfter((socket as { _httpMessage?: ServerResponse | null })._httpMessage);
    server.prependListener("request", (_request, response) => closeAfter(response));
    const closeIdle = server.closeIdleConnections.bind(server);
    // What `close` calls.
    server.closeIdleConnections = () => {};
    if (sockets.size === 0) return;
    setTimeout(() => {
      const close = (): void => {
        closeIdle();
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      };
      close();
      const timer = setInterval(close, 50);
      server.once("close", () => clearInterval(timer));
      if (!server.listening && sockets.size === 0) clearInterval(timer);
    }, grace);
  };
  return {
    get isClosing() {
      return isClosing;
    },
    begin,
  };
}

function closeAfter(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.shouldKeepAlive = false;
}
