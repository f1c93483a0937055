// Reset in memory; on each storage and under load it is tried by reset.slow.test.ts.
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import {
  charge,
  dataOf,
  noon,
  openService,
  type Service,
  transfer,
} from "../../../../test/sandbox/support/service.ts";
import { makeDatabase, noPostgres } from "../../../../test/support/databases.ts";
import { payCharge } from "../service/charges.ts";
import { type Tables, tableNames } from "../storage/tables.ts";
import { makeSettingsControl, resetState } from "./state.ts";

const first = { name: "Primeira", apiKey: "first-key", apiSecret: "first-secret" };

/** Puts a row into every table that the sandbox has left empty. */
async function live(service: Service): Promise<void> {
  const { transact, sandbox } = service;
  await service.call("createWebhook", { body: { url: "https://shop.example.com/all" } });
  const { id } = dataOf<{ id: string }>(await service.call("createCharge", { body: charge }));
  await transact((tx) => payCharge(tx, sandbox, id));
  await service.call("createTransfer", { body: transfer });
  const { db } = sandbox.storage;
  await db.insertInto("settings").values({ name: "key", valueJson: '"own"' }).execute();
  const counts = await count(service);
  for (const { name, columns } of await db.introspection.getTables()) {
    if (counts[name] !== 0) continue;
    const filled = columns.filter(({ isAutoIncrementing }) => !isAutoIncrementing);
    const values = filled.map(({ name: column, dataType }) => [
      column,
      dataType === "INTEGER" ? 1 : "{}",
    ]);
    await db
      .insertInto(name as "faults")
      .values(Object.fromEntries(values))
      .execute();
  }
}

async function count({ sandbox }: Service): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of tableNames) {
    const rows = await sandbox.storage.db
      .selectFrom(name as keyof Tables)
      .selectAll()
      .execute();
    counts[name] = rows.length;
  }
  return counts;
}

async function openLive(): Promise<Service> {
  const service = await openService();
  await live(service);
  await service.sandbox.settings.read(service.sandbox.storage.db);
  return service;
}

test("a reset leaves nothing in any table but the first company, under its identifier, and the sandbox's own", async () => {
  await using service = await openLive();
  const { sandbox } = service;
  for (const [name, rows] of Object.entries(await count(service)))
    expect(rows, name).toBeGreaterThan(0);
  await resetState(sandbox, first, { dailyLimit: 5, clockFrozenAt: noon });
  const company = await sandbox.storage.db
    .selectFrom("companies")
    .selectAll()
    .executeTakeFirstOrThrow();
  const nothing = Object.fromEntries(tableNames.map((name) => [name, 0]));
  const books = { balances: 1, accountSums: 1, ledger: 2 };
  const left = { ...nothing, settings: 3, companies: 1, ...books, leases: 1 };
  expect(await count(service)).toEqual(left);
  expect(sandbox.settings.current).toMatchObject({ dailyLimit: 5, openingBalance: 100_000_000 });
  const changed = vi.fn();
  sandbox.storage.onChange(changed);
  await resetState(sandbox, first, { clockFrozenAt: noon });
  expect(
    await sandbox.storage.db.selectFrom("companies").select(["id", "apiKey"]).execute(),
  ).toEqual([{ id: company.id, apiKey: first.apiKey }]);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(sandbox.settings.current.dailyLimit).toBe(10_000_000);
});

test("PostgreSQL: a reset deletes the rows of a large table with its file, and those of small ones by themselves", async ({
  skip,
}) => {
  if (noPostgres) skip(noPostgres);
  await using service = await openService({ databaseUrl: await makeDatabase() });
  const { db } = service.sandbox.storage;
  await sql`insert into idempotency select n, repeat('f', 500), 200, '{}', n from generate_series(1, 20000) as n`.execute(
    db,
  );
  const files = async () => {
    const query = sql<{
      large: number;
      small: number;
    }>`select pg_relation_filenode('idempotency') as large, pg_relation_filenode('charges') as small`;
    return (await query.execute(db)).rows[0];
  };
  const before = await files();
  await resetState(service.sandbox, first, {});
  const after = await files();
  expect(after?.large).not.toBe(before?.large);
  expect(after?.small).toBe(before?.small);
  expect(await count(service)).toMatchObject({ idempotency: 0, companies: 1 });
});

test("SQLite: a large table is emptied in a transaction of its own, so that others get their turn", async () => {
  await using service = await openLive();
  const { storage } = service.sandbox;
  await sql`insert into idempotency with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < 50001)
    select 'key ' || n, 'f', 200, '{}', n from numbers`.execute(storage.db);
  const exclusive = () => Promise.reject(new Error("not yet"));
  const broken = { ...service.sandbox, storage: { ...storage, db: storage.db, exclusive } };
  await expect(resetState(broken, first, {})).rejects.toThrow("not yet");
  expect(await count(service)).toMatchObject({ idempotency: 0, charges: 1, transfers: 1 });
  await resetState(service.sandbox, first, {});
  expect(await count(service)).toMatchObject({ charges: 0, transfers: 0, companies: 1 });
});

test("a change or reset that fails leaves the cached settings as they are stored, and throws its cause", async () => {
  await using service = await openLive();
  const { sandbox } = service;
  const before = sandbox.settings.current;
  const { storage, settings } = sandbox;
  const full =
    (transaction: typeof storage.exclusive): typeof storage.exclusive =>
    (work) =>
      transaction(async (tx) => {
        await work(tx);
        throw new Error("The disk is full.");
      });
  vi.spyOn(storage, "transaction").mockImplementationOnce(full(storage.transaction));
  const exclusive = full(storage.exclusive);
  const broken = { ...sandbox, storage: { ...storage, db: storage.db, exclusive } };
  await expect(makeSettingsControl(sandbox).change({ dailyLimit: 5 })).rejects.toThrow(
    "The disk is full.",
  );
  expect(settings.current).toEqual(before);
  await expect(resetState(broken, first, { dailyLimit: 5 })).rejects.toThrow("The disk is full.");
  expect(settings.current).toEqual(before);
  await service.set({ dailyLimit: 7 });
  // Where the database is away, it cannot be read either.
  const inTransaction = settings.read.bind(settings);
  const read = vi.spyOn(settings, "read").mockImplementationOnce(inTransaction);
  read.mockRejectedValueOnce(new Error("The database cannot be reached."));
  await expect(resetState(broken, first, {})).rejects.toThrow("The disk is full.");
});
