import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver of notifications on this machine. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Notifications that it has received. */
  readonly count: number;
  /** Waits for the next notification to a path. */
  arrival(path: string): Promise<void>;
}

/** @param answers whether it responds; one that does not keeps its callers waiting */
export async function startReceiver(answers = true): Promise<Receiver> {
  const waiting = new Map<string, () => void>();
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      count += 1;
      waiting.get(request.url ?? "")?.();
      if (answers) response.end();
    });
  }).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    arrival: (path) => new Promise((resolve) => waiting.set(path, resolve)),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
