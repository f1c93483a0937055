import { EventEmitter } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { migrate } from "../migrate.ts";
import { OutageLog } from "../outage.ts";
import { makeSharedTime } from "../shared-time.ts";
import { makeSteadyTime, readLastMoment } from "../steady-time.ts";
import { type Storage, StorageError, UnavailableError } from "../storage.ts";
import type { Database } from "../tables.ts";
import { longLimits, requestLimits } from "./client.ts";
import { Connections } from "./connections.ts";
import { messageOf } from "./failures.ts";
import { copyStatements, makeListener } from "./listener.ts";
import { afterOlderWriters, refuseOlderWriters } from "./older-processes.ts";
import { databaseBy, Repeater, transact } from "./transactions.ts";

/**
 * Opens the state in a PostgreSQL database, which any number of processes may share.
 *
 * @param log hears of outages; not logged if absent
 * @throws {StorageError} if the database cannot be reached, holds data of another version, or is used by processes of an
 *   older one that do not end
 */
export async function openPostgres(url: string, log?: FastifyBaseLogger): Promise<Storage> {
  const connections = new Connections(url);
  const outage = new OutageLog(log);
  const transactions = new Repeater(outage, "write");
  const readings = new Repeater(outage, "read");
  const time = makeSharedTime();
  const db = databaseBy(connections, outage);
  let lastMoment = 0;
  const changes = new EventEmitter().setMaxListeners(0);
  const listener = makeListener(url, {
    onChange: () => changes.emit("change"),
    onBeat: (sent, now) => time.note(sent, now),
  });
  /** Announces a change after its commit: a NOTIFY inside a transaction makes commits of all processes wait for each other. */
  const announcing = async <Result>(done: Promise<Result>): Promise<Result> => {
    const result = await done;
    changes.emit("change");
    listener.announce();
    return result;
  };
  const close = async (): Promise<void> => {
    await listener.stop();
    await connections.end();
  };
  try {
    const migrating = () =>
      migrate({
        dialect: "postgres",
        transaction: (work) => transact(connections, "exclusive", longLimits, work),
        run: (tx, statements) => sql.raw(statements).execute(tx),
        refuseOlderWriters,
      });
    await afterOlderWriters(migrating, log);
    await listener.connect();
    lastMoment = await readLastMoment(db);
  } catch (error) {
    await close();
    if (error instanceof StorageError) throw error;
    const cause = error instanceof UnavailableError ? (error.cause ?? error) : error;
    throw new StorageError(
      `The database at ${withoutPassword(url)} cannot be used: ${messageOf(cause)}`,
    );
  }
  return {
    dialect: "postgres",
    shared: true,
    db,
    now: makeSteadyTime(time.now, lastMoment, log),
    transaction: (work) =>
      announcing(
        transactions.run(requestLimits, (limits) => transact(connections, "write", limits, work)),
      ),
    exclusive: (work) =>
      announcing(
        transactions.run(longLimits, (limits) => transact(connections, "exclusive", limits, work)),
      ),
    read: (work) =>
      readings.run(longLimits, (limits) => transact(connections, "read", limits, work)),
    tryLocks: async (tx, names) => {
      const { rows } = await sql<{ name: string }>`select name from unnest(${names}::text[]) as name
        where pg_try_advisory_xact_lock(hashtextextended(name, 0))`.execute(tx);
      return new Set(rows.map(({ name }) => name));
    },
    copies: {
      begin: listener.beginCopy,
      drop: async (tx) => void (await sql.raw(copyStatements.drop).execute(tx)),
      dropped: async () => {
        const wait = (tx: Database) => sql.raw(copyStatements.wait).execute(tx);
        // A process that was stopped keeps its lock: after the time limit of locks others go on without it.
        await transact(connections, "write", requestLimits, wait).catch(() => {});
      },
    },
    onChange: (call) => {
      changes.on("change", call);
      return () => changes.off("change", call);
    },
    abort: () => connections.refuse(),
    close,
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
