import { expect, test } from "vitest";
import { noon, openService } from "../../../../test/sandbox/support/service.ts";
import { sweep } from "./sweep.ts";

test("what has run out is forgotten, and what a company sent today and yesterday is not", async () => {
  await using service = await openService();
  const { sandbox, company } = service;
  const { db } = sandbox.storage;
  const days = ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11"];
  await db
    .insertInto("dailyTotals")
    .values(days.map((day) => ({ companyId: company.id, day, amount: 5 })))
    .execute();
  const answer = { fingerprint: "f", status: 200, body: "{}" };
  const windows = [noon - 1, noon, noon + 1];
  await db
    .insertInto("idempotency")
    .values(windows.map((expiresAt) => ({ id: String(expiresAt), ...answer, expiresAt })))
    .execute();
  await db
    .insertInto("rateLimits")
    .values(windows.map((resetsAt) => ({ key: String(resetsAt), count: 1, resetsAt })))
    .execute();
  await sweep(sandbox);
  const left = await db.selectFrom("dailyTotals").select("day").orderBy("day").execute();
  expect(left.map(({ day }) => day)).toEqual(days.slice(1));
  expect(await db.selectFrom("idempotency").select("expiresAt").execute()).toEqual([{ expiresAt: noon + 1 }]);
  expect(await db.selectFrom("rateLimits").select("resetsAt").execute()).toEqual([{ resetsAt: noon + 1 }]);
});
