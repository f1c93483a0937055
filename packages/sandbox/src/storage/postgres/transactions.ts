import {
  type ConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  Transaction,
} from "kysely";
import { sleep } from "../../timers.ts";
import type { OutageLog } from "../outage.ts";
import { ClosedError, InterruptedError, UnavailableError } from "../storage.ts";
import type { Database, Tables } from "../tables.ts";
import { longLimits, requestLimits } from "./client.ts";
import type { Connections, DatabaseSession } from "./connections.ts";
import { ConnectionLostError } from "./failures.ts";

/** Lock that every transaction shares, and that work on the whole state has alone. */
const stateLock = "hashtextextended('pix-contract sandbox state', 0)";

/** Milliseconds, as statements of a transaction that may take long. */
const timeLimits = "set local lock_timeout = 20000; set local statement_timeout = 60000;";

/** The transaction's number, as the last result of its beginning: it shows later whether the transaction was committed. */
const readTransactionId = "select pg_current_xact_id()::text as number";

/** How a transaction begins. Locks come first: a transaction that waits for the whole state has none of its own yet. */
const beginStatements = {
  write: `begin; select pg_advisory_xact_lock_shared(${stateLock}); ${readTransactionId}`,
  exclusive: `begin; ${timeLimits} select pg_advisory_xact_lock(${stateLock}); ${readTransactionId}`,
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
export function databaseBy(connections: Connections, repeater: Repeater): Database {
  const provider: ConnectionProvider = {
    provideConnection: (consumer) =>
      repeater.run(() => connections.run(requestLimits, (session) => consumer(session))),
  };
  return new Kysely<Tables>(propsFor(provider));
}

/** Milliseconds in which interrupted work is run again. */
const repeatLimit = 6_000;

/** Runs work again after interruptions, and reports the failure that remains. */
export class Repeater {
  readonly #outage: Pick<OutageLog, "failed">;
  /** When a connection was lost for the first time since the last answer: after a while calls fail at once. */
  #lostAt: number | undefined;

  constructor(outage: Pick<OutageLog, "failed">) {
    this.#outage = outage;
  }

  /** @throws {UnavailableError} if the database cannot do it now */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const begin = performance.now();
    for (let round = 1; ; round++) {
      try {
        const result = await work();
        this.#lostAt = undefined;
        return result;
      } catch (error) {
        if (!(error instanceof UnavailableError)) this.#lostAt = undefined;
        if (!this.#mayRepeat(error, begin)) {
          const isOutage = error instanceof UnavailableError && !(error instanceof ClosedError);
          if (isOutage) this.#outage.failed(error);
          throw error;
        }
        await sleep(Math.random() * pauseAfter(round));
      }
    }
  }

  #mayRepeat(error: unknown, begin: number): boolean {
    if (!(error instanceof InterruptedError)) return false;
    const now = performance.now();
    if (!(error instanceof ConnectionLostError)) return now - begin < repeatLimit;
    this.#lostAt ??= now;
    return now - Math.min(begin, this.#lostAt) < repeatLimit;
  }
}

/** Milliseconds: the first interruption has most likely passed. */
function pauseAfter(round: number): number {
  return Math.min(10 * 2 ** round, 500);
}

/** Runs work in a transaction; nothing is committed before it has succeeded. */
export function transact<Result>(
  connections: Connections,
  kind: keyof typeof beginStatements,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  const limits = kind === "write" ? requestLimits : longLimits;
  return connections.run(limits, async (session) => {
    try {
      const begin = { sql: beginStatements[kind], parameters: [] };
      const { rows } = await session.executeQuery<{ number: string }>(begin);
      const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(session) };
      const result = await work(new Transaction<Tables>(propsFor(provider)));
      await commit(session, connections, rows[0]?.number ?? "");
      return result;
    } catch (error) {
      await session.rollback();
      throw error;
    }
  });
}

/** @param number of the transaction @throws also the failure of an earlier query, whoever has caught it */
async function commit(
  session: DatabaseSession,
  connections: Connections,
  number: string,
): Promise<void> {
  try {
    await session.executeQuery({ sql: "commit", parameters: [] });
  } catch (error) {
    const isLost = error instanceof ConnectionLostError;
    if (!isLost || !(await wasCommitted(connections, number, error))) throw error;
  }
}

/** Milliseconds between two questions about a transaction that the server has not ended yet. */
const retryDelay = 50;

/** Milliseconds in which they are asked. */
const questionTime = 2_000;

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
  number: string,
  lost: ConnectionLostError,
): Promise<boolean> {
  const query = { sql: "select pg_xact_status($1::xid8) as status", parameters: [number] };
  const end = performance.now() + questionTime;
  while (performance.now() < end) {
    const asked = connections.run(requestLimits, (session) =>
      session.executeQuery<{ status: string | null }>(query),
    );
    const status = await asked.then(
      ({ rows }) => rows[0]?.status,
      () => undefined,
    );
    if (status === "committed" || status === "aborted") return status === "committed";
    await sleep(retryDelay);
  }
  throw new UnavailableError(lost.message, { cause: lost.cause });
}
