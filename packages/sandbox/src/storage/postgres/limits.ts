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

/** What work on the whole state has: opening, reset, import and export. */
export const longLimits: Limits = {
  connect: 4_000,
  lock: 20_000,
  statement: 60_000,
  answer: 62_000,
  work: 120_000,
};
