// Reset, export and import in memory; on each storage and under load they are tried by snapshot.slow.test.ts.

import { expect, test, vi } from "vitest";
import { charge, dataOf, noon, openService, type Service, transfer } from "../../../../test/sandbox/support/service.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { payCharge } from "../service/charges.ts";
import { type Tables, tableNames } from "../storage/tables.ts";
import { InvalidInputError } from "./invalid-input-error.ts";
import { resetState } from "./reset.ts";
import { makeSettingsControl } from "./settings.ts";
import { exportState, importState } from "./snapshot.ts";

const first = { name: "Primeira", apiKey: "first-key", apiSecret: "first-secret" };

/** Makes a state with something in every table. */
async function live(service: Service): Promise<void> {
  const { transact, sandbox, company } = service;
  await service.call("createWebhook", { body: { url: "https://shop.example.com/all" } });
  const { id } = dataOf<{ id: string }>(await service.call("createCharge", { body: charge }));
  await transact((tx) => payCharge(tx, sandbox, id));
  await service.call("createTransfer", { body: transfer });
  const { db } = sandbox.storage;
  const notification = await db.selectFrom("outbox_notifications").select("id").executeTakeFirstOrThrow();
  await db.updateTable("outbox_notifications").set({ claimedUntil: 5 }).execute();
  const attempt = { notificationId: notification.id, at: noon, duration: 1, status: 200, error: null, response: "" };
  for (const number of [1, 2])
    await db
      .insertInto("outbox_attempts")
      .values({ ...attempt, number, headersJson: null })
      .execute();
  const fault = { id: "flt_1", operation: "issueToken", kind: "error", remaining: 1, optionsJson: "{}" };
  await db
    .insertInto("faults")
    .values({ ...fault, createdAt: noon })
    .execute();
  const clockMove = { id: "clk_1", at: noon, until: noon + 1, frozen: 0 };
  await db.insertInto("clockMoves").values(clockMove).execute();
  await db.insertInto("rateLimits").values({ key: "k", count: 1, resetsAt: noon }).execute();
  const request = { id: "req_1", at: noon, method: "GET", path: "/", operation: null, companyId: company.id };
  const messages = { status: 200, duration: 1, requestJson: "{}", responseJson: "{}" };
  await db
    .insertInto("requests")
    .values({ ...request, ...messages })
    .execute();
  await db.insertInto("settings").values({ name: "key", valueJson: '"own"' }).execute();
  await db.insertInto("leases").values({ name: "due", holder: "one", until: noon }).execute();
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
  for (const [name, rows] of Object.entries(await count(service))) expect(rows, name).toBeGreaterThan(0);
  await resetState(sandbox, first, { dailyLimit: 5, clockFrozenAt: noon });
  const company = await sandbox.storage.db.selectFrom("companies").selectAll().executeTakeFirstOrThrow();
  const nothing = Object.fromEntries(tableNames.map((name) => [name, 0]));
  const left = { ...nothing, settings: 3, companies: 1, balances: 1, ledger: 2, leases: 1 };
  expect(await count(service)).toEqual(left);
  expect(sandbox.settings.current).toMatchObject({ dailyLimit: 5, openingBalance: 100_000_000 });
  const changed = vi.fn();
  sandbox.storage.onChange(changed);
  await resetState(sandbox, first, { clockFrozenAt: noon });
  expect(await sandbox.storage.db.selectFrom("companies").select(["id", "apiKey"]).execute()).toEqual([
    { id: company.id, apiKey: first.apiKey },
  ]);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(sandbox.settings.current.dailyLimit).toBe(10_000_000);
});

test("a change, reset or import that fails leaves the cached settings as they are stored, and throws its cause", async () => {
  await using service = await openLive();
  const { sandbox } = service;
  const snapshot = await exportState(sandbox);
  const before = sandbox.settings.current;
  const { storage, settings } = sandbox;
  const full =
    (transaction: typeof storage.exclusive): typeof storage.exclusive =>
    (work) =>
      transaction(async (tx) => {
        await work(tx);
        throw new Error("The disk is full.");
      });
  const [transaction, exclusive] = [full(storage.transaction), full(storage.exclusive)];
  const broken = { ...sandbox, storage: { ...storage, db: storage.db, transaction, exclusive } };
  await expect(makeSettingsControl(broken).change({ dailyLimit: 5 })).rejects.toThrow("The disk is full.");
  expect(settings.current).toEqual(before);
  await expect(resetState(broken, first, { dailyLimit: 5 })).rejects.toThrow("The disk is full.");
  expect(settings.current).toEqual(before);
  await service.set({ dailyLimit: 7 });
  await expect(importState(broken, snapshot)).rejects.toThrow("The disk is full.");
  expect(settings.current.dailyLimit).toBe(7);
  // Where the database is away, it cannot be read either.
  const inTransaction = settings.read.bind(settings);
  const read = vi.spyOn(settings, "read").mockImplementationOnce(inTransaction);
  read.mockRejectedValueOnce(new Error("The database cannot be reached."));
  await expect(resetState(broken, first, {})).rejects.toThrow("The disk is full.");
});

