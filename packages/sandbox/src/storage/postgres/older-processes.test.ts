import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, needPostgres } from "../../../../../test/support/databases.ts";
import { useManualTime } from "../../../../../test/support/time.ts";
import { newestMigration } from "../migrate.ts";
import { StorageError } from "../storage.ts";
import { afterOlderWriters, OlderWritersError, refuseOlderWriters } from "./older-processes.ts";
import { openPostgres } from "./open-postgres.ts";

needPostgres();

/** Opens a session with a name, on a database. */
async function connectAs(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("sessions of processes that do not know a migration are found, and no others", async () => {
  const databaseUrl = await makeDatabase();
  const storage = await openPostgres(databaseUrl);
  onTestFinished(() => storage.close());
  const other = await openPostgres(databaseUrl);
  onTestFinished(() => other.close());
  const refused = () => refuseOlderWriters(storage.db, newestMigration).catch((error) => error);
  await connectAs(databaseUrl, "psql");
  await connectAs(databaseUrl, "pix-sandbox changes 9999-later");
  expect(await refused()).toBeUndefined();
  // Versions that did not name their migration, and one that did.
  await connectAs(databaseUrl, "pix-sandbox changes");
  expect(await refused()).toBeInstanceOf(OlderWritersError);
  await connectAs(databaseUrl, "pix-sandbox 0001-tables");
  expect((await refused()).sessions).toHaveLength(2);
});

test("a start waits for them, says so once, and goes on when they have ended", async () => {
  useManualTime();
  const log = { warn: vi.fn() };
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
    if (rounds <= 5) throw new OlderWritersError("0002-account-sums", [7, 8]);
  };
  const done = afterOlderWriters(work, log as never);
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect(rounds).toBe(6);
  expect(log.warn.mock.calls).toEqual([
    [expect.stringMatching(/end, for up to 30 s: .*: 7, 8\.$/)],
  ]);
});

test("it fails if they do not end", async () => {
  useManualTime();
  const work = async () => Promise.reject(new OlderWritersError("0002-account-sums", [7]));
  const refused = afterOlderWriters(work, undefined).catch((error) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await refused).toBeInstanceOf(StorageError);
  expect((await refused).message).toMatch(
    /do not know the migration 0002-account-sums, .* Their sessions in pg_stat_activity: 7\.$/,
  );
});
