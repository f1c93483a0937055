import { EventEmitter } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import { CompiledQuery, Kysely } from "kysely";
import { sleep } from "../../timers.ts";
import { migrate, migrations } from "../migrate.ts";
import { OutageLog } from "../outage.ts";
import { SharedTime } from "../shared-time.ts";
import { type Storage, StorageError, UnavailableError } from "../storage.ts";
import type { Tables } from "../tables.ts";
import { codeOf, makeConnections, messageOf } from "./connections.ts";
import { beginnings, bundle, makeDialect, SchemaMovedError, unwaitedFor } from "./dialect.ts";
import { longLimits, requestLimits } from "./limits.ts";
import { announceStatement, Listener } from "./listener.ts";

/** PostgreSQL's codes where it broke off one transaction for the sake of others: it is run again. */
const brokenOff = ["40P01", "40001", "55P03"];

const announcement = unwaitedFor(CompiledQuery.raw(announceStatement));

const tryLocks =
  "select name from unnest($1::text[]) as name where pg_try_advisory_xact_lock(hashtextextended(name, 0))";

/** Milliseconds in which a transaction is run again. */
const patience = 9_000;

/**
 * Opens the state in a PostgreSQL database, which any number of processes may share.
 *
 * @param log hears of outages; nobody if absent
 * @throws {StorageError} where the database cannot be reached, lacks tables or holds data of a later version
 */
export async function openPostgres(url: string, log?: FastifyBaseLogger): Promise<Storage> {
  const known = migrations.length;
  const outage = new OutageLog(log);
  // Until it is open, whoever opens it is told by the error alone.
  let opened = false;
  const connections = makeConnections(url, {
    failed: (cause) => {
      if (opened) outage.failed(cause);
    },
    succeeded: () => outage.succeeded(),
  });
  const time = new SharedTime();
  const changes = new EventEmitter().setMaxListeners(0);
  let moved: SchemaMovedError | undefined;
  const checkVersion = (found: number): void => {
    if (found <= known) return;
    if (!moved) {
      moved = new SchemaMovedError(found, known);
      log?.error(moved.message);
      connections.refuse(moved);
    }
    throw moved;
  };
  const open = (beginning: keyof typeof beginnings): Kysely<Tables> =>
    new Kysely<Tables>({
      dialect: makeDialect(
        connections,
        beginning === "write" ? requestLimits : longLimits,
        beginnings[beginning],
        checkVersion,
      ),
    });
  const db = open("write");
  const exclusive = open("exclusive");
  const snapshot = open("snapshot");
  const migration = open("migration");
  const listener = new Listener(url, {
    onChange: () => changes.emit("change"),
    onBeat: (beat) => {
      time.note(beat.sent, beat.time);
      try {
        checkVersion(beat.version);
      } catch {
        // Everybody who asks for a connection is told.
      }
    },
  });
  const close = async (): Promise<void> => {
    await listener.stop();
    await Promise.all([db, exclusive, snapshot, migration].map((each) => each.destroy()));
  };
  try {
    await migrate(migration, "postgres");
    await listener.connect();
  } catch (error) {
    await close();
    if (error instanceof StorageError) throw error;
    const cause = error instanceof UnavailableError ? (error.cause ?? error) : error;
    throw new StorageError(`The database at ${withoutPassword(url)} cannot be used: ${messageOf(cause)}`);
  }
  opened = true;
  return {
    dialect: "postgres",
    shared: true,
    db,
    now: () => time.now(),
    transaction: (work) => repeatedly(() => db.transaction().execute(work)),
    exclusive: (work) => exclusive.transaction().execute(work),
    snapshot: (work) => snapshot.transaction().execute(work),
    together: async (tx, queries) => {
      const { rows } = await tx.executeQuery(bundle(queries));
      return rows.map((result) => result.rows) as never;
    },
    send: async (tx, query) => {
      await tx.executeQuery(unwaitedFor(query));
    },
    tryLocks: (names) => CompiledQuery.raw(tryLocks, [names]) as CompiledQuery<{ name: string }>,
    announce: async (tx) => {
      await tx.executeQuery(announcement);
    },
    onChange: (call) => {
      changes.on("change", call);
      return () => changes.off("change", call);
    },
    abort: () => connections.refuse(new UnavailableError("The sandbox is closing.")),
    close,
  };
}

/** Runs a transaction again where it was broken off in favour of another one. */
async function repeatedly<Result>(run: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + patience;
  for (let round = 1; ; round++) {
    try {
      return await run();
    } catch (error) {
      if (!brokenOff.includes(codeOf(error) ?? "") || performance.now() > end) throw error;
      await sleep(Math.random() * 20 * Math.min(round, 10));
    }
  }
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
