import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request that a receiver got. */
export interface Received {
  /** Id of the notification. */
  id: string;
  event: string;
  rawBody: string;
  path: string;
  headers: IncomingMessage["headers"];
}

/** A receiver of notifications: a real HTTP server of this machine. */
export interface Receiver extends AsyncDisposable {
  /** `http://127.0.0.1:…`. */
  readonly url: string;
  readonly received: Received[];
  /** How often each notification came, by its id. */
  readonly counts: Map<string, number>;
  /** Requests that wait for an answer now, and the most that did at once. */
  readonly open: { now: number; most: number };
  /** How it answers from now on. */
  reply: Reply;
  /** Waits until it has got a request that the condition holds for. */
  waitFor(condition: (received: Received) => boolean): Promise<Received>;
}

/** How a receiver answers: by a status, or by itself. */
export type Reply = number | ((received: Received, response: ServerResponse) => unknown);

/** Starts a receiver; it answers 200 if nothing else is asked for. */
export async function startReceiver(reply: Reply = 200, host = "127.0.0.1"): Promise<Receiver> {
  const received: Received[] = [];
  const counts = new Map<string, number>();
  const open = { now: 0, most: 0 };
  const arrivals = new EventEmitter().setMaxListeners(0);
  const answer: RequestListener = async (request, response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on("close", () => {
      open.now -= 1;
    });
    const body = await buffer(request).catch(() => undefined);
    // A sender that was killed meanwhile has sent nothing.
    if (!body) return;
    const rawBody = body.toString("utf8");
    const { id, event } = JSON.parse(rawBody) as { id: string; event: string };
    const one = { id, event, rawBody, path: request.url ?? "", headers: request.headers };
    received.push(one);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    arrivals.emit("arrival");
    if (typeof receiver.reply === "number") response.writeHead(receiver.reply).end("ok");
    else await receiver.reply(one, response);
  };
  const server = createServer(answer).listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    received,
    counts,
    open,
    reply,
    waitFor: async (condition) => {
      for (;;) {
        const found = received.find(condition);
        if (found) return found;
        await once(arrivals, "arrival");
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
