import fc from "fast-check";
import { expect } from "vitest";
import type { PixClient } from "../../../generated/client/src/index.ts";
import type { RunningSandbox } from "../../../packages/sandbox/src/index.ts";
import { charge, failure } from "../../support/samples.ts";
import { issueToken } from "../support/control.ts";
import type { Receiver } from "../support/receiver.ts";
import type { Edge, Model, ModelCharge, ModelTransfer, Outcome } from "./model.ts";

/** What a run is held against. */
export interface Real {
  sandbox: RunningSandbox;
  pix: PixClient;
  /** Makes a client with a token of its own. */
  connect(): PixClient;
  receiver: Receiver;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Something that a run may do; afterwards money and notifications have to be as the model says. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real);
      await compare(model, real);
    },
    toString: () => name,
  };
}

async function compare(model: Model, { sandbox: { control } }: Real): Promise<void> {
  const { accounts, sum } = await control.ledger();
  const [company] = (await control.companies.list()).items;
  expect(sum).toBe(0);
  expect(company?.balance).toBe(model.balance);
  expect(accounts[`company:${company?.id}`] ?? 0).toBe(model.balance);
  expect(accounts.transit ?? 0, "what is under way").toBe(
    model.transfers
      .filter(({ status }) => status === "queued" || status === "processing")
      .reduce((total, { amount }) => total + amount, 0),
  );
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];

/** Whether a control function did what was asked, or said that the state does not allow it. */
async function isDone(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    (error: Error) => {
      expect(error.name, error.message).toBe("NotAllowedError");
      return false;
    },
  );
}

function createCharge(amount: number, fault?: "reset" | "error"): Command {
  return command(
    `createCharge(${amount}${fault ? `, ${fault}` : ""})`,
    async (model, { sandbox, pix }) => {
      const { faults, charges } = sandbox.control;
      if (fault) await faults.add({ operation: "createCharge", kind: fault });
      const asked = pix.transactions.create({ ...charge, amountInCents: amount });
      if (fault === "error") {
        expect(await failure(asked)).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
        return;
      }
      const created = model.createCharge(amount);
      if (fault === "reset") {
        expect(await failure(asked)).toMatchObject({ name: "ConnectionError" });
        // It was made all the same: only the sandbox knows its identifier.
        const known = new Set(model.charges.map(({ id }) => id));
        created.id =
          (await charges.list({ limit: 200 })).items.find(({ id }) => !known.has(id))?.id ?? "";
      } else {
        created.id = (await asked).id;
      }
      expect(await pix.transactions.get(created.id)).toMatchObject({ status: "pending", amount });
    },
  );
}

function moveCharge(at: number, move: "pay" | "cancel" | "expire" | "refund"): Command {
  const to = { pay: "paid", cancel: "canceled", expire: "canceled", refund: "refunded" } as const;
  return command(`${move}(charge ${at})`, async (model, { sandbox, pix }) => {
    const found = pick(model.charges, at);
    if (!found) return;
    const allowed = model.moveCharge(found, to[move]);
    expect(await isDone(sandbox.control.charges[move](found.id))).toBe(allowed);
    await lookUpCharge(found, pix);
  });
}

async function lookUpCharge({ id, status, amount }: ModelCharge, pix: PixClient): Promise<void> {
  const found = await pix.transactions.get(id);
  expect(found).toMatchObject({ id, status, amount });
  expect(found.paidAt !== undefined).toBe(status === "paid" || status === "refunded");
  expect(found.refund?.amount).toBe(status === "refunded" ? amount : undefined);
}

const pixKeys: Record<Outcome, string> = {
  completed: "destino@example.com",
  refused: "refused@sandbox.pix.example",
  canceled: "canceled@sandbox.pix.example",
  held: "queued@sandbox.pix.example",
};

function createTransfer(
  key: string,
  amount: number,
  outcome: Outcome,
  fault?: "reset" | "error",
): Command {
  const name = `createTransfer(${key}, ${amount}, ${outcome}${fault ? `, ${fault}` : ""})`;
  return command(name, async (model, { sandbox, pix }) => {
    const send = () =>
      pix.transfers.create({ pixKey: pixKeys[outcome], amount }, { idempotencyKey: key });
    if (fault) await sandbox.control.faults.add({ operation: "createTransfer", kind: fault });
    if (fault === "error") {
      expect(await failure(send())).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
      return;
    }
    const expected = model.createTransfer(key, amount, outcome);
    // After a broken connection the outcome is unknown: the same request with the same key shows it.
    if (fault === "reset") expect(await failure(send())).toMatchObject({ name: "ConnectionError" });
    if (typeof expected === "string") {
      expect(await failure(send())).toMatchObject({ code: expected });
      return;
    }
    const created = await send();
    if (expected.id === "") expected.id = created.id;
    expect(created).toMatchObject({ id: expected.id, status: "queued", amount });
    expect((await send()).id).toBe(expected.id);
  });
}

function moveTransfer(at: number, move: "process" | "complete" | "refuse" | "cancel"): Command {
  const to = {
    process: "processing",
    complete: "completed",
    refuse: "refused",
    cancel: "canceled",
  } as const;
  return command(`${move}(transfer ${at})`, async (model, { sandbox, pix }) => {
    const found = pick(model.transfers, at);
    if (!found) return;
    const allowed = model.moveTransfer(found, to[move]);
    expect(await isDone(sandbox.control.transfers[move](found.id))).toBe(allowed);
    await lookUpTransfer(found, pix);
  });
}

