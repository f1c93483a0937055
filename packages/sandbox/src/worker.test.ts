import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openService } from "../../../test/sandbox/support/service.ts";
import { makeDatabase, needPostgres, noPostgres } from "../../../test/support/databases.ts";
import { useManualTime } from "../../../test/support/time.ts";
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

/** A worker of a sandbox in memory, for which time passes as the test says. */
async function startManual(wake = vi.fn()) {
  const service = await openService();
  useManualTime();
  onTestFinished(async () => {
    vi.useRealTimers();
    await service[Symbol.asyncDispose]();
  });
  return { service, wake, worker: new BackgroundWorker(service.sandbox, { wake }) };
}

test("a worker that stops while it looks leaves no timer, and wakes nothing afterwards", async () => {
  const { service, wake, worker } = await startManual();
  const { settings } = service.sandbox;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const looks = vi
    .spyOn(settings, "refresh")
    .mockImplementation(() => promise.then(() => settings.current) as never);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks).toHaveBeenCalledTimes(1);
  const stopping = worker.stop();
  release();
  await vi.advanceTimersByTimeAsync(100);
  await stopping;
  expect(vi.getTimerCount()).toBe(0);
  const wakes = wake.mock.calls.length;
  const writing = service.transact(async () => {});
  await vi.advanceTimersByTimeAsync(5_000);
  await writing;
  expect([wake.mock.calls.length, vi.getTimerCount()]).toEqual([wakes, 0]);
});

test("rows that have run out are deleted once a minute, and a worker that stops waits for that", async () => {
  const { service, worker } = await startManual();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const removals = vi
    .spyOn(service.sandbox.storage, "transaction")
    .mockImplementation(() => promise.then(() => 0 as never));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(removals).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(removals).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopping = worker.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  release();
  await vi.advanceTimersByTimeAsync(100);
  await stopping;
  // It was told to stop: the other tables are not looked at.
  expect([removals.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  removals.mockRestore();
});
