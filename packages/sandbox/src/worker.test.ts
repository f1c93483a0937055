import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, needPostgres, noPostgres } from "../../../test/support/databases.ts";
import { makeClock } from "./clock.ts";
import type { Sandbox } from "./context.ts";
import { makeSettings } from "./settings.ts";
import { openPostgres } from "./storage/postgres/open-postgres.ts";
import { BackgroundWorker } from "./worker.ts";

let databaseUrl = "";
beforeAll(async () => {
  if (!noPostgres) databaseUrl = await makeDatabase();
});
needPostgres();

/** A process that shares the database. */
async function start() {
  const storage = await openPostgres(databaseUrl);
  const settings = makeSettings(storage);
  const log = { error: vi.fn() };
  const sandbox = { storage, settings, clock: makeClock(settings, storage), log };
  const notifier = { wake: vi.fn() };
  const worker = new BackgroundWorker(sandbox as unknown as Sandbox, notifier);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= worker.stop().then(() => storage.close());
    return stopping;
  };
  onTestFinished(stop);
  return {
    commit: () => storage.transaction(async () => {}),
    wakes: notifier.wake.mock.calls,
    stop,
  };
}

test("of several processes one delivers after each commit, and another when it has ended", async () => {
  const first = await start();
  // It has the lease.
  await expect.poll(() => first.wakes.length).toBeGreaterThan(1);
  const second = await start();
  const before = first.wakes.length;
  await second.commit();
  await expect.poll(() => first.wakes.length).toBeGreaterThan(before);
  for (let commit = 0; commit < 20; commit++) await second.commit();
  // Woken at its start, a notifier looks once a second by itself.
  expect(second.wakes).toHaveLength(1);
  await first.stop();
  await expect.poll(() => second.wakes.length, { timeout: 5_000 }).toBeGreaterThan(1);
});
