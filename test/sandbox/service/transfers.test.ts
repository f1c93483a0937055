import { expect, test } from "vitest";
import { lifecycles } from "../../../packages/sandbox/src/contract.ts";
import { scopeOf } from "../../../packages/sandbox/src/notifications/write-notifications.ts";
import { createTransfer, prepareTransfers } from "../../../packages/sandbox/src/service/create-transfers.ts";
import { runDueTransitions } from "../../../packages/sandbox/src/service/due.ts";
import { NotFoundError } from "../../../packages/sandbox/src/service/errors.ts";
import { readBalance } from "../../../packages/sandbox/src/service/ledger.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { endTransfer, processTransfer, stepTransfers } from "../../../packages/sandbox/src/service/transfers.ts";
import { writeRows } from "../../../packages/sandbox/src/storage/statements.ts";
import type { TransferRow } from "../../../packages/sandbox/src/storage/tables.ts";
import { isEndToEndId } from "../../../spec/formats/end-to-end-id.ts";
import { contract } from "../../support/contract.ts";
import { findMistakes } from "../../support/validator.ts";
import {
  dataOf,
  expectRefused,
  type Moves,
  noon,
  notificationsOf,
  openService,
  outcomeOf,
  type Service,
  transfer,
} from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

const postbackUrl = "https://shop.example.com/postback";
const lifecycle = lifecycles.find(({ subject }) => subject === "transfer");
const statuses = Object.keys(lifecycle?.statuses ?? {});

interface Created {
  id: string;
  fees: number;
}

async function create(service: Service, fields: object = {}): Promise<Created> {
  return dataOf<Created>(await service.call("createTransfer", { body: { ...transfer, ...fields } }));
}

const end =
  (to: "completed" | "refused" | "canceled") =>
  ({ transact, sandbox }: Service, id: string): Promise<unknown> =>
    transact((tx) => endTransfer(tx, sandbox, id, to, to === "completed" ? undefined : "Conta encerrada"));

/** How a transfer gets from one status to another. */
const moves: Moves = {
  processing: ({ transact, sandbox }, id) => transact((tx) => processTransfer(tx, sandbox, id)),
  completed: end("completed"),
  refused: end("refused"),
  canceled: end("canceled"),
};

async function bring(service: Service, id: string, to: string): Promise<void> {
  if (to === "queued") return;
  if (to !== "canceled") await moves.processing?.(service, id);
  if (to !== "processing") await moves[to]?.(service, id);
}

