import { expect, test } from "vitest";
import {
  createTransfer as orderTransfer,
  prepareTransfers,
} from "../../../packages/sandbox/src/service/create-transfers.ts";
import { moveDue, runDueTransitions } from "../../../packages/sandbox/src/service/due.ts";
import { readBalance } from "../../../packages/sandbox/src/service/ledger.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { writeRows } from "../../../packages/sandbox/src/storage/statements.ts";
import type { TransferRow } from "../../../packages/sandbox/src/storage/tables.ts";
import { createTransfer, transferMoves } from "../support/moves.ts";
import {
  dataOf,
  noon,
  notificationsOf,
  openService,
  outcomeOf,
  transfer,
} from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

const postbackUrl = "https://shop.example.com/postback";
onEachStorage("transfers", (makePlace) => {
  test.each([
    ["Fulano@Example.COM", "fulano@example.com"],
    ["123E4567-E12B-12D1-A456-426655440000", "123e4567-e12b-12d1-a456-426655440000"],
    ["12ABC34501AB77", "12ABC34501AB77"],
  ])("the key %s is accepted, and shown as %s", async (pixKey, shown) => {
    await using service = await openService(await makePlace());
    const created = await service.call("createTransfer", { body: { ...transfer, pixKey } });
    const { id: transferId, ...summary } = dataOf<{ id: string }>(created);
    expect(summary).toMatchObject({ pixKey: shown });
    const found = await service.call("getTransfer", { path: { transferId } });
    expect(dataOf(found)).toMatchObject({ pixKey: shown });
  });

  test("what is given back after midnight counts for the day on which it was sent", async () => {
    await using service = await openService(await makePlace(), {
      dailyLimit: 10_000,
      rateLimitMultiplier: 0,
    });
    const send = async () => (await service.call("createTransfer", { body: transfer })).status;
    // Midnight of São Paulo is at three o'clock UTC.
    await service.setClock("2026-03-11T02:59:00.000Z");
    const { id } = await createTransfer(service);
    expect(await send()).toBe(422);
    await service.setClock("2026-03-11T03:01:00.000Z");
    expect(await send()).toBe(200);
    await transferMoves.canceled?.(service, id);
    expect(await send(), "the second day is as full as it was").toBe(422);
    await service.setClock("2026-03-11T02:59:30.000Z");
    expect(await send(), "the first day has room again").toBe(200);
  });

  test("those that are due move each to its own end, and once, whoever else moves them", async () => {
    await using service = await openService(await makePlace(), {
      transferSteps: { queued: 500, processing: 1_000 },
    });
    const { transact, sandbox, company } = service;
    const other = await service.addCompany();
    const outcomes = ["completed", "refused", "canceled", "completed"] as const;
    const ids: string[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const created = await transact((tx) =>
        orderTransfer(
          tx,
          sandbox,
          index < 3 ? company : other,
          { ...transfer, postbackUrl },
          { outcome },
        ),
      );
      ids.push((created as TransferRow).id);
    }
    const statuses = async () =>
      Promise.all(
        ids.map(async (id) => (await getRow(sandbox.storage.db, "transfers", id)).status),
      );
    const silent = await createTransfer(service, { postbackUrl: "" });
    await service.setClock(noon + 499);
    expect(await runDueTransitions(sandbox), "nothing is due yet").toBe(0);
    await service.setClock(noon + 500);
    // Twice at the same time, as two processes do it; then those that are no longer due.
    const moved = await Promise.all([runDueTransitions(sandbox), runDueTransitions(sandbox)]);
    expect(moved[0] + moved[1]).toBe(5);
    const due = { charges: [], transfers: ids, until: noon + 500 };
    expect(await transact((tx) => moveDue(tx, sandbox, due))).toMatchObject({ transfers: 0 });
    expect(await statuses()).toEqual(["processing", "processing", "canceled", "processing"]);
    await service.setClock(noon + 1_499);
    expect(await runDueTransitions(sandbox), "a second after the first step").toBe(0);
    await service.setClock(noon + 1_500);
    await Promise.all([runDueTransitions(sandbox), runDueTransitions(sandbox)]);
    expect(await statuses()).toEqual(outcomes);
    const ended = await getRow(sandbox.storage.db, "transfers", ids[0] ?? "");
    expect(ended).toMatchObject({
      nextAt: null,
      completedAt: noon + 1_500,
      updatedAt: noon + 1_500,
    });
    const events = await Promise.all(
      ids.map(async (id) => (await notificationsOf(service, id)).map(({ event }) => event).sort()),
    );
    const ways = {
      completed: ["transfer_completed", "transfer_created", "transfer_updated"],
      refused: ["transfer_created", "transfer_updated", "transfer_updated"],
      canceled: ["transfer_canceled", "transfer_created"],
    };
    expect(events).toEqual(outcomes.map((outcome) => ways[outcome]));
    expect(await notificationsOf(service, silent.id)).toEqual([]);
    expect((await getRow(sandbox.storage.db, "transfers", silent.id)).postbackUrl).toBeNull();
    const accounts = await service.accounts();
    expect([accounts.transit, (accounts.recipients ?? 0) + (accounts.fees ?? 0)]).toEqual([
      0,
      3 * transfer.amount,
    ]);
  });

  test("fees are a fixed part and a share, rounded, and never more than the amount", async () => {
    await using service = await openService(await makePlace(), {
      transferFee: { fixed: 30, basisPoints: 125 },
    });
    const feesOf = { 10000: 155, 1: 1, 29: 29, 30: 30, 31: 30, 40: 31, 1001: 43 };
    for (const [amount, fees] of Object.entries(feesOf).map(
      ([text, fee]) => [Number(text), fee] as const,
    )) {
      const created = dataOf(
        await service.call("createTransfer", { body: { ...transfer, amount } }),
      );
      const { pixKey } = transfer;
      expect(created).toMatchObject({
        amount,
        fees,
        netAmount: amount - fees,
        status: "queued",
        pixKey,
      });
    }
  });

  test("the daily limit is that of a day in São Paulo", async () => {
    await using service = await openService(await makePlace(), { dailyLimit: 30_000 });
    const send = async (company = service.company) =>
      outcomeOf(await service.call("createTransfer", { body: transfer, company }));
    // 23:59:59.999 of 9 March in São Paulo, three hours behind UTC.
    await service.setClock("2026-03-10T02:59:59.999Z");
    const full = ["200", "200", "200", "422 DAILY_LIMIT_EXCEEDED"];
    expect([await send(), await send(), await send(), await send()]).toEqual(full);
    expect(await send(await service.addCompany()), "each company has its own").toBe("200");
    await service.setClock("2026-03-10T03:00:00.000Z");
    expect([await send(), await send(), await send(), await send()]).toEqual(full);
    await service.setClock("2026-03-11T02:59:59.999Z");
    expect(await send()).toBe("422 DAILY_LIMIT_EXCEEDED");
    const accounts = await service.accounts();
    expect(accounts.transit, "What is refused takes nothing").toBe(7 * 10_000);
  });
});

