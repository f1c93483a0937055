import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, type JsonObject } from "./contract.ts";
import { UnreachableError } from "./errors.ts";
import { stringsWithin, tryParseJson } from "./json-values.ts";

/** Milliseconds to wait for requests that are sent at once. */
const arrivalTimeout = 10_000;
/** Milliseconds after which a request is taken not to come. */
const silence = 400;

/** A request that was sent to the listener. */
export interface ReceivedNotification {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The bytes as they came. */
  body: Buffer;
  /** The body as a JSON object; undefined if it is not one. */
  json: JsonObject | undefined;
  /** Epoch milliseconds of this machine. */
  at: number;
  /** When it was answered, or the sender hung up before that. */
  answeredAt?: number;
  abandonedAt?: number;
}

/** A notification as it came, with its headers: what somebody needs to check its signature. */
export function showNotification({ method, path, headers, body }: ReceivedNotification): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path}\n${lines.join("\n")}\n\n${body.toString("utf8")}`;
}

type Kind = (delivery: ReceivedNotification) => boolean;

/** Deliveries of an event: a server that moves objects by itself sends others to the same receiver. */
export const ofEvent =
  (event: string): Kind =>
  (delivery) =>
    delivery.json?.event === event;

/** Deliveries about an object. */
export const about =
  (id: string | undefined): Kind =>
  (delivery) =>
    id !== undefined &&
    Object.values(delivery.json ?? {}).some((value) => isJsonObject(value) && value.id === id);

/** The listener's answer on a path: a status, the target of a redirect, and after how many milliseconds. */
export interface ListenerReply {
  status: number;
  location?: string;
  delay?: number;
}

/** Waits for a condition, for some milliseconds in which this machine works. */
async function waitUntil(holds: () => boolean, timeout: number) {
  for (let left = timeout; left > 0 && !holds(); left -= 20) await sleep(20);
}

/** Path below which every receiver lies. */
const mark = "/conformance-suite";

/** Whether a run of the suite has created an object: one that names a receiver of it. */
export const isFromSuite = (record: JsonObject): boolean =>
  stringsWithin(record).some((one) => one.includes(`${mark}/`));

/** An HTTP server that takes notifications, each receiver on its own path. */
export class Listener {
  readonly deliveries: ReceivedNotification[] = [];
  readonly #server: Server;
  readonly #replies = new Map<string, { next: ListenerReply[]; afterwards: ListenerReply }>();
  /** Address without a slash at the end. */
  readonly url: string;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** @param publicUrl address at which the server reaches this machine; `http://127.0.0.1:<port>` if absent */
  static async open(port = 0, publicUrl?: string): Promise<Listener> {
    const server = createServer((request, response) => {
      void listener.#take(request).then(async ([delivery, { status, location, delay = 0 }]) => {
        response.once("close", () => {
          delivery[response.writableFinished ? "answeredAt" : "abandonedAt"] = Date.now();
        });
        if (delay > 0) await sleep(delay, undefined, { ref: false });
        response.writeHead(status, location === undefined ? {} : { location }).end();
      });
    });
    server.listen(port, publicUrl === undefined ? "127.0.0.1" : "0.0.0.0");
    await once(server, "listening").catch(({ message }: Error) => {
      throw new UnreachableError(`--listen: the suite cannot listen on port ${port}: ${message}.`);
    });
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const listener = new Listener(server, (publicUrl ?? own).replace(/\/+$/, "") + mark);
    return listener;
  }

  /** A delivery that was sent to a receiver. */
  at(path: string, isIt: Kind = () => true): ReceivedNotification[] {
    return this.deliveries.filter((delivery) => delivery.path === path && isIt(delivery));
  }

  /** The answers of a receiver to the next deliveries, one after the other, and to those after them. */
  reply(
    path: string,
    replies: readonly ListenerReply[],
    afterwards: ListenerReply = { status: 200 },
  ): void {
    this.#replies.set(path, { next: [...replies], afterwards });
  }

  /** Waits for some deliveries of a kind, and returns those that came. */
  async arrived(
    path: string,
    isIt: Kind,
    { count = 1, timeout = arrivalTimeout } = {},
  ): Promise<ReceivedNotification[]> {
    await waitUntil(() => this.at(path, isIt).length >= count, timeout);
    return this.at(path, isIt);
  }

  /** Waits until some deliveries were answered, or their sender has hung up. */
  async ended(deliveries: readonly ReceivedNotification[], timeout: number): Promise<void> {
    const isOver = ({ answeredAt, abandonedAt }: ReceivedNotification) =>
      answeredAt !== undefined || abandonedAt !== undefined;
    await waitUntil(() => deliveries.every(isOver), timeout);
  }

  /** Waits until nothing more is on its way. */
  async settle(): Promise<void> {
    await waitUntil(() => false, silence);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), "close");
  }

  async #take(request: IncomingMessage): Promise<[ReceivedNotification, ListenerReply]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? "/").replaceAll(mark, "");
    const body = Buffer.concat(chunks);
    const json = tryParseJson(body.toString("utf8").replace(/^\ufeff/, ""));
    const delivery: ReceivedNotification = {
      method: request.method ?? "",
      path,
      body,
      json: isJsonObject(json) ? json : undefined,
      at: Date.now(),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
    };
    this.deliveries.push(delivery);
    const replies = this.#replies.get(path);
    return [delivery, replies?.next.shift() ?? replies?.afterwards ?? { status: 200 }];
  }
}
