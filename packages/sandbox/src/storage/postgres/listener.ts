import { randomUUID } from "node:crypto";
import pg from "pg";
import { clearTimeout, setTimeout, sleep } from "../../timers.ts";
import { clientOptions, requestLimits } from "./connections.ts";

const channel = "pix_sandbox";

/** Milliseconds between two looks at the database's clock, which also show that the database answers. */
const interval = 2_000;

/** Milliseconds between two attempts to connect. */
const pause = 500;

/** What a listener hears. */
export interface ListenerEvents {
  onChange(): void;
  /**
   * @param sent local time of the query, by `performance.now()`
   * @param time the database's time in epoch milliseconds
   */
  onBeat(sent: number, time: number): void;
}

/** Milliseconds in which changes of this process gather before the others hear of them. */
const moment = 20;

/** Tells other processes of changes and listens for theirs, on a connection of its own. One that breaks or is silent is replaced. */
export class Listener {
  readonly #id = randomUUID();
  readonly #url: string;
  readonly #events: ListenerEvents;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #announcement: NodeJS.Timeout | undefined;
  /** Whether an announcement was lost with a connection: the next one makes up for it. */
  #isOwed = false;
  #isStopped = false;

  constructor(url: string, events: ListenerEvents) {
    this.#url = url;
    this.#events = events;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      ...clientOptions(this.#url),
      application_name: "pix-sandbox changes",
      pipeline: true,
      query_timeout: requestLimits.answer,
    });
    this.#client = client;
    client.on("notification", ({ payload }) => {
      if (payload !== this.#id) this.#events.onChange();
    });
    client.on("error", () => {});
    client.on("end", () => this.#retry(client));
    await client.connect();
    await client.query(`listen ${channel}`);
    await this.#beat(client);
    // Changes of the time without a connection were not heard.
    this.#events.onChange();
    if (this.#isOwed) this.announce();
    this.#isOwed = false;
  }

  /** Tells the other processes of a change, soon. */
  announce(): void {
    this.#announcement ??= setTimeout(() => {
      this.#announcement = undefined;
      this.#client?.query("select pg_notify($1, $2)", [channel, this.#id]).catch(() => {
        this.#isOwed = true;
      });
    }, moment).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#announcement);
    // A silent server does not say goodbye.
    await Promise.race([this.#client?.end().catch(() => {}), sleep(500, undefined, { ref: false })]);
  }

  async #beat(client: pg.Client): Promise<void> {
    const sent = performance.now();
    const { rows } = await client.query<{ time: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as time",
    );
    if (rows[0]) this.#events.onBeat(sent, rows[0].time);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#beat(client).catch(() => client.end().catch(() => {}));
    }, interval).unref();
  }

  /** A connection that fails tells so twice: one attempt follows. */
  #retry(client: pg.Client): void {
    if (this.#isStopped || client !== this.#client) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect().catch(() => this.#retry(this.#client ?? client)), pause);
  }
}
