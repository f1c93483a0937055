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

const answer = { fingerprint: "f", status: 200, body: "{}" };
const day = 24 * 60 * 60 * 1000;

test("notifications older than the setting says are deleted with their attempts, unless they are to be sent", async () => {
  await using service = await openService();
  const { sandbox } = service;
  const { db } = sandbox.storage;
  const postbackUrl = "https://shop.example.com/";
  await service.call("createCharge", { body: { ...charge, postbackUrl } });
  const made = await db.selectFrom("outbox_notifications").selectAll().executeTakeFirstOrThrow();
  const idOf = (days: number) => `${lowestIdAt("wh", Date.now() - days * day)}x`;
  const rows = [
    { ...made, id: idOf(31), status: "delivered" as const },
    { ...made, id: idOf(32) },
    { ...made, id: idOf(29), status: "failed" as const },
  ];
  await insert(db, "outbox_notifications", rows);
  const attempts = rows.map(({ id }) => ({ notificationId: id, number: 1, at: noon, duration: 1 }));
  await insert(db, "outbox_attempts", attempts);
  await sweep(sandbox);
  const left = await db.selectFrom("outbox_notifications").select("id").orderBy("id").execute();
  expect(left.map(({ id }) => id)).toEqual([rows[1]?.id, rows[2]?.id, made.id]);
  expect(await db.selectFrom("outbox_attempts").select("id").execute()).toHaveLength(2);
  await db.updateTable("outbox_notifications").set({ status: "failed" }).execute();
  for (const [notifications, count] of [
    [null, 3],
    [0, 0],
  ] as const) {
    await service.set({ retention: { notifications, requests: 0 } });
    vi.spyOn(sandbox.storage, "now").mockReturnValue(afterAllIds());
    await sweep(sandbox);
    const kept = await db.selectFrom("outbox_notifications").select("id").execute();
    expect(kept).toHaveLength(count);
  }
});

test("requests that are not among the last ones are deleted, a portion at a time", async () => {
  await using service = await openService();
  const { sandbox } = service;
  const { db } = sandbox.storage;
  const request = { at: noon, method: "GET", path: "/", status: 200, duration: 1 };
  const requests = Array.from({ length: 1_200 }, (_, index) => ({
    id: `req_${10_000 + index}`,
    requestJson: "{}",
    responseJson: "{}",
    ...request,
  }));
  await insert(db, "requests", requests);
  await service.set({ retention: { notifications: null, requests: 2 } });
  const read = () => db.selectFrom("requests").select("id").orderBy("id").execute();
  await service.transact((tx) => removeRequests(tx, sandbox));
  expect(await read()).toHaveLength(700);
  await sweep(sandbox);
  expect(await read()).toEqual([{ id: "req_11198" }, { id: "req_11199" }]);
});

test("PostgreSQL: a key that is used again while a sweep deletes it stays", async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  await using service = await openService({ databaseUrl: await makeDatabase() });
  const { db } = service.sandbox.storage;
  const keys = ["again", "over"].map((id) => ({ id, ...answer, expiresAt: noon }));
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

test("what has run out is deleted in portions, and what a company sent today and yesterday is not", async () => {
  await using service = await openService();
  const { sandbox, company } = service;
  const { db } = sandbox.storage;
  const days = ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11"];
  const totals = days.map((one) => ({ companyId: company.id, day: one, amount: 5 }));
  await insert(db, "dailyTotals", totals);
  const ends = [...Array.from({ length: 1_200 }, (_, index) => noon - index), noon + 1];
  await insert(
    db,
    "idempotency",
    ends.map((expiresAt) => ({ id: String(expiresAt), ...answer, expiresAt })),
  );
  await insert(
    db,
    "rateLimits",
    ends.map((resetsAt) => ({ key: String(resetsAt), count: 1, resetsAt })),
  );
  const isStopped = vi.fn(() => isStopped.mock.calls.length > 2);
  await sweep(sandbox, isStopped);
  const readKeys = () => db.selectFrom("idempotency").select("expiresAt").execute();
  expect(await readKeys(), "two portions of 500").toHaveLength(201);
  await sweep(sandbox);
  expect(await readKeys()).toEqual([{ expiresAt: noon + 1 }]);
  const windows = await db.selectFrom("rateLimits").select("resetsAt").execute();
  expect(windows).toEqual([{ resetsAt: noon + 1 }]);
  const left = await db.selectFrom("dailyTotals").select("day").orderBy("day").execute();
  expect(left).toEqual(days.slice(1).map((one) => ({ day: one })));
});

test("of the moves of the clock the last thousand are kept", async () => {
  await using service = await openService();
  const { db } = service.sandbox.storage;
  const moves = Array.from({ length: 1_203 }, (_, index) => ({
    id: `clk_${10_000 + index}`,
    at: index,
    until: index,
    frozen: 0,
  }));
  await insert(db, "clockMoves", moves);
  await sweep(service.sandbox);
  const left = await db.selectFrom("clockMoves").select("id").orderBy("id").execute();
  expect([left.length, left[0]]).toEqual([1_000, { id: "clk_10203" }]);
});
