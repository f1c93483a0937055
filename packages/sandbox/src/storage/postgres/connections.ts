import { Socket } from "node:net";
import pg from "pg";
import { sleep } from "../../timers.ts";
import type { OutageLog } from "../outage.ts";
import { ConnectionLostError, UnavailableError } from "../storage.ts";

/** How long anything may wait for PostgreSQL, in milliseconds. */
export interface Limits {
  /** Making a connection, or waiting for a free one. */
  connect: number;
  /** A lock; PostgreSQL's `lock_timeout`. */
  lock: number;
  /** A statement; PostgreSQL's `statement_timeout`. */
  statement: number;
  /** The answer to a statement: longer than PostgreSQL's own limit, so that only silence reaches it. */
  answer: number;
  /** A connection in one piece of work: from when it is taken until it is given back. */
  work: number;
}

/** What a request has. All of its waits together end within ten seconds. */
export const requestLimits: Limits = {
  connect: 4_000,
  lock: 2_000,
  statement: 3_000,
  answer: 4_000,
  work: 8_000,
};

/** What work on the whole state has: opening and reset. */
export const longLimits: Limits = {
  connect: 4_000,
  lock: 20_000,
  statement: 60_000,
  answer: 62_000,
  work: 120_000,
};

/** Connections of one process. */
const most = 10;

/** PostgreSQL's code where all of its connections are taken. */
const tooMany = "53300";

/** PostgreSQL's codes of a disk that is full or fails: the connection is good, and what is written next most likely fails too. */
const diskErrors = ["53100", "58030"];

// int8 and numeric as numbers: every amount and time here is far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type Connections = ReturnType<typeof makeConnections>;

/** A connection that was taken from the pool. */
export type Connection = Awaited<ReturnType<Connections["take"]>>;

/** How a new connection, also one outside of the pool, is made. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: requestLimits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
}

/** Sends what is written in one tick together: each write by itself costs a system call. */
class GatheringSocket extends Socket {
  override write(...given: unknown[]): boolean {
    if (this.writableCorked === 0) {
      this.cork();
      process.nextTick(() => this.uncork());
    }
    return Reflect.apply(super.write, this, given) as boolean;
  }
}

/** A client that shows its socket: only destroying it ends a connection whose other side is silent. */
class Client extends pg.Client {
  readonly socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new GatheringSocket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
  }
}

type PooledClient = Client & pg.PoolClient;

/**
 * The statements are few and alike: a plan that is made once serves every time. One that is made while a table is new
 * would read all of it, until PostgreSQL analyzes what the table has become.
 */
export const planOptions = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

function makePool(url: string): pg.Pool {
  return new pg.Pool({
    ...clientOptions(url),
    Client,
    max: most,
    types,
    application_name: "pix-sandbox",
    idleTimeoutMillis: 30_000,
    pipeline: true,
    options: planOptions,
    lock_timeout: requestLimits.lock,
    statement_timeout: requestLimits.statement,
    // A process that is stopped inside a transaction holds its locks no longer than this: others wait for them.
    idle_in_transaction_session_timeout: requestLimits.statement,
  });
}

/**
 * Makes connections to a database in which every wait has an end, and broken ones are replaced.
 *
 * @param outage gets the calls that fail because the database does, and those that succeed
 */