onEachStorage("transfers", (makePlace) => {
  test("what is given back after midnight counts for the day on which it was sent", async () => {
    await using service = await openService(await makePlace(), { dailyLimit: 10_000, rateLimitMultiplier: 0 });
    const send = async () => (await service.call("createTransfer", { body: transfer })).status;
    // Midnight of São Paulo is at three o'clock UTC.
    await service.setClock("2026-03-11T02:59:00.000Z");
    const { id } = await create(service);
    expect(await send()).toBe(422);
    await service.setClock("2026-03-11T03:01:00.000Z");
    expect(await send()).toBe(200);
    await moves.canceled?.(service, id);
    expect(await send(), "the second day is as full as it was").toBe(422);
    await service.setClock("2026-03-11T02:59:30.000Z");
    expect(await send(), "the first day has room again").toBe(200);
  });

  test.for(lifecycle?.transitions.filter(({ from }) => from !== null) ?? [])(
    "$from → $to: status, lookup, notifications and money",
    async ({ from, to, notification }) => {
      await using service = await openService(await makePlace());
      await service.call("createWebhook", { body: { url: "https://shop.example.com/all", events: [] } });
      await service.call("createWebhook", { body: { url: "https://shop.example.com/off", isActive: false } });
      const { id, fees } = await create(service, { postbackUrl: "https://shop.example.com/postback" });
      await bring(service, id, String(from));
      const before = await service.accounts();
      await service.setClock(noon + 60_000);
      await moves[to]?.(service, id);

      const found = dataOf<Record<string, unknown>>(await service.call("getTransfer", { path: { transferId: id } }));
      const failed = to === "refused" || to === "canceled";
      expect(found).toMatchObject({ id, status: to, amount: 10_000, fees, netAmount: 10_000 - fees });
      expect(found.reason).toBe(failed ? "Conta encerrada" : undefined);
      expect(found.completedAt).toBe(to === "completed" ? new Date(noon + 60_000).toISOString() : undefined);
      const processed = from === "processing" || to === "processing";
      const pix = found.pix as { endToEndId: string } | undefined;
      expect(pix === undefined).toBe(!processed);
      if (pix) expect(isEndToEndId(pix.endToEndId)).toBe(true);

      const sent = (await notificationsOf<{ transfer: { status: string } }>(service, id)).filter(
        ({ body }) => body.transfer.status === to,
      );
      expect(sent.map(({ receiverId, url, event }) => `${event} ${scopeOf(receiverId)} ${url}`).sort()).toEqual([
        `${notification} postback https://shop.example.com/postback`,
        `${notification} user https://shop.example.com/all`,
      ]);
      const schema = contract.notifications.find(({ event }) => event === notification)?.body.schema;
      for (const { body } of sent) expect(findMistakes(schema ?? {}, body)).toEqual([]);

      const after = await service.accounts();
      const own = `company:${service.company.id}`;
      const changes = Object.fromEntries(
        [own, "transit", "recipients", "fees"].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]),
      );
      const completed = { [own]: 0, transit: -10_000, recipients: 10_000 - fees, fees };
      const returned = { [own]: 10_000, transit: -10_000, recipients: 0, fees: 0 };
      const nothing = { [own]: 0, transit: 0, recipients: 0, fees: 0 };
      expect(changes).toEqual(to === "completed" ? completed : failed ? returned : nothing);
    },
  );

  test("moves that the lifecycle does not have are refused, and leave nothing behind", async () => {
    await using service = await openService(await makePlace());
    for (const from of statuses) {
      for (const to of Object.keys(moves)) {
        // What is queued is processed on its way to its end: two moves that the lifecycle has.
        if (from === "queued" || lifecycle?.transitions.some((known) => known.from === from && known.to === to))
          continue;
        const { id } = await create(service, { postbackUrl });
        await bring(service, id, from);
        await expectRefused(service, "transfers", moves, { from, to, id });
      }
    }
    await expect(moves.completed?.(service, "trf_nobody")).rejects.toThrow(NotFoundError);
  });

  test("those that are due move each to its own end, and once, whoever else moves them", async () => {
    await using service = await openService(await makePlace(), { transferSteps: { queued: 500, processing: 1_000 } });
    const { transact, sandbox, company } = service;
    const other = await service.addCompany();
    const outcomes = ["completed", "refused", "canceled", "completed"] as const;
    const ids: string[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const created = await transact((tx) =>
        createTransfer(tx, sandbox, index < 3 ? company : other, { ...transfer, postbackUrl }, { outcome }),
      );
      ids.push((created as TransferRow).id);
    }
    const statuses = async () =>
      Promise.all(ids.map(async (id) => (await getRow(sandbox.storage.db, "transfers", id)).status));
    const silent = await create(service, { postbackUrl: "" });
    await service.setClock(noon + 499);
    expect(await runDueTransitions(sandbox), "nothing is due yet").toBe(0);
    await service.setClock(noon + 500);
    // Twice at the same time, as two processes do it; then those that are no longer due.
    const moved = await Promise.all([runDueTransitions(sandbox), runDueTransitions(sandbox)]);
    expect(moved[0] + moved[1]).toBe(5);
    expect(await transact((tx) => stepTransfers(tx, sandbox, ids))).toBe(0);
    expect(await statuses()).toEqual(["processing", "processing", "canceled", "processing"]);
    await service.setClock(noon + 1_499);
    expect(await runDueTransitions(sandbox), "a second after the first step").toBe(0);
    await service.setClock(noon + 1_500);
    await Promise.all([runDueTransitions(sandbox), runDueTransitions(sandbox)]);
    expect(await statuses()).toEqual(outcomes);
    const ended = await getRow(sandbox.storage.db, "transfers", ids[0] ?? "");
    expect(ended).toMatchObject({ nextAt: null, completedAt: noon + 1_500, updatedAt: noon + 1_500 });
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
    expect([accounts.transit, (accounts.recipients ?? 0) + (accounts.fees ?? 0)]).toEqual([0, 3 * transfer.amount]);
  });

  test("fees are a fixed part and a share, rounded, and never more than the amount", async () => {
    await using service = await openService(await makePlace(), { transferFee: { fixed: 30, basisPoints: 125 } });
    const feesOf = { 10000: 155, 1: 1, 29: 29, 30: 30, 31: 30, 40: 31, 1001: 43 };
    for (const [amount, fees] of Object.entries(feesOf).map(([text, fee]) => [Number(text), fee] as const)) {
      const created = dataOf(await service.call("createTransfer", { body: { ...transfer, amount } }));
      const { pixKey } = transfer;
      expect(created).toMatchObject({ amount, fees, netAmount: amount - fees, status: "queued", pixKey });
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

test("what a move changes has one time, however fast the clock runs", async () => {
  await using service = await openService();
  const { transact } = service;
  let time = noon;
  const sandbox = { ...service.sandbox, clock: { now: () => ++time } };
  const { id } = await create(service);
  const completed = await transact((tx) => endTransfer(tx, sandbox, id, "completed"));
  expect(completed.completedAt).toBe(completed.updatedAt);
});

test("due transfers are notified in the order in which they were due", async () => {
  await using service = await openService({}, { transferSteps: { queued: 1_000, processing: null } });
  const late = await create(service, { postbackUrl });
  await service.set({ transferSteps: { queued: 500, processing: null } });
  const early = await create(service, { postbackUrl });
  await service.setClock(noon + 1_000);
  await runDueTransitions(service.sandbox);
  const { db } = service.sandbox.storage;
  const told = db
    .selectFrom("outbox_notifications")
    .select("objectId")
    .where("event", "=", "transfer_updated")
    .orderBy("id");
  expect((await told.execute()).map(({ objectId }) => objectId)).toEqual([early.id, late.id]);
});

test("of orders that are executed together a refusal refuses itself alone, and takes nothing from those after it", async () => {
  await using service = await openService({}, { dailyLimit: 9_500 });
  const { transact, sandbox } = service;
  const company = await service.addCompany({ balance: 10_000 });
  const other = await service.addCompany({ balance: 10_000 });
  const small = await service.addCompany({ balance: 200 });
  const sent = await transact((tx) => createTransfer(tx, sandbox, other, { ...transfer, amount: 9_000 }));
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
    const { place, writes } = await prepareTransfers(tx, sandbox, [company.id, other.id, small.id]);
    const placed = orders.map(([payer, amount]) => place({ company: payer, body: { ...transfer, amount } }));
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
