import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from "kysely";
import { sleep } from "../../timers.ts";
import type { CallKind, OutageLog } from "../outage.ts";
import { ClosedError, InterruptedError, UnavailableError } from "../storage.ts";
import type { Database, Tables } from "../tables.ts";
import { type PostgresTimeouts, requestLimits } from "./client.ts";
import type { Connection, Connections } from "./connections.ts";
import { ConnectionLostError } from "./failures.ts";

/** Lock that every transaction shares, and that work on the whole state has alone. */
const stateLock = "hashtextextended('pix-contract sandbox state', 0)";

/** Milliseconds, as statements of a transaction that may take long. */
const timeLimits = "set local lock_timeout = 20000; set local statement_timeout = 60000;";

/** The transaction's number, as the last result of its beginning: it shows later whether the transaction was committed. */
const readTransactionId = "select pg_current_xact_id()::text as number";

/** How a transaction begins. Locks come first: a transaction that waits for the whole state holds no lock yet. */
const beginStatements = {
  write: `begin; select pg_advisory_xact_lock_shared(${stateLock}); ${readTransactionId}`,
  exclusive: `begin; ${timeLimits} select pg_advisory_xact_lock(${stateLock}); ${readTransactionId}`,
  // Whole tables are read: here a sequential scan is the best plan.
  read: `begin isolation level repeatable read, read only; ${timeLimits} set local enable_seqscan = on; select null as number`,
};

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new TypeError("Connections are given.")),
});
const compiler = dialect.createQueryCompiler();
const adapter = dialect.createAdapter();
const driver = dialect.createDriver();

/** Kysely by given connections. Queries that are executed at the same moment go in one piece. */
function propsFor(provider: ConnectionProvider) {
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return { config: { dialect }, dialect, driver, executor };
}

/** The tables, each query by itself. It may run twice if its connection is lost: work that must not is in a transaction. */
export function databaseBy(connections: Connections, outage: OutageLog): Database {
  const reads = new Repeater(outage, "read");
  const writes = new Repeater(outage, "write");
  const provider: ConnectionProvider = {
    provideConnection: (consumer) =>
      consumer({
        executeQuery: (query) => {
          const repeater = /^\s*select/i.test(query.sql) ? reads : writes;
          return repeater.run(requestLimits, (limits) =>
            withSession(connections, limits, (session) => session.executeQuery<never>(query)),
          );
        },
        streamQuery,
      }),
  };
  return new Kysely<Tables>(propsFor(provider));
}

/** Runs work of one kind again after interruptions, and reports the failure that remains. */
export class Repeater {
  readonly #outage: Pick<OutageLog, "failed" | "succeeded">;
  readonly #kind: CallKind;
  /** When a connection was lost for the first time since the last answer: after a while calls fail at once. */
  #lostAt: number | undefined;

  constructor(outage: Pick<OutageLog, "failed" | "succeeded">, kind: CallKind) {
    this.#outage = outage;
    this.#kind = kind;
  }

  /**
   * @param work gets the limits that are left
   * @throws {UnavailableError} if the database cannot do it now
   */
  async run<Result>(
    limits: PostgresTimeouts,
    work: (limits: PostgresTimeouts) => Promise<Result>,
  ): Promise<Result> {
    const begin = performance.now();
    for (let round = 1; ; round++) {
      try {
        const left = Math.max(0, begin + limits.total - performance.now());
        const connect = Math.min(limits.connect, left);
        const result = await work({ ...limits, connect, work: Math.min(limits.work, left) });
        this.#lostAt = undefined;
        this.#outage.succeeded(this.#kind);
        return result;
      } catch (error) {
        if (!(error instanceof UnavailableError)) this.#lostAt = undefined;
        if (!this.#mayRepeat(error, begin, limits)) {
          if (isOutage(error)) this.#outage.failed(error, this.#kind);
          throw error;
        }
        await sleep(Math.random() * pauseAfter(round));
      }
    }
  }

  #mayRepeat(error: unknown, begin: number, { total }: PostgresTimeouts): boolean {
    if (!(error instanceof InterruptedError)) return false;
    const now = performance.now();
    if (now - begin > total) return false;
    if (!(error instanceof ConnectionLostError)) return now - begin < error.limit;
    this.#lostAt ??= now;
    return now - this.#lostAt < error.limit;
  }
}

