import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request that a receiver has taken. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A program of somebody's that takes notifications. */
export interface Receiver {
  url: string;
  received: Received[];
  /** HTTP status of its answers from now on; 200 at first. */
  answer(status: number): void;
  /** Waits until a request has come that the condition holds for. */
  waitFor(condition: (received: Received) => boolean): Promise<Received>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const arrivals = new EventEmitter().setMaxListeners(0);
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(status).end(`answer ${status}`);
    arrivals.emit("arrival");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      status = next;
    },
    waitFor: async (condition) => {
      for (;;) {
        const found = received.find(condition);
        if (found) return found;
        await once(arrivals, "arrival");
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