export function makeConnections(url: string, outage: OutageLog) {
  const pool = makePool(url);
  const idle = new Set<PooledClient>();
  const open = new Set<PooledClient>();
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // One that breaks while it is used fails its query too.
  pool.on("connect", (client) => void open.add(client.on("error", () => {}) as PooledClient));
  pool.on(
    "remove",
    (client) => void [open, idle].map((clients) => clients.delete(client as PooledClient)),
  );
  let refusal: Error | undefined;
  /** When the last connection was taken. */
  let lastTaken = Number.NEGATIVE_INFINITY;

  const takeClient = async (limits: Limits): Promise<PooledClient> => {
    const end = performance.now() + limits.connect;
    for (;;) {
      if (refusal) throw refusal;
      try {
        const client = (await pool.connect()) as PooledClient;
        lastTaken = performance.now();
        if (!client.socket.destroyed) return client;
        // It ended before the pool heard of it.
        client.release(true);
      } catch (error) {
        // Where other processes have taken all, one of this process may be free by then; a server that was there a moment
        // ago may be starting again. After that calls fail at once.
        const isFull = codeOf(error) === tooMany;
        const limit = isFull ? end : isOfConnection(error) ? lastTaken + limits.connect : 0;
        if (pool.ending || performance.now() > limit) throw error;
        await sleep(50 + Math.random() * 100);
      }
    }
  };

  /** Takes a connection for a piece of work under given limits. */
  const take = async (limits: Limits) => {
    const client = await takeClient(limits).catch((error: unknown) => {
      if (error === refusal) throw error;
      const unavailable = unavailableFor(error);
      outage.failed(unavailable);
      throw unavailable;
    });
    idle.delete(client);
    const end = performance.now() + limits.work;
    let broken: Error | undefined;
    const breakOff = (error: Error): Error => {
      broken = error;
      client.socket.destroy();
      if (error !== refusal) outage.failed(error);
      return error;
    };
    /** Sends a statement. What is sent at the same moment goes in one piece; PostgreSQL answers one after another. */
    const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
      // What follows a failure, such as the rollback, fails with the same cause.
      if (broken) throw broken;
      if (refusal) throw breakOff(refusal);
      const left = Math.ceil(end - performance.now());
      if (left <= 0) throw breakOff(tookTooLong(limits));
      const query_timeout = Math.min(left, limits.answer);
      try {
        const result = await client.query({
          ...nameStatement(text, values),
          query_timeout,
        } as pg.QueryConfig);
        outage.succeeded();
        // Of several statements in one text the last one answers.
        return Array.isArray(result) ? ((result as pg.QueryResult[]).at(-1) ?? result) : result;
      } catch (error) {
        if (broken) throw broken;
        if (refusal) throw breakOff(refusal);
        if (messageOf(error) === "Query read timeout") {
          // If one connection is silent, idle ones probably are, too: the next caller makes new ones.
          for (const other of idle) other.socket.destroy();
          const silence = `The database did not answer a statement within ${limits.answer} ms.`;
          throw breakOff(
            left < limits.answer ? tookTooLong(limits) : new UnavailableError(silence),
          );
        }
        if (diskErrors.includes(codeOf(error) ?? "")) {
          const unavailable = new UnavailableError(
            `The database cannot write: ${messageOf(error)}.`,
            { cause: error },
          );
          outage.failed(unavailable);
          throw unavailable;
        }
        if (!isOfConnection(error)) throw error;
        const { message } = unavailableFor(error);
        throw breakOff(new ConnectionLostError(message, { cause: error }));
      }
    };
    return {
      query,
      release: () => {
        if (!broken) idle.add(client);
        client.release(broken !== undefined);
      },
    };
  };

  return {
    take,
    end: async () => {
      if (!pool.ending) await pool.end();
    },
    /** From now on no caller gets a connection, and every query under way fails with this error. */
    refuse: (error: Error): void => {
      if (refusal) return;
      refusal = error;
      for (const client of open) client.socket.destroy();
    },
  };
}

/** Names of statements, by their texts. */
const names = new Map<string, string>();

/** Statements that have a name at the most: PostgreSQL keeps each of them on each connection. */
const mostNames = 300;

/** A statement that PostgreSQL reads and plans once for a connection, and not each time. */
function nameStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  // Several statements in one text, such as the beginning of a transaction, have no values and can have no name.
  if (values.length === 0) return { text };
  let name = names.get(text);
  if (name === undefined && names.size < mostNames) {
    name = `sandbox_${names.size}`;
    names.set(text, name);
  }
  return { ...(name !== undefined && { name }), text, values: values.map(withoutNul) };
}

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/** Whether an error is one of the connection, and not PostgreSQL's answer to a statement. */
function isOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (!(error instanceof pg.DatabaseError)) return true;
  return (
    code === tooMany ||
    code?.startsWith("08") === true ||
    code?.startsWith("57P") === true ||
    code === "25P03"
  );
}

function tookTooLong({ work }: Limits): Error {
  return new UnavailableError(`Work on the database took longer than ${work} ms.`);
}

function unavailableFor(error: unknown): Error {
  if (error instanceof UnavailableError) return error;
  return new UnavailableError(`The database cannot be reached: ${messageOf(error)}.`, {
    cause: error,
  });
}

export function messageOf(error: unknown): string {
  // A refused connection to a name with several addresses has its reasons inside.
  if (error instanceof AggregateError)
    return error.errors.map((inner: Error) => inner.message).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** JSON may say `\u0000` in any text, and a path `%00`; PostgreSQL has no such character and would fail. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0")
    ? value.replaceAll("\0", "\ufffd")
    : value;
}
