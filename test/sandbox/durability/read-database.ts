import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { makeSqliteDialect } from "../../../packages/sandbox/src/storage/node-sqlite.ts";
import { planOptions } from "../../../packages/sandbox/src/storage/postgres/client.ts";
import type { Database, Tables } from "../../../packages/sandbox/src/storage/tables.ts";
import type { Place } from "../support/storages.ts";

// Sums and counts are bigint in PostgreSQL; all here are far below 2^53.
const types = new pg.TypeOverrides();
for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
  types.setTypeParser(type, Number);

/** Reads what is stored while the sandbox that owns it runs, by the same plans. */
export function readDatabase(
  { data = "", databaseUrl }: Place,
  readOnly = true,
): AsyncDisposable & { readonly db: Database } {
  const dialect =
    databaseUrl === undefined
      ? makeSqliteDialect(new DatabaseSync(join(data, "sandbox.db"), { readOnly }))
      : new PostgresDialect({
          pool: new pg.Pool({ connectionString: databaseUrl, options: planOptions, max: 2, types }),
        });
  const db = new Kysely<Tables>({ dialect });
  return { db, [Symbol.asyncDispose]: () => db.destroy() };
}
