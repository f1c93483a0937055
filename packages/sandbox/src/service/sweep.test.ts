import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { charge, noon, openService } from "../../../../test/sandbox/support/service.ts";
import { makeDatabase, noPostgres } from "../../../../test/support/databases.ts";
import { afterAllIds, lowestIdAt } from "../identifiers.ts";
import type { Database, Tables } from "../storage/tables.ts";
import { removeRequests, sweep } from "./sweep.ts";

/** Inserts rows in portions: databases limit the values in one statement. */
async function insert(db: Database, table: keyof Tables, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    const portion = rows.slice(start, start + 500) as never[];
    await db.insertInto(table).values(portion).execute();
  }
}

test("a sweep deletes in portions until the end, and notifications older than the setting says", async () => {
  await using service = await openService();
  const { sandbox } = service;
  const { db } = sandbox.storage;
  const answer = { fingerprint: "f", status: 200, body: "{}", expiresAt: noon };
  const keys = Array.from({ length: 2_500 }, (_, index) => ({ id: String(index), ...answer }));
  await insert(db, "idempotency", keys);
  await service.call("createCharge", {
    body: { ...charge, postbackUrl: "https://shop.example.com/" },
  });
  const made = await db.selectFrom("outbox_notifications").selectAll().executeTakeFirstOrThrow();
  const day = 24 * 60 * 60 * 1000;
  const idOf = (days: number) => `${lowestIdAt("wh", Date.now() - days * day)}x`;
  const rows = [
    { ...made, id: idOf(31), status: "delivered" as const },
    { ...made, id: idOf(32) },
    { ...made, id: idOf(29), status: "failed" as const },
  ];
  await insert(db, "outbox_notifications", rows);
  const attempt = {
    number: 1,
    at: noon,
    duration: 1,
    status: 200,
    error: null,
    response: "",
    headersJson: null,
  };
  const attempts = rows.map(({ id }) => ({ ...attempt, notificationId: id }));
  await insert(db, "outbox_attempts", attempts);
  await sweep(sandbox);
  expect(await db.selectFrom("idempotency").select("id").execute()).toEqual([]);
  const left = await db.selectFrom("outbox_notifications").select("id").orderBy("id").execute();
  expect(left.map(({ id }) => id)).toEqual(
    [idOf(32), idOf(29), made.id].map((id) => expect.stringContaining(id.slice(0, 8))),
  );
  expect(await db.selectFrom("outbox_attempts").select("id").execute()).toHaveLength(2);
  const request = {
    at: noon,
    method: "GET",
    path: "/",
    operation: null,
    companyId: null,
    objectId: null,
    status: 200,
  };
  const logged = { ...request, duration: 1, requestJson: "{}", responseJson: "{}" };
  const requests = Array.from({ length: 1_200 }, (_, index) => ({
    id: `req_${10_000 + index}`,
    ...logged,
  }));
  await insert(db, "requests", requests);
  for (const kept of [2, 0]) {
    await service.set({ retention: { notifications: null, requests: kept } });
    await service.transact((tx) => removeRequests(tx, sandbox));
    if (kept > 0)
      expect(await db.selectFrom("requests").select("id").execute(), "a portion").toHaveLength(700);
    await sweep(sandbox);
    const rest = await db.selectFrom("requests").select("id").orderBy("id").execute();
    expect(rest).toEqual(kept === 0 ? [] : [{ id: "req_11198" }, { id: "req_11199" }]);
  }
  await db.updateTable("outbox_notifications").set({ status: "failed" }).execute();
  await sweep(sandbox);
  expect(await db.selectFrom("outbox_notifications").select("id").execute()).toHaveLength(3);
  await service.set({ retention: { notifications: 0, requests: 0 } });
  vi.spyOn(sandbox.storage, "now").mockReturnValue(afterAllIds());
  await sweep(sandbox);
  expect(await db.selectFrom("outbox_notifications").select("id").execute()).toEqual([]);
});

test("PostgreSQL: a key that is used again while a sweep deletes it stays", async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  await using service = await openService({ databaseUrl: await makeDatabase() });
  const { db } = service.sandbox.storage;
  const answer = { fingerprint: "f", status: 200, body: "{}", expiresAt: noon };
  const keys = ["again", "over"].map((id) => ({ id, ...answer }));
  await insert(db, "idempotency", keys);
  let swept: Promise<void> | undefined;
  await service.transact(async (tx) => {
    await tx
      .updateTable("idempotency")
      .set({ expiresAt: noon + 1 })
      .where("id", "=", "again")
      .execute();
    swept = sweep(service.sandbox);
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_locks where not granted`.execute(db);
      expect(waiting.rows).not.toEqual([]);
    });
  });
  await swept;
  expect(await db.selectFrom("idempotency").select("id").execute()).toEqual([{ id: "again" }]);
});

test("what has run out is forgotten, and what a company sent today and yesterday is not", async () => {
  await using service = await openService();
  const { sandbox, company } = service;
  const { db } = sandbox.storage;
  const days = ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11"];
  const totals = days.map((day) => ({ companyId: company.id, day, amount: 5 }));
  await insert(db, "dailyTotals", totals);
  const answer = { fingerprint: "f", status: 200, body: "{}" };
  const windows = [noon - 1, noon, noon + 1];
  const keys = windows.map((expiresAt) => ({ id: String(expiresAt), ...answer, expiresAt }));
  await insert(db, "idempotency", keys);
  const limits = windows.map((resetsAt) => ({ key: String(resetsAt), count: 1, resetsAt }));
  await insert(db, "rateLimits", limits);
  const many = Array.from({ length: 1_500 }, (_, index) => ({
    companyId: `cmp_${index}`,
    day: "2026-03-08",
    amount: 5,
  }));
  await insert(db, "dailyTotals", many);
  let portions = 0;
  // Windows and keys are two portions each, and then there is nothing left of them.
  await sweep(sandbox, () => {
    portions += 1;
    return portions > 5;
  });
  expect(await db.selectFrom("dailyTotals").select("day").execute()).toHaveLength(1_004);
  await sweep(sandbox);
  const left = await db.selectFrom("dailyTotals").select("day").orderBy("day").execute();
  expect(left.map(({ day }) => day)).toEqual(days.slice(1));
  expect(await db.selectFrom("idempotency").select("expiresAt").execute()).toEqual([
    { expiresAt: noon + 1 },
  ]);
  expect(await db.selectFrom("rateLimits").select("resetsAt").execute()).toEqual([
    { resetsAt: noon + 1 },
  ]);
});