/** Milliseconds: the first interruption has most likely passed. */
function pauseAfter(round: number): number {
  return Math.min(10 * 2 ** round, 500);
}

function isOutage(error: unknown): error is UnavailableError {
  return error instanceof UnavailableError && !(error instanceof ClosedError);
}

async function withSession<Result>(
  connections: Connections,
  limits: PostgresTimeouts,
  work: (session: TransactionSession) => Promise<Result>,
): Promise<Result> {
  const connection = await connections.take(limits);
  try {
    return await work(new TransactionSession(connection));
  } finally {
    connection.release();
  }
}

// biome-ignore lint/correctness/useYield: part of the interface, and not used
async function* streamQuery(): AsyncIterableIterator<never> {
  throw new TypeError("Results are not read as streams.");
}

/** A connection as Kysely uses it. Once a query has failed, those after it fail with the same error. */
class TransactionSession implements DatabaseConnection {
  readonly #connection: Connection;
  #failure: { error: unknown } | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<Row>({
    sql,
    parameters,
  }: Pick<CompiledQuery, "sql" | "parameters">): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#connection.query(sql, parameters);
      const changes = command === "INSERT" || command === "UPDATE" || command === "DELETE";
      return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }

  /** @throws the first failure, also that of a query whose result was not awaited */
  async commit(): Promise<void> {
    const { command } = await this.#connection.query("commit", []);
    if (this.#failure) throw this.#failure.error;
    if (command === "ROLLBACK")
      throw new Error("A statement of the transaction has failed: it is rolled back.");
  }

  readonly streamQuery = streamQuery;

  async rollback(): Promise<void> {
    // Its failure has a cause that is known already.
    await this.#connection.query("rollback", []).catch(() => {});
  }
}

/** Runs work in a transaction. Its beginning is sent with the first query; nothing is committed before it has succeeded. */
export function transact<Result>(
  connections: Connections,
  kind: keyof typeof beginStatements,
  limits: PostgresTimeouts,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return withSession(connections, limits, async (session) => {
    const begun = session.executeQuery<{ number?: string }>({
      sql: beginStatements[kind],
      parameters: [],
    });
    begun.catch(() => {});
    try {
      const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(session) };
      const result = await work(new Transaction<Tables>(propsFor(provider)));
      const { rows } = await begun;
      await session.commit().catch(async (error: unknown) => {
        const isLost = error instanceof ConnectionLostError;
        if (!isLost || !(await wasCommitted(connections, rows[0]?.number, error))) throw error;
      });
      return result;
    } catch (error) {
      await session.rollback();
      throw error;
    }
  });
}

/** The answer to a question whose connection was lost too. @throws the error of any other failure */
function toNothing(error: unknown): { rows: [] } {
  if (error instanceof InterruptedError) return { rows: [] };
  throw error;
}

/** Milliseconds between two questions about a transaction that the server has not ended yet. */
const statusQueryDelay = 50;

/**
 * Whether a transaction was committed whose connection was lost before the answer to its commit. If it was not, it can
 * be run again.
 *
 * @param number of the transaction
 * @param lost how the connection was lost
 * @throws {UnavailableError} if it is not known: the transaction must not be run again then
 */
async function wasCommitted(
  connections: Connections,
  number: string | undefined,
  lost: ConnectionLostError,
): Promise<boolean> {
  const query = { sql: "select pg_xact_status($1::xid8) as status", parameters: [number] };
  const end = performance.now() + requestLimits.lock;
  try {
    while (number !== undefined && performance.now() < end) {
      const ask = (session: TransactionSession) =>
        session.executeQuery<{ status: string | null }>(query);
      const { rows } = await withSession(connections, requestLimits, ask).catch(toNothing);
      const status = rows[0]?.status;
      if (status === "committed" || status === "aborted") return status === "committed";
      await sleep(statusQueryDelay);
    }
  } catch {
    // The database is away: the caller hears of the loss of the first connection.
  }
  throw new UnavailableError(lost.message, { cause: lost.cause });
}
