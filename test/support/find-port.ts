import { once } from "node:events";
import { createServer, type Server } from "node:net";

// Below the ports that systems hand out by themselves (from 32768 on Linux, 49152 elsewhere): one of those can belong
// to any connection by the time that it is used. Each worker has a thousand of its own, and asks for none twice.
const first = 12_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 20) * 1_000;
let next = Math.floor(Math.random() * 500);

/** A free port of this machine, for programs that cannot choose one by themselves. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = first + (next % 500) * 2;
    next += 1;
    // Who listens on the port behind it owns the pair: another run of tests takes other ports until this process ends.
    const owner = await listen(port + 1);
    const probe = owner && (await listen(port));
    if (probe) {
      owner.unref();
      probe.close();
      await once(probe, "close");
      return port;
    }
    owner?.close();
  }
}

/** A server on a port; undefined where the port is in use. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return undefined;
  }
}
