// Processes keep settings in memory, and follow a change as if each request read them.
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, needPostgres } from "../../../../../test/support/databases.ts";
import { makeSettings } from "../../settings.ts";
import { openPostgres } from "./open-postgres.ts";

needPostgres();

/** Opens a database as some processes do, each with settings. */
async function openProcesses(count: number) {
  const url = await makeDatabase();
  const processes = [];
  for (let index = 0; index < count; index++) {
    const storage = await openPostgres(url);
    onTestFinished(() => storage.close());
    processes.push({ storage, settings: makeSettings(storage) });
  }
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  const query = vi.spyOn(pg.Client.prototype, "query");
  /** Statements that have read settings until now. */
  const countReads = (): number =>
    query.mock.calls.filter(([given]) => {
      const { text = String(given) } = given as unknown as { text?: string };
      return /from settings\b[\s\S]*hasFaults/.test(text);
    }).length;
  return { processes, admin, countReads };
}

const company = { id: "cmp_1", name: "A", city: "B", apiKey: "k", secretHash: "h", createdAt: 0 };

test("settings and a company are read once, and again after each change by another process: never an older one", async () => {
  const { processes, countReads } = await openProcesses(3);
  const [writer, ...readers] = processes;
  if (!writer) throw new Error("There is no process.");
  await writer.storage.db
    .insertInto("companies")
    .values({ ...company, suspended: 0 })
    .execute();
  const read = async ({ settings }: (typeof processes)[number]) => {
    const found = await settings.refreshWith(company.id);
    return [settings.current.dailyLimit, found?.suspended, settings.current.hasFaults];
  };
  for (let round = 1; round <= 20; round++) {
    await writer.settings.change(async (tx) => {
      await writer.settings.write(tx, { dailyLimit: round });
      await tx
        .updateTable("companies")
        .set({ suspended: round % 2 })
        .execute();
    });
    const expected = [round, round % 2, false];
    expect(await Promise.all(processes.map(read))).toEqual(Array(3).fill(expected));
    // Requests go on while the next change is made.
    void Promise.all(readers.map(read));
  }
  await Promise.all(processes.map(read));
  const before = countReads();
  for (let round = 0; round < 50; round++) await Promise.all(processes.map(read));
  expect(countReads()).toBe(before);
});

test("a change that fails leaves what is stored, also at hand", async () => {
  const { processes } = await openProcesses(2);
  const [writer, reader] = processes.map(({ settings }) => settings);
  await reader?.refresh();
  const failed = writer?.change(async (tx) => {
    await writer.write(tx, { dailyLimit: 1 });
    throw new Error("It fails.");
  });
  const begin = performance.now();
  await expect(failed).rejects.toThrow("It fails.");
  expect(performance.now() - begin, "other processes are not waited for").toBeLessThan(1_500);
  for (const settings of [writer, reader])
    expect((await settings?.refresh())?.dailyLimit).toBe(10_000_000);
});

test("a process that hears of no changes reads them each time, until it does again", async () => {
  const { processes, admin, countReads } = await openProcesses(2);
  const [writer, reader] = processes.map(({ settings }) => settings);
  if (!writer || !reader) throw new Error("There is no process.");
  await reader.refresh();
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'pix-sandbox changes %'`);
  for (let limit = 1; limit <= 5; limit++) {
    await writer.change((tx) => writer.write(tx, { dailyLimit: limit }));
    expect((await reader.refresh()).dailyLimit).toBe(limit);
  }
  await expect
    .poll(async () => {
      await reader.refresh();
      const before = countReads();
      await reader.refresh();
      return countReads() - before;
    })
    .toBe(0);
});

test("a process that was stopped with a copy is waited for two seconds, in which the others read each time", async () => {
  const { processes, admin } = await openProcesses(2);
  const [writer, reader] = processes.map(({ settings }) => settings);
  if (!writer || !reader) throw new Error("There is no process.");
  await admin.query(
    "select pg_advisory_lock_shared(hashtextextended('pix-contract sandbox copies', 0))",
  );
  const begin = performance.now();
  const changing = writer.change((tx) => writer.write(tx, { dailyLimit: 7 }));
  await expect.poll(async () => (await reader.refresh()).dailyLimit).toBe(7);
  await changing;
  expect(performance.now() - begin).toBeGreaterThan(1_900);
  expect((await reader.refresh()).dailyLimit).toBe(7);
});
