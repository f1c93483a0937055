import { Socket } from "node:net";
import pg from "pg";
import { sessionNames } from "./older-processes.ts";

/** How long anything may wait for PostgreSQL, in milliseconds. */
export interface PostgresTimeouts {
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
  /** All of it, work that is done again after an interruption included. */
  total: number;
}

/** The limits of a transaction of a request, or of a statement by itself. */
export const requestLimits: PostgresTimeouts = {
  connect: 4_000,
  lock: 2_000,
  statement: 3_000,
  answer: 4_000,
  work: 8_000,
  total: 9_000,
};

/** The limits of work on the whole state: opening and reset. */
export const longLimits: PostgresTimeouts = {
  connect: 4_000,
  lock: 20_000,
  statement: 60_000,
  answer: 62_000,
  work: 120_000,
  total: 130_000,
};

/** Connections of one process. */
export const maxConnections = 10;

// int8 and numeric as numbers: every amount and time here is far below 2^53.
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, Number);
typeParsers.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How a new connection, also one outside of the pool, is made. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: requestLimits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
}

/** Sends the writes of one tick together: each write by itself costs a system call. */
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

export type PooledClient = Client & pg.PoolClient;

/**
 * The statements are few and alike: a plan that is made once serves every time. One that is made while a table is new
 * would read all of it, until PostgreSQL analyzes the table again.
 */
export const planOptions = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

export function makePool(url: string): pg.Pool {
  return new pg.Pool({
    ...clientOptions(url),
    Client,
    max: maxConnections,
    types: typeParsers,
    application_name: sessionNames.work,
    idleTimeoutMillis: 30_000,
    pipeline: true,
    options: planOptions,
    lock_timeout: requestLimits.lock,
    statement_timeout: requestLimits.statement,
    // A process that is stopped inside a transaction holds its locks no longer than this: others wait for them.
    idle_in_transaction_session_timeout: requestLimits.statement,
  });
}

/** Names of statements, by their SQL. */
const statementNames = new Map<string, string>();

/** PostgreSQL keeps each statement that has a name on each connection. */
const maxNames = 300;

/** A statement that PostgreSQL reads and plans once for a connection, and not each time. */
export function nameStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  // Several statements in one string, such as the beginning of a transaction, have no values and can have no name.
  if (values.length === 0) return { text };
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < maxNames) {
    name = `sandbox_${statementNames.size}`;
    statementNames.set(text, name);
  }
  return { ...(name !== undefined && { name }), text, values: values.map(withoutNul) };
}

/** JSON may have `\u0000` in any string, and a path `%00`; PostgreSQL has no such character and would fail. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0")
    ? value.replaceAll("\0", "\ufffd")
    : value;
}
