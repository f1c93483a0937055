import pg from "pg";

/** How long work may wait for PostgreSQL, in milliseconds. */
export interface Limits {
  /** The answer to a statement: longer than PostgreSQL's own limit, so that only silence reaches it. */
  answer: number;
  /** All statements of one piece of work. */
  work: number;
}

/** The limits of a request. All of its waits together end within ten seconds. */
export const requestLimits: Limits = { answer: 4_000, work: 8_000 };

/** The limits of work on the whole state: opening and reset. */
export const longLimits: Limits = { answer: 62_000, work: 120_000 };

/** Making a connection, or waiting for a free one, in milliseconds. */
const connectLimit = 4_000;

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
    connectionTimeoutMillis: connectLimit,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
}

/**
 * The statements are few and alike: a plan that is made once serves every time. One that is made while a table is new
 * would read all of it, until PostgreSQL analyzes the table again.
 */
export const planOptions = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

export function makePool(url: string): pg.Pool {
  return new pg.Pool({
    ...clientOptions(url),
    max: maxConnections,
    types: typeParsers,
    application_name: "pix-sandbox",
    idleTimeoutMillis: 30_000,
    pipeline: true,
    options: planOptions,
    lock_timeout: 2_000,
    statement_timeout: 3_000,
    // A process that is stopped inside a transaction holds its locks no longer than this: others wait for them.
    idle_in_transaction_session_timeout: 3_000,
  });
}

/** Names of statements, by their texts. */
const statementNames = new Map<string, string>();

/** PostgreSQL keeps each statement that has a name on each connection. */
const maxNames = 300;

/** A statement that PostgreSQL reads and plans once for a connection, and not each time. */
export function nameStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  // Several statements in one text, such as the beginning of a transaction, have no values and can have no name.
  if (values.length === 0) return { text };
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < maxNames) {
    name = `sandbox_${statementNames.size}`;
    statementNames.set(text, name);
  }
  return { ...(name !== undefined && { name }), text, values: values.map(withoutNul) };
}

/** JSON may say `\u0000` in any text, and a path `%00`; PostgreSQL has no such character and would fail. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0")
    ? value.replaceAll("\0", "\ufffd")
    : value;
}
