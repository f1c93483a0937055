import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { UnavailableError } from "../storage.ts";
import type { Connection, Connections } from "./connections.ts";
import type { Limits } from "./limits.ts";

/** Lock that every transaction shares, and that whoever works on the whole state has alone. */
const stateLock = "hashtextextended('pix-contract sandbox state', 0)";

/** Milliseconds, as statements of a transaction that may take long. */
const patience = "set local lock_timeout = 20000; set local statement_timeout = 60000;";

/** The version of the tables, as the last thing that a beginning tells. */
const version = `select max(version) as version from "schemaVersion"`;

/** How a transaction begins. Locks come first, so that whoever waits for the whole state waits with empty hands. */
export const beginnings = {
  write: `begin; select pg_advisory_xact_lock_shared(${stateLock}); ${version}`,
  exclusive: `begin; ${patience} select pg_advisory_xact_lock(${stateLock}); ${version}`,
  /** The same before there are any tables. */
  migration: `begin; ${patience} select pg_advisory_xact_lock(${stateLock})`,
  snapshot: `begin isolation level repeatable read read only; ${patience} ${version}`,
};

/** Somebody has brought the tables to a later version: this program does not know what they mean. */
export class SchemaMovedError extends UnavailableError {
  constructor(found: number, known: number) {
    super(
      `The database has been brought to version ${found} by a later sandbox, and this one knows version ${known}: it takes no more work. End it, and use the later one.`,
    );
  }
}

const rollback = CompiledQuery.raw("rollback");

/** Queries that stand for several ones, which are sent together. */
const bundles = new WeakMap<CompiledQuery, readonly CompiledQuery[]>();

/** Queries whose answer nobody waits for. */
const unawaited = new WeakSet<CompiledQuery>();

/** Queries as one, which is a single round trip; each row of its result is the result of one of them. */
export function bundle(queries: readonly CompiledQuery[]): CompiledQuery<QueryResult<unknown>> {
  const query = CompiledQuery.raw("") as CompiledQuery<QueryResult<unknown>>;
  bundles.set(query, queries);
  return query;
}

/** A query that is sent with the one after it, or with the end of its transaction; that one fails where this one does. */
export function unwaitedFor(query: CompiledQuery): CompiledQuery {
  unawaited.add(query);
  return query;
}

/** A connection as Kysely uses it. What need not be waited for, such as the beginning of a transaction, goes ahead. */
class PipelinedConnection implements DatabaseConnection {
  readonly #connection: Connection;
  #ahead: Promise<unknown>[] = [];
  #begun: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (unawaited.has(query)) {
      this.#sendAhead(this.#send(query));
      return { rows: [] };
    }
    const parts = bundles.get(query);
    if (parts) return { rows: (await this.#settle(parts.map((part) => this.#send(part)))) as Row[] };
    const [result] = await this.#settle([this.#send(query)]);
    return result as QueryResult<Row>;
  }

  /** @param check throws where the transaction is not to be */
  begin(beginning: CompiledQuery, check: (result: QueryResult<unknown>) => void): void {
    this.#begun = this.#send(beginning).then(check);
    this.#sendAhead(this.#begun);
  }

  async commit(): Promise<void> {
    // Mostly known by then; what may not be is not committed.
    await this.#begun;
    const [ended] = await this.#settle([this.#connection.query("commit", [])]);
    // So it is where a statement has failed, and whoever sent it has gone on.
    if (ended?.command === "ROLLBACK") throw new Error("A statement of the transaction has failed: nothing is kept.");
  }

  async rollback(): Promise<void> {
    // Why is known already.
    this.#ahead = [];
    await this.executeQuery(rollback);
  }

  release(): void {
    this.#connection.release();
  }

  // biome-ignore lint/correctness/useYield: part of the interface, and used by nobody
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError("Results are not read as streams.");
  }

  #sendAhead(sent: Promise<unknown>): void {
    sent.catch(() => {});
    this.#ahead.push(sent);
  }

  async #send({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
    const { command, rowCount, rows } = await this.#connection.query(sql, parameters);
    const changes = command === "INSERT" || command === "UPDATE" || command === "DELETE";
    return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  /** Waits for what was sent, and for what went ahead of it. The first failure is the cause of those after it. */
  async #settle<Result>(sent: readonly Promise<Result>[]): Promise<Result[]> {
    const ended = await Promise.allSettled([...this.#ahead.splice(0), ...sent]);
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return Promise.all(sent);
  }
}

class PipelinedDriver implements Driver {
  readonly #connections: Connections;
  readonly #limits: Limits;
  readonly #beginning: CompiledQuery;
  readonly #checkVersion: (version: number) => void;

  constructor(connections: Connections, limits: Limits, beginning: string, checkVersion: (version: number) => void) {
    this.#connections = connections;
    this.#limits = limits;
    this.#beginning = CompiledQuery.raw(beginning);
    this.#checkVersion = checkVersion;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    return new PipelinedConnection(await this.#connections.take(this.#limits));
  }

  async beginTransaction(connection: PipelinedConnection): Promise<void> {
    connection.begin(this.#beginning, ({ rows }) => {
      const found = (rows[0] as { version?: number } | undefined)?.version;
      if (found !== undefined) this.#checkVersion(found);
    });
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#connections.end();
  }
}

/** How Kysely uses PostgreSQL by given connections: under some limits, and with transactions that begin in one way. */
export function makeDialect(
  connections: Connections,
  limits: Limits,
  beginning: string,
  checkVersion: (version: number) => void = () => {},
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => new PipelinedDriver(connections, limits, beginning, checkVersion),
  };
}
