import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { makeDatabase } from "../../support/databases.ts";

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

/** Starts a way to a database that can be cut, laid again, and made silent. Its `url` is the database's by this way. */
export async function startDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const pass = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    if (isSilent) return;
    const other = connect(Number(target.port), target.hostname);
    sockets.add(other);
    other.on("error", () => {}).on("close", () => sockets.delete(other));
    socket.pipe(other).pipe(socket);
  };
  let server: Server | undefined;
  let port = 0;
  const lay = async (): Promise<void> => {
    server = createServer(pass).listen(port, "127.0.0.1");
    await new Promise((resolve) => server?.once("listening", resolve));
    port = (server.address() as { port: number }).port;
  };
  await lay();
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    /** Takes connections again. */
    lay,
    /** Ends all connections and takes no more. */
    cut: async () => {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    /** From now on swallows every byte of the connections that there are, and of new ones too. */
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().removeAllListeners("end").pause();
    },
    /** Lets new connections through again; those that were silenced stay so. */
    listenAgain: () => {
      isSilent = false;
    },
  };
}

/** A way to a database of the test's own, which is cut when the test is over. */
export async function layWay(): Promise<DatabaseProxy> {
  const proxy = await startDatabaseProxy(await makeDatabase());
  onTestFinished(proxy.cut);
  return proxy;
}
