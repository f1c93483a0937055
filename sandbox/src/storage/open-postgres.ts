import { EventEmitter } from "node:events";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import pg from "pg";
import { clearTimeout, setTimeout } from "../timers.ts";
import { migrate } from "./migrate.ts";
import { type Storage, StorageError } from "./storage.ts";
import type { Tables } from "./tables.ts";

const channel = "pix_sandbox";

// int8 and numeric as numbers: every amount and time here is far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Opens the state in a PostgreSQL database, which any number of processes may share.
 *
 * @throws {StorageError} where the database cannot be reached or holds data of a later version
 */
export async function openPostgres(url: string): Promise<Storage> {
  const pool = new pg.Pool({ connectionString: url, max: 10, types, application_name: "pix-sandbox" });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // One that breaks while it is used tells so by the query too.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withoutNulCharacters(pool) }) });
  const changes = new EventEmitter().setMaxListeners(0);
  const listener = listenForChanges(url, () => changes.emit("change"));
  try {
    // Together, because without a server both fail, and neither failure may be left unheard.
    await Promise.all([migrate(db, "postgres"), listener.ready]);
  } catch (error) {
    await listener.stop();
    await db.destroy();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database at ${withoutPassword(url)} cannot be used: ${messageOf(error)}`);
  }
  return {
    dialect: "postgres",
    shared: true,
    db,
    transaction: (work) => db.transaction().execute(work),
    tryLock: async (tx, name) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(tx);
      return rows[0]?.taken === true;
    },
    announce: async (tx) => {
      await sql`select pg_notify(${channel}, '')`.execute(tx);
    },
    onChange: (call) => {
      changes.on("change", call);
      return () => changes.off("change", call);
    },
    close: async () => {
      await listener.stop();
      await db.destroy();
    },
  };
}

/** JSON may say `\u0000` in any text, and a path `%00`; PostgreSQL has no such character and would fail. */
function withoutNulCharacters(pool: pg.Pool): PostgresPool {
  const clean = (value: unknown): unknown =>
    typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
  return {
    options: pool.options,
    connect: async (): Promise<PostgresPoolClient> => {
      const client = await pool.connect();
      return Object.assign(Object.create(client), {
        query: (text: string, values: readonly unknown[]) => client.query(text, values.map(clean)),
        release: (destroy?: boolean) => client.release(destroy),
      });
    },
    end: () => pool.end(),
  };
}

/** Listens on a connection of its own, and connects again when it breaks. */
function listenForChanges(url: string, onChange: () => void): { ready: Promise<void>; stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: "pix-sandbox changes" });
    client = next;
    next.on("notification", onChange);
    next.on("error", () => {});
    next.on("end", retry);
    await next.connect();
    await next.query(`listen ${channel}`);
  };
  // A connection that fails tells so twice: one attempt follows.
  const retry = (): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => connect().then(onChange, retry), 500);
  };
  return {
    ready: connect(),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = "";
    return parsed.href;
  } catch {
    return "DATABASE_URL";
  }
}

function messageOf(error: unknown): string {
  // A refused connection to a name with several addresses has its reasons inside.
  if (error instanceof AggregateError) return error.errors.map((inner: Error) => inner.message).join("; ");
  return error instanceof Error ? error.message : String(error);
}