test("of orders that are executed together a refusal refuses itself alone, and takes nothing from those after it", async () => {
  await using service = await openService({}, { dailyLimit: 9_500 });
  const { transact, sandbox } = service;
  const company = await service.addCompany({ balance: 10_000 });
  const other = await service.addCompany({ balance: 10_000 });
  const small = await service.addCompany({ balance: 200 });
  const sent = await transact((tx) =>
    orderTransfer(tx, sandbox, other, { ...transfer, amount: 9_000 }),
  );
  expect(typeof sent).toBe("object");
  const orders = [
    [company, 6_000, "ok"],
    [company, 5_000, "INSUFFICIENT_BALANCE"],
    [company, 3_800, "DAILY_LIMIT_EXCEEDED"],
    [other, 501, "DAILY_LIMIT_EXCEEDED"],
    [company, 3_500, "ok"],
    [other, 500, "ok"],
    [company, 1, "DAILY_LIMIT_EXCEEDED"],
    // The whole balance may go.
    [small, 200, "ok"],
    [small, 1, "INSUFFICIENT_BALANCE"],
  ] as const;
  const results = await transact(async (tx) => {
    const { create: place, writes } = await prepareTransfers(tx, sandbox, [
      company.id,
      other.id,
      small.id,
    ]);
    const placed = orders.map(([payer, amount]) =>
      place({ company: payer, body: { ...transfer, amount } }),
    );
    await writeRows(tx, sandbox.storage, writes());
    return placed;
  });
  const outcomes = results.map((result) => (typeof result === "string" ? result : "ok"));
  expect(outcomes).toEqual(orders.map(([, , outcome]) => outcome));
  const { db } = sandbox.storage;
  const totals = await db.selectFrom("dailyTotals").select(["companyId", "amount"]).execute();
  const byId = Object.fromEntries(totals.map(({ companyId, amount }) => [companyId, amount]));
  expect(byId).toEqual({ [company.id]: 9_500, [other.id]: 9_500, [small.id]: 200 });
  expect([await readBalance(db, company.id), await readBalance(db, other.id)]).toEqual([500, 500]);
  expect((await service.accounts()).transit).toBe(19_200);
});