test("what is exported is imported elsewhere, row by row, whatever was there before", async () => {
  await using service = await openLive();
  for (let made = 0; made < 250; made++) await service.call("createCharge", { body: charge });
  const snapshot = await exportState(service.sandbox);
  const { outbox_notifications: notifications, outbox_attempts: attempts, ledger } = snapshot.tables;
  // What belongs to a process, and the numbers that a database gives, stay behind.
  expect(new Set(notifications?.map(({ claimedUntil }) => claimedUntil))).toEqual(new Set([null]));
  expect([...(attempts ?? []), ...(ledger ?? [])].every((row) => !("id" in row))).toBe(true);
  for (const rows of Object.values(snapshot.tables)) expect(rows.length).toBeGreaterThan(0);

  await using other = await openLive();
  const changed = vi.fn();
  other.sandbox.storage.onChange(changed);
  await importState(other.sandbox, snapshot);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(await exportState(other.sandbox)).toEqual(snapshot);
  expect(await count(other)).toMatchObject({ rateLimits: 0, requests: 0 });
  await other.accounts();
});

test("a clock that ran goes on from where it was; one that stood stands there", async () => {
  await using service = await openService({}, { clockFrozenAt: null, clockOffset: 5_000 });
  const { sandbox } = service;
  let real = 1_000_000;
  Object.assign(sandbox.storage, { now: () => real });
  const snapshot = await exportState(sandbox);
  expect(snapshot.takenAt).toBe(new Date(1_005_000).toISOString());
  real += 700_000;
  await importState(sandbox, snapshot);
  expect(sandbox.clock.now()).toBe(1_005_000);
  real += 10;
  expect(sandbox.clock.now()).toBe(1_005_010);
  await service.setClock(3_000_000);
  const frozen = await exportState(sandbox);
  await service.setClock(4_000_000);
  await importState(sandbox, frozen);
  expect([sandbox.clock.now(), sandbox.settings.current.clockOffset]).toEqual([3_000_000, -695_000]);
});

type Edit = (snapshot: Schemas["Snapshot"]) => unknown;

test.each<[string, Edit, string]>([
  ["no snapshot", () => ({}), "format is required"],
  ["of another format", (snapshot) => ({ ...snapshot, format: "zip" }), "format must be"],
  ["of a later version", (snapshot) => ({ ...snapshot, version: 2 }), "version must be 1"],
  ["without a time", (snapshot) => ({ ...snapshot, takenAt: "then" }), "takenAt must match"],
  ["of another time", (snapshot) => ({ ...snapshot, takenAt: "2030-01-01T00:00:00Z" }), "checksum does not fit"],
  ["with a row too few", ({ tables, ...rest }) => ({ ...rest, tables: { ...tables, ledger: [] } }), "does not fit"],
  [
    "with a balance that was edited",
    (snapshot) => {
      Object.assign(snapshot.tables.balances?.[0] ?? {}, { amount: 5 });
      return snapshot;
    },
    "checksum does not fit: an export that was edited is refused",
  ],
  ["with a row that is none", ({ tables, ...rest }) => ({ ...rest, tables: { ...tables, charges: [5] } }), "object"],
])("a snapshot %s is refused whole", async (_, edit, message) => {
  await using service = await openLive();
  const { sandbox } = service;
  const before = [await exportState(sandbox), sandbox.settings.current];
  const imported = importState(sandbox, edit(await exportState(sandbox)) as Schemas["Snapshot"]);
  await expect(imported).rejects.toThrow(message);
  await expect(imported).rejects.toThrow(InvalidInputError);
  expect([await exportState(sandbox), sandbox.settings.current]).toEqual(before);
});

test("a snapshot with columns of another version is refused whole", async () => {
  await using service = await openLive();
  const { sandbox } = service;
  const { db } = sandbox.storage;
  const snapshot = await exportState(sandbox);
  await db.schema.alterTable("transfers").renameColumn("pixKey", "key").execute();
  const before = await exportState(sandbox);
  await expect(importState(sandbox, snapshot)).rejects.toThrow("tables.transfers cannot be stored");
  expect(await exportState(sandbox)).toEqual(before);
});