async function lookUpTransfer(
  { id, status, amount }: ModelTransfer,
  pix: PixClient,
): Promise<void> {
  const found = await pix.transfers.get(id);
  expect(found).toMatchObject({ id, status, amount });
  expect(found.reason !== undefined).toBe(status === "refused" || status === "canceled");
}

/** Registers the receiver; without the client, which would not send an http: URL. */
function register(): Command {
  return command("register()", async (model, { pix, sandbox, receiver }) => {
    const answer = await sandbox.fetch("http://sandbox/api/v1/webhook", {
      method: "POST",
      headers: {
        authorization: `Bearer ${await issueToken("http://sandbox", sandbox.credentials, sandbox.fetch)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ url: receiver.url }),
    });
    const body = (await answer.json()) as { data?: { id: string }; error?: { code: string } };
    if (model.webhooks.length >= 10) expect(body.error?.code).toBe("WEBHOOK_LIMIT_EXCEEDED");
    else model.webhooks.push(body.data?.id ?? "");
    const ids = (await pix.webhooks.list()).map(({ id }) => id);
    expect(ids.sort()).toEqual([...model.webhooks].sort());
  });
}

/** Deletes a registration, once its pending notifications are delivered. */
function unregister(at: number): Command {
  return command(`unregister(${at})`, async (model, { pix, sandbox }) => {
    const id = pick(model.webhooks, at);
    if (id === undefined) return;
    await sandbox.control.settle();
    await pix.webhooks.delete(id);
    model.webhooks.splice(model.webhooks.indexOf(id), 1);
    expect(await failure(pix.webhooks.delete(id))).toMatchObject({ code: "WEBHOOK_NOT_FOUND" });
  });
}

function advance(by: number): Command {
  return command(`advance(${by})`, (model, real) => advanceBoth(by, model, real));
}

/** Advances to a moment at which something changes, or to the last millisecond before it. */
function advanceTo(edge: Edge, before: number): Command {
  return command(`advanceTo(${edge}, ${before})`, async (model, real) => {
    const moment = model.nextEdge(edge);
    if (moment !== undefined && moment - before > model.now)
      await advanceBoth(moment - before - model.now, model, real);
  });
}

async function advanceBoth(by: number, model: Model, real: Real): Promise<void> {
  model.advance(by);
  const { now } = await real.sandbox.control.clock.advance(by);
  expect(Date.parse(now)).toBe(model.now);
  // A client gives up after the fifth expired token of a real minute, and days pass here in milliseconds.
  real.pix = real.connect();
  const { pix } = real;
  for (const found of model.charges) await lookUpCharge(found, pix);
  for (const found of model.transfers) await lookUpTransfer(found, pix);
}

/** Asks for a notification attempt that fails: it is made again later, and the receiver gets it once. */
function failDelivery(): Command {
  return command("failDelivery()", async (_model, { sandbox }) => {
    await sandbox.control.faults.add({ operation: "notification", kind: "error" });
  });
}

const fault = fc.option(fc.constantFrom("reset" as const, "error" as const), {
  nil: undefined,
  freq: 6,
});
const at = fc.nat({ max: 20 });
const minute = 60_000;

const charges = fc
  .tuple(fc.constantFrom(1, 50, 4_990, 30_000, 1_000_000), fault)
  .map(([amount, kind]) => createCharge(amount, kind));
const chargeMoves = fc
  .tuple(at, fc.constantFrom("pay", "pay", "cancel", "expire", "refund"))
  .map(([index, move]) => moveCharge(index, move));
const transfers = fc
  .tuple(
    fc.constantFrom("key-1", "key-2", "key-3", "key-4", "key-5", "key-6"),
    fc.constantFrom(1, 100, 10_000, 25_000, 60_000),
    fc.constantFrom<Outcome>("completed", "completed", "refused", "canceled", "held"),
    fault,
  )
  .map(([key, amount, outcome, kind]) => createTransfer(key, amount, outcome, kind));
const transferMoves = fc
  .tuple(at, fc.constantFrom("process", "complete", "refuse", "cancel"))
  .map(([index, move]) => moveTransfer(index, move));
const times = fc
  .constantFrom(500, 1_500, minute, 31 * minute, 12 * 60 * minute, 24 * 60 * minute)
  .map(advance);
const edges = fc
  .tuple(fc.constantFrom<Edge>("midnight", "key", "charge"), fc.constantFrom(0, 1))
  .map(([edge, before]) => advanceTo(edge, before));
const registrations = fc.oneof(
  { weight: 3, arbitrary: fc.constant(register()) },
  { weight: 1, arbitrary: at.map(unregister) },
  { weight: 2, arbitrary: fc.constant(failDelivery()) },
);

/** What a run is made of; what stands here more than once comes more often. */
export const commands = [
  charges,
  chargeMoves,
  chargeMoves,
  transfers,
  transfers,
  transfers,
  transfers,
  transferMoves,
  times,
  edges,
  edges,
  registrations,
];
