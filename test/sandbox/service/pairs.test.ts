// Settings in pairs: any two values of any two settings meet, and each keeps its own effect. Amounts need no rounding.
import { afterAll, expect, test } from "vitest";
import { payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import { codeOf } from "../../support/check-response.ts";
import { pairwise } from "../../support/pairwise.ts";
import { charge, dataOf, openService, transfer } from "../support/service.ts";

const amount = 10_000;
const rows = pairwise({
  chargeFixed: [0, 150],
  chargePoints: [0, 99],
  transferFixed: [0, 100],
  transferPoints: [0, 50],
  dailyLimit: [amount - 1, amount, amount + 1],
  openingBalance: [amount - 1, amount, 1_000_000],
  chargeLifetime: [60_000, 86_400_000],
  queued: [0, 500],
  processing: [0, 1_000],
});

interface Shown {
  id: string;
  fees: number;
  netAmount: number;
  createdAt: string;
  expiresAt: string;
}

const service = await openService();
afterAll(() => service[Symbol.asyncDispose]());

test.for(rows)("%j", async (row) => {
  const { chargeLifetime, openingBalance, dailyLimit } = row;
  await service.set({
    chargeFee: { fixed: row.chargeFixed, basisPoints: row.chargePoints },
    transferFee: { fixed: row.transferFixed, basisPoints: row.transferPoints },
    transferSteps: { queued: row.queued, processing: row.processing },
    chargeLifetime,
    openingBalance,
    dailyLimit,
  });
  const company = await service.addCompany();

  const sent = await service.call("createTransfer", { body: { ...transfer, amount }, company });
  const refusal = dailyLimit < amount ? "DAILY_LIMIT_EXCEEDED" : "INSUFFICIENT_BALANCE";
  if (Math.min(openingBalance, dailyLimit) < amount) {
    const both = openingBalance < amount && dailyLimit < amount;
    expect(both ? ["DAILY_LIMIT_EXCEEDED", "INSUFFICIENT_BALANCE"] : [refusal]).toContain(
      codeOf(sent),
    );
  } else {
    const fees = row.transferFixed + (amount * row.transferPoints) / 10_000;
    expect(dataOf<Shown>(sent)).toMatchObject({ fees, netAmount: amount - fees });
  }

  const body = { ...charge, amountInCents: amount };
  const made = dataOf<Shown>(await service.call("createCharge", { body, company }));
  await service.transact((tx) => payCharge(tx, service.sandbox, made.id));
  const path = { transactionId: made.id };
  const paid = dataOf<Shown>(await service.call("getTransaction", { path, company }));
  expect(paid.fees).toBe(row.chargeFixed + (amount * row.chargePoints) / 10_000);
  expect(Date.parse(paid.expiresAt) - Date.parse(paid.createdAt)).toBe(chargeLifetime);
});

test("the books are right after all of them", async () => {
  const accounts = await service.accounts();
  expect(Object.values(accounts).reduce((sum, one) => sum + one, 0)).toBe(0);
});
