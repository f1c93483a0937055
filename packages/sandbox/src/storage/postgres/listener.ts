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
const announceInterval = 200;

/** Lock that the sessions of processes share which keep a copy of rows that rarely change. */
const copyLock = "hashtextextended('pix-contract sandbox copies', 0)";

/** Ends the payload of a notification of ordinary changes. What an older version sends may be anything. */
const ordinary = " rows";

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

/**
 * Notifies other processes of changes and listens for theirs, on a separate connection. One that breaks or is silent is replaced.
 * Its session shares a lock while this process keeps a copy of rows that rarely change: whoever changes these has the
 * copies dropped, and waits until no session has the lock.
 */
export function makeListener(url: string, { onChange, onBeat }: ListenerEvents) {
  const id = randomUUID();
  let current: pg.Client | undefined;
  let isListening = false;
  /** The copy that this process keeps now. */
  let copy: symbol | undefined;
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
      timer = setTimeout(() => tick(client).catch(() => replace(client)), checkInterval).unref();
  };
  /** Ends a connection that does not answer; another one follows. */
  const replace = (client: pg.Client): void => {
    isListening = false;
    copy = undefined;
    client.end().catch(() => {});
  };
  /** A connection that fails reports it twice: one attempt follows. */
  const retry = (client: pg.Client | undefined): void => {
    if (isStopped || client !== current) return;
    clearTimeout(timer);
    isListening = false;
    copy = undefined;
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
    client.on("notification", ({ payload = "" }) => {
      if (!payload.endsWith(ordinary)) dropCopy();
      if (!payload.startsWith(id)) onChange();
    });
    client.on("error", () => {});
    client.on("end", () => retry(client));
    await client.connect();
    await client.query(`listen ${channel}`);
    await tick(client);
    isListening = true;
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
      client
        ?.query("select pg_notify($1, $2)", [channel, id + ordinary])
        .catch(() => replace(client));
    }, wait).unref();
  };
  /**
   * Begins a copy of stored values, which the caller reads afterwards: a lock tells whether changes are under way.
   *
   * @returns a function that tells whether the copy may still be used: until the next change, and while changes are notified
   */
  const beginCopy = async (): Promise<() => boolean> => {
    const own = Symbol();
    if (!current || !isListening) return () => false;
    copy = own;
    const { rows } = await current
      .query<{ shared: boolean }>(`select pg_try_advisory_lock_shared(${copyLock}) as shared`)
      .catch(() => ({ rows: [] }));
    if (!rows[0]?.shared && copy === own) copy = undefined;
    return () => copy === own;
  };
  const dropCopy = (): void => {
    if (copy === undefined) return;
    copy = undefined;
    current?.query("select pg_advisory_unlock_all()").catch(() => {});
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(announcement);
    // A silent server does not end the connection from its side.
    await Promise.race([current?.end().catch(() => {}), sleep(500, undefined, { ref: false })]);
  };
  return { connect, announce, beginCopy, stop };
}

/** Statements of a change of rows that processes keep copies of. */
export const copyStatements = {
  /** In its transaction: with its commit every process drops its copy. */
  drop: `select pg_notify('${channel}', 'copies')`,
  /** After it, in a transaction that ends at once: waits until no process has one. */
  wait: `select pg_advisory_xact_lock(${copyLock})`,
};
