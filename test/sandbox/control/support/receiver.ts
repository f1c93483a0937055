import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A notification as it came. */
export interface Received {
  id: string;
  event: string;
}

/** Takes notifications on a free port of this machine. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** What is answered from now on; 200 at first. */
  status: number;
  /** Waits before it answers, until this resolves. */
  gate: Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.received.push((await json(request)) as Received);
    await receiver.gate;
    response.writeHead(receiver.status).end("seen");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: [],
    status: 200,
    gate: Promise.resolve(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
