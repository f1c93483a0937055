import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { UnreachableError } from "./errors.ts";

/** What was sent to the listener. */
export interface Delivery {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The bytes as they came. */
  body: Buffer;
  /** Epoch milliseconds of this machine. */
  at: number;
  /** Whether the sender hung up before it was answered. */
  isAbandoned?: true;
}

/** What the listener answers on a path: a status, where a redirect leads, and after how many milliseconds. */
export interface Reply {
  status: number;
  location?: string;
  delay?: number;
}

/** Path below which every receiver lies: a later run knows by it what an earlier one has left on the server. */
const mark = "/pix-conformance";

/** An HTTP server that takes notifications, each receiver on a path of its own. */
export class Listener {
  readonly deliveries: Delivery[] = [];
  readonly #server: Server;
  readonly #replies = new Map<string, { next: Reply[]; afterwards: Reply }>();
  /** Address without a slash at the end. */
  readonly url: string;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** @param publicUrl where the server reaches this machine; `http://127.0.0.1:<port>` where absent */
  static async open({ port = 0, publicUrl }: { port?: number; publicUrl?: string } = {}): Promise<Listener> {
    const server = createServer((request, response) => {
      void listener.#take(request).then(async ([delivery, { status, location, delay = 0 }]) => {
        response.once("close", () => {
          if (!response.writableFinished) delivery.isAbandoned = true;
        });
        if (delay > 0) await sleep(delay, undefined, { ref: false });
        response.writeHead(status, location === undefined ? {} : { location }).end();
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
        const why =
          code === "EADDRINUSE" ? "something else listens there" : code === "EACCES" ? "it is not allowed" : message;
        reject(new UnreachableError(`--listen: the suite cannot listen on port ${port}: ${why}.`));
      });
      server.listen(port, publicUrl === undefined ? "127.0.0.1" : "0.0.0.0", resolve);
    });
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const listener = new Listener(server, (publicUrl ?? own).replace(/\/+$/, "") + mark);
    return listener;
  }

  /** What was sent to a receiver. */
  at(path: string): Delivery[] {
    return this.deliveries.filter((delivery) => delivery.path === path);
  }

  /** What a receiver answers to the next deliveries, one after the other, and to those after them. */
  reply(path: string, replies: readonly Reply[], afterwards: Reply = { status: 200 }): void {
    this.#replies.set(path, { next: [...replies], afterwards });
  }

  /** Waits until a receiver has got what it waits for, or the time is over: the time in which this machine does something. */
  async waitFor(
    path: string,
    isEnough: (deliveries: readonly Delivery[]) => boolean,
    timeout: number,
  ): Promise<Delivery[]> {
    for (let left = timeout; left > 0 && !isEnough(this.at(path)); left -= 20) await sleep(20);
    return this.at(path);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #take(request: IncomingMessage): Promise<[Delivery, Reply]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? "/").replaceAll(mark, "");
    const delivery: Delivery = {
      ...{ method: request.method ?? "", path, body: Buffer.concat(chunks), at: Date.now() },
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    };
    this.deliveries.push(delivery);
    const replies = this.#replies.get(path);
    return [delivery, replies?.next.shift() ?? replies?.afterwards ?? { status: 200 }];
  }
}
