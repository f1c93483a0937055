import type { DatabaseConnection, QueryResult } from "kysely";
import type pg from "pg";
import { setTimeout } from "../../timers.ts";
import { ClosedError, UnavailableError } from "../storage.ts";
import { type Limits, makePool, maxConnections, nameStatement } from "./client.ts";
import { cureFor, errorFor, messageOf } from "./failures.ts";

/** Milliseconds for which open connections are shared if the server has no more. */
const shareTime = 1_000;

/** Connections to a database in which every wait has an end, and broken ones are replaced. */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();
  /** Connections that are not taken any more. */
  #stale = new WeakSet<pg.PoolClient>();
  #isClosed = false;

  constructor(url: string) {
    this.#pool = makePool(url);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => {
      // One that breaks while it is used fails its query too.
      client.on("error", () => {});
      this.#open.add(client);
    });
    this.#pool.on("remove", (client) => this.#open.delete(client));
  }

  /** Runs a piece of work on one connection, under given limits. @throws {UnavailableError} */
  async run<Result>(
    limits: Limits,
    work: (session: DatabaseSession) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#take();
    const session = new DatabaseSession(client, limits, (error) => this.#failureFor(error));
    try {
      return await work(session);
    } finally {
      client.release(session.isBroken);
    }
  }

  /** From now on no caller gets a connection, and every query under way fails. */
  refuse(): void {
    this.#isClosed = true;
    for (const client of this.#open) destroy(client);
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#isClosed) throw new ClosedError();
      const client = await this.#pool.connect().catch((error: unknown) => {
        if (cureFor(error) === "wait") this.#shareOpen();
        throw this.#failureFor(error);
      });
      if (!this.#stale.has(client)) return client;
      destroy(client);
      client.release(true);
    }
  }

  /** The failure of a call. If a connection is lost, the others that are open probably share its fault. */
  #failureFor(error: unknown): Error {
    if (this.#isClosed) return new ClosedError();
    if (cureFor(error) === "discard") this.#stale = new WeakSet(this.#open);
    return messageOf(error) === "Query read timeout"
      ? new UnavailableError("The database did not answer in time.")
      : errorFor(error);
  }

  /**
   * For a moment the pool asks for no further connection: the server has none, and each attempt costs it as much as a new one.
   * Callers get one of those that are open as soon as it is free.
   */
  #shareOpen(): void {
    const { options } = this.#pool;
    options.max = Math.max(1, this.#open.size);
    setTimeout(() => {
      options.max = maxConnections;
    }, shareTime).unref();
  }
}

/** Ends a connection also if its other side is silent. */
function destroy(client: pg.PoolClient): void {
  (client as unknown as pg.Client).connection.stream.destroy();
}

/** A connection that was taken from the pool, as Kysely uses it. Once a query has failed, those after it fail with the same error. */
export class DatabaseSession implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #limits: Limits;
  readonly #failureFor: (error: unknown) => Error;
  readonly #end: number;
  #failure: Error | undefined;
  /** Whether nobody is to use the connection again. */
  isBroken = false;

  constructor(client: pg.PoolClient, limits: Limits, failureFor: (error: unknown) => Error) {
    this.#client = client;
    this.#limits = limits;
    this.#failureFor = failureFor;
    this.#end = performance.now() + limits.work;
  }

  /** Statements that are sent at the same moment go in one piece; PostgreSQL answers one after another. */
  async executeQuery<Row>(query: {
    sql: string;
    parameters: readonly unknown[];
  }): Promise<QueryResult<Row>> {
    if (this.#failure) throw this.#failure;
    try {
      const result = await this.#send<Row>(query.sql, query.parameters);
      // One whose result nobody waited for has failed before it.
      if (this.#failure) throw this.#failure;
      return result;
    } catch (error) {
      if (cureFor(error) === "discard") {
        this.isBroken = true;
        // The server ends its transaction then.
        destroy(this.#client);
      }
      this.#failure ??= this.#failureFor(error);
      throw this.#failure;
    }
  }

  async rollback(): Promise<void> {
    if (this.isBroken) return;
    // The cause is known already.
    await this.#send("rollback", []).catch(() => {
      this.isBroken = true;
    });
  }

  // biome-ignore lint/correctness/useYield: part of the interface, and not used
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Results are not read as streams.");
  }

  async #send<Row>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    const left = Math.max(1, this.#end - performance.now());
    const query_timeout = Math.min(left, this.#limits.answer);
    const query = { ...nameStatement(text, values), query_timeout } as pg.QueryConfig;
    const answer: pg.QueryResult | pg.QueryResult[] = await this.#client.query(query);
    // Of several statements in one text the last one answers.
    const { command, rowCount, rows } = [answer].flat().at(-1) as pg.QueryResult;
    const changes = command === "INSERT" || command === "UPDATE" || command === "DELETE";
    return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }
}
