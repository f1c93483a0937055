import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";

/** A server on a free port of this machine. */
export interface Listening extends Disposable {
  url: string;
  port: number;
  /** Closes it with its connections. */
  close(): void;
}

/** Makes a server listen on a free port of this machine; `url` has http. */
export async function listen(given: RequestListener | Server): Promise<Listening> {
  const server = typeof given === "function" ? createServer(given) : given;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, port, close, [Symbol.dispose]: close };
}
