// Requests that are carried out together stand each for itself.
import { expect, test } from "vitest";
import { createCharges } from "../../../packages/sandbox/src/service/charges.ts";
import { createTransfer } from "../../../packages/sandbox/src/service/create-transfers.ts";
import { codeOf } from "../../support/check-response.ts";
import { charge, openService, transfer } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

onEachStorage("sets", (makePlace) => {
  test("of many transfers at once each company's are exact: balance, day, ledger, notifications", async () => {
    await using service = await openService(await makePlace(), {
      rateLimitMultiplier: 0,
      dailyLimit: 70_000,
    });
    const poor = await service.addCompany({ balance: 45_000 });
    const rich = await service.addCompany({ balance: 1_000_000 });
    for (const company of [poor, rich]) {
      await service.call("createWebhook", {
        company,
        body: { url: "https://shop.example.com/all" },
      });
    }
    const calls = Array.from({ length: 40 }, (_, index) => {
      const company = index % 2 ? poor : rich;
      const headers = { "x-idempotency-key": `set-${index}` };
      return service.call("createTransfer", { company, headers, body: transfer });
    });
    const answers = await Promise.all(calls);
    const count = (parity: number, status: number, code?: string) =>
      answers.filter(
        (answer, index) =>
          index % 2 === parity && answer.status === status && codeOf(answer) === code,
      ).length;
    expect([count(1, 200), count(1, 402, "INSUFFICIENT_BALANCE")]).toEqual([4, 16]);
    expect([count(0, 200), count(0, 422, "DAILY_LIMIT_EXCEEDED")]).toEqual([7, 13]);
    const accounts = await service.accounts();
    expect([
      accounts[`company:${poor.id}`],
      accounts[`company:${rich.id}`],
      accounts.transit,
    ]).toEqual([5_000, 930_000, 110_000]);
    const { db } = service.sandbox.storage;
    const totals = await db.selectFrom("dailyTotals").select(["companyId", "amount"]).execute();
    expect(Object.fromEntries(totals.map(({ companyId, amount }) => [companyId, amount]))).toEqual({
      [poor.id]: 40_000,
      [rich.id]: 70_000,
    });
    expect(await db.selectFrom("outbox_notifications").select("id").execute()).toHaveLength(11);
    // A refusal is remembered like a success.
    const refused = answers.findIndex(({ status }) => status === 402);
    const headers = { "x-idempotency-key": `set-${refused}` };
    const again = await service.call("createTransfer", { company: poor, headers, body: transfer });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([402, "true"]);
  });

  test("what was let in before its company was removed writes nothing", async () => {
    await using service = await openService(await makePlace());
    const { transact, sandbox, company } = service;
    const gone = await service.addCompany();
    await transact(async (tx) => {
      await tx.deleteFrom("balances").where("companyId", "=", gone.id).execute();
      await tx.deleteFrom("companies").where("id", "=", gone.id).execute();
    });
    const orders = [gone, company].map((each) => ({ company: each, body: charge as never }));
    const created = await transact((tx) => createCharges(tx, sandbox, orders));
    expect(created.map((row) => row?.companyId)).toEqual([undefined, company.id]);
    expect(await transact((tx) => createTransfer(tx, sandbox, gone, transfer))).toBe(
      "COMPANY_REMOVED",
    );
    const { db } = sandbox.storage;
    expect(await db.selectFrom("charges").select("companyId").execute()).toEqual([
      { companyId: company.id },
    ]);
    for (const table of ["transfers", "dailyTotals"] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
