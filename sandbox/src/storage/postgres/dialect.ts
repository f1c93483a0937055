import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
} from "kysely";
import { UnavailableError } from "../storage.ts";

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

/** Transactions that begin with one round trip, however much is to be done then. */
class BeginningDriver extends PostgresDriver {
  readonly #beginning: string;
  readonly #checkVersion: (version: number) => void;

  constructor(pool: PostgresPool, beginning: string, checkVersion: (version: number) => void) {
    super({ pool });
    this.#beginning = beginning;
    this.#checkVersion = checkVersion;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      const { rows } = await connection.executeQuery<{ version?: number }>(CompiledQuery.raw(this.#beginning));
      const found = rows[0]?.version;
      if (found !== undefined) this.#checkVersion(found);
    } catch (error) {
      // Kysely ends only what has begun without a failure.
      await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
      throw error;
    }
  }
}

export function makeDialect(
  pool: PostgresPool,
  beginning: string,
  checkVersion: (version: number) => void = () => {},
): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new BeginningDriver(pool, beginning, checkVersion),
  };
}
