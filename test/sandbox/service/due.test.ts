// What falls due is moved, all of it, and what cannot be is left as it is. In memory: the storages differ in no line of it.
import { expect, test } from "vitest";
import { chargeLifetime } from "../../../packages/sandbox/src/contract.ts";
import { createTransfer } from "../../../packages/sandbox/src/service/create-transfers.ts";
import { nextDue, runDueTransitions } from "../../../packages/sandbox/src/service/due.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { charge, dataOf, noon, openService, type Service, transfer } from "../support/service.ts";

const hour = 3_600_000;
const refunded = {
  ...charge,
  customer: { ...charge.customer, email: "refunded@sandbox.pix.example" },
};

async function create(service: Service, body: object, company = service.company): Promise<string> {
  return dataOf<{ id: string }>(await service.call("createCharge", { body, company })).id;
}

test("of charges that expire, plans and transfers, the first is due next, and nothing where there is nothing", async () => {
  await using service = await openService(
    {},
    { chargeLifetime: 2 * hour, transferSteps: { queued: 30, processing: 5 } },
  );
  const { sandbox } = service;
  const start = Date.now();
  expect(await nextDue(sandbox)).toBeUndefined();
  await create(service, charge);
  await service.set({ chargeLifetime: 3 * hour });
  await create(service, charge);
  expect(await nextDue(sandbox)).toBe(noon + 2 * hour);
  await create(service, refunded);
  await service.setClock(noon + 10);
  await create(service, refunded);
  const [{ nextAt: plannedAt }] = (await sandbox.storage.db
    .selectFrom("charges")
    .select("nextAt")
    .where("nextAt", "is not", null)
    .orderBy("nextAt")
    .execute()) as [{ nextAt: number }];
  expect(await nextDue(sandbox)).toBe(plannedAt);
  for (const time of [noon + 20, noon + 25]) {
    await service.setClock(time);
    await service.call("createTransfer", { body: transfer });
  }
  expect(await nextDue(sandbox)).toBe(Math.min(noon + 50, plannedAt));
  expect(plannedAt).toBeGreaterThan(noon + 50);
  expect(await nextDue(sandbox, start), "nothing was made before").toBeUndefined();
});

test("more than are moved at once are moved all, unless somebody has had enough", async () => {
  await using service = await openService({}, { transferSteps: { queued: 10, processing: null } });
  const { sandbox, company, transact } = service;
  const send = () =>
    transact(async (tx) => {
      for (let count = 0; count < 130; count++)
        await createTransfer(tx, sandbox, company, { ...transfer, amount: 1 });
    });
  await send();
  await service.setClock(noon + 10);
  expect(await runDueTransitions(sandbox, async () => true)).toBe(100);
  expect(await runDueTransitions(sandbox, async () => false)).toBe(30);
  await send();
  await service.setClock(noon + 20);
  expect(await runDueTransitions(sandbox)).toBe(130);
  expect(await runDueTransitions(sandbox)).toBe(0);
});

test("a charge that expires before it was to be paid expires, and at that moment", async () => {
  await using service = await openService({}, { chargeLifetime: 400 });
  const id = await create(service, refunded);
  await service.setClock(noon + hour);
  expect(await runDueTransitions(service.sandbox)).toBe(1);
  expect(await getRow(service.sandbox.storage.db, "charges", id)).toMatchObject({
    status: "canceled",
    nextAt: null,
    updatedAt: noon + 400,
  });
});

test("however late it is done, each step has the moment at which it was due, and they come in order", async () => {
  const transferSteps = { queued: 500, processing: 700 };
  await using service = await openService({}, { transferSteps, rateLimitMultiplier: 0 });
  const { db } = service.sandbox.storage;
  await service.call("createWebhook", { body: { url: "https://shop.example.com/all" } });
  const paid = { ...charge, customer: { ...charge.customer, email: "paid@sandbox.pix.example" } };
  // More than are moved in one transaction.
  const count = 130;
  for (let index = 0; index < count; index++) {
    await service.setClock(noon + index * 3);
    await create(service, [charge, paid, refunded][index % 3] ?? charge);
    const pixKey = `${["completed", "refused"][index % 2]}@sandbox.pix.example`;
    await service.call("createTransfer", { body: { ...transfer, amount: 100, pixKey } });
  }
  await service.setClock(noon + 2 * chargeLifetime);
  expect(await runDueTransitions(service.sandbox)).toBe(count + 2 * count);
  for (const row of await db.selectFrom("transfers").selectAll().execute()) {
    expect(row.processedAt).toBe(row.createdAt + 500);
    expect(row.updatedAt).toBe(row.createdAt + 1_200);
    expect(row.completedAt).toBe(row.status === "completed" ? row.updatedAt : null);
  }
  for (const row of await db.selectFrom("charges").selectAll().execute()) {
    const after = row.status === "canceled" ? chargeLifetime : 1_000;
    expect(row.updatedAt).toBe(row.createdAt + after);
  }
  const moments = async (table: "ledger" | "outbox_notifications") => {
    const rows = await db.selectFrom(table).select("createdAt").orderBy("id").execute();
    return rows.map(({ createdAt }) => createdAt);
  };
  for (const table of ["ledger", "outbox_notifications"] as const) {
    const seen = await moments(table);
    expect(seen, table).toEqual(seen.toSorted((one, other) => one - other));
  }
  await service.accounts();
});

test("where the storage fails the failure is passed on, and no plan is dropped for it", async () => {
  await using service = await openService();
  const id = await create(service, refunded);
  await service.setClock(noon + hour);
  const { storage } = service.sandbox;
  const away = { ...storage, db: storage.db, transaction: () => Promise.reject(new Error("away")) };
  await expect(runDueTransitions({ ...service.sandbox, storage: away })).rejects.toThrow("away");
  expect(await getRow(storage.db, "charges", id)).toMatchObject({
    status: "pending",
    nextStatus: "refunded",
  });
  expect(await runDueTransitions(service.sandbox)).toBe(1);
  expect((await getRow(storage.db, "charges", id)).status).toBe("refunded");
});

test.each([
  { balance: 50, status: "refunded", left: 0 },
  { balance: 49, status: "paid", left: 49 + 4_940 },
])(
  "a planned refund takes the last centavo, and not more: %j",
  async ({ balance, status, left }) => {
    await using service = await openService();
    const company = await service.addCompany({ balance });
    const id = await create(service, refunded, company);
    await service.setClock(noon + hour);
    await runDueTransitions(service.sandbox);
    expect((await getRow(service.sandbox.storage.db, "charges", id)).status).toBe(status);
    expect((await service.accounts())[`company:${company.id}`]).toBe(left);
  },
);

test.for([
  [-1, "paid"],
  [0, "canceled"],
  [1, "canceled"],
] as const)(
  "a payment that is planned %d ms from the end of a charge leaves it %s",
  async ([from, status]) => {
    await using service = await openService({}, { chargeLifetime: hour });
    const { sandbox } = service;
    const id = await create(service, charge);
    const { expiresAt } = await getRow(sandbox.storage.db, "charges", id);
    await sandbox.storage.db
      .updateTable("charges")
      .set({ nextStatus: "paid", nextAt: expiresAt + from })
      .where("id", "=", id)
      .execute();
    await service.setClock(expiresAt + hour);
    await runDueTransitions(sandbox);
    const row = await getRow(sandbox.storage.db, "charges", id);
    expect(row).toMatchObject({ status, updatedAt: Math.min(expiresAt, expiresAt + from) });
  },
);
