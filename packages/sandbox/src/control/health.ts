import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Storage } from "../storage/storage.ts";
import { sleep } from "../timers.ts";
import { version } from "../version.ts";

/** Milliseconds that the database has to answer. */
const databaseLimit = 2_000;

/**
 * Adds `GET /_sandbox/health` for containers and balancers: 200 if the database answers in time, else 503. It needs no
 * token, and answers whatever the host header is.
 */
export function addHealth(app: FastifyInstance, { db }: Storage): void {
  const isReachable = async (): Promise<boolean> => {
    const late = new AbortController();
    const answered = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    const waited = sleep(databaseLimit, false, { signal: late.signal }).catch(() => false);
    return Promise.race([answered, waited]).finally(() => late.abort());
  };
  app.get("/_sandbox/health", async (_, reply) => {
    const isUp = await isReachable();
    reply.code(isUp ? 200 : 503).header("cache-control", "no-store");
    return { status: isUp ? "up" : "down", database: isUp ? "up" : "down", version };
  });
}
