import { randomUUID } from "node:crypto";
import pg from "pg";
import { clearTimeout, setTimeout, sleep } from "../../timers.ts";
import { clientOptions, requestLimits } from "./client.ts";
import { sessionNames } from "./older-processes.ts";

const channel = "pix_sandbox";

/** Milliseconds between two looks at the database's clock, which also show that the database answers. */
const checkInterval = 2_000;

/** Milliseconds between two attempts to connect. */
const reconnectDelay = 500;

/** Milliseconds in which changes of this process gather before the others are notified. */
const batchTime = 20;

/** Milliseconds between two of these notifications: each of them wakes every other process. */
const announceInterval = 100;

/** The reports of a listener. */
interface ListenerEvents {
  /** Another process has changed something, or may have. */
  onChange(): void;
  /**
   * @param sent local time of the query, by `performance.now()`
   * @param time the database's time in epoch milliseconds
   */
  onBeat(sent: number, time: number): void;
}

/** Notifies other processes of changes and listens for theirs, on a separate connection. One that breaks or is silent is replaced. */
export function makeListener(url: string, { onChange, onBeat }: ListenerEvents) {
  const id = randomUUID();
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let announcement: NodeJS.Timeout | undefined;
  let nextAnnouncement = 0;
  let isStopped = false;

  const tick = async (client: pg.Client): Promise<void> => {
    const sent = performance.now();
    const { rows } = await client.query<{ time: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as time",
    );
    if (rows[0]) onBeat(sent, rows[0].time);
    if (!isStopped)
      timer = setTimeout(
        () => tick(client).catch(() => client.end().catch(() => {})),
        checkInterval,
      ).unref();
  };
  /** A connection that fails reports it twice: one attempt follows. */
  const retry = (client: pg.Client | undefined): void => {
    if (isStopped || client !== current) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().catch(() => retry(current)), reconnectDelay);
  };
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      ...clientOptions(url),
      application_name: sessionNames.changes,
      pipeline: true,
      query_timeout: requestLimits.answer,
    });
    const isFirst = current === undefined;
    current = client;
    client.on("notification", ({ payload }) => payload !== id && onChange());
    client.on("error", () => {});
    client.on("end", () => retry(client));
    await client.connect();
    await client.query(`listen ${channel}`);
    await tick(client);
    // Changes of the time without a connection were not notified, in neither direction.
    onChange();
    if (!isFirst) announce();
  };
  /** Notifies the other processes of a change, soon. */
  const announce = (): void => {
    const wait = Math.max(batchTime, nextAnnouncement - performance.now());
    announcement ??= setTimeout(() => {
      announcement = undefined;
      nextAnnouncement = performance.now() + announceInterval;
      const client = current;
      // A server that does not take it, such as an old primary, is exchanged.
      client?.query("select pg_notify($1, $2)", [channel, id]).catch(() => client.end());
    }, wait).unref();
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(announcement);
    // A silent server does not end the connection from its side.
    await Promise.race([current?.end().catch(() => {}), sleep(500, undefined, { ref: false })]);
  };
  return { connect, announce, stop };
}
