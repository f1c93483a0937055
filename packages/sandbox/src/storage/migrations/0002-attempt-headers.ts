import { type Kysely, sql } from "kysely";

/** Attempts keep the headers that were sent, so that a signature can be looked at afterwards. */
export async function attemptHeaders(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attempts add column "headersJson" text`.execute(db);
}
