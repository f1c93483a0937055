import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems hand out by themselves (from 32768 on Linux, 49152 elsewhere): one of those can belong
// to any connection by the time that it is used. Each worker has a thousand of its own, and asks for none twice.
const first = 12_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 20) * 1_000;
let next = Math.floor(Math.random() * 1_000);

/** A free port of this machine, for programs that cannot choose one by themselves. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % 1_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
