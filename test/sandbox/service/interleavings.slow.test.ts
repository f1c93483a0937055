// Two processes on one PostgreSQL, each halted once at every statement: whatever the order, what each call says is so.
import type { IdempotentOutcome } from "@pix-contract/server";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { DatabaseIdempotencyStore } from "../../../packages/sandbox/src/http/idempotency-store.ts";
import { payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import { prepareTransfers, type TransferOrder } from "../../../packages/sandbox/src/service/create-transfers.ts";
import { stepTransfers } from "../../../packages/sandbox/src/service/transfers.ts";
import type { Company } from "../../../packages/sandbox/src/storage/tables.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { haltAtStatements, tryInterleavings } from "../../support/interleave.ts";
import { charge, dataOf, openService, type Service, transfer } from "../support/service.ts";

beforeEach(({ skip }) => {
  if (noPostgres) skip(noPostgres);
});
afterEach(() => void vi.restoreAllMocks());

async function openBoth() {
  const databaseUrl = await makeDatabase();
  const services = [await openService({ databaseUrl }), await openService({ databaseUrl })] as const;
  onTestFinished(async () => {
    for (const service of services) await service[Symbol.asyncDispose]();
  });
  haltAtStatements();
  const { db } = services[0].sandbox.storage;
  const isBlocked = async () =>
    (await sql`select 1 from pg_locks where not granted limit 1`.execute(db)).rows.length > 0;
  return { services, db, isBlocked };
}

/** Sends transfers as the HTTP side does, under a key. */
function makeSender({ sandbox }: Service) {
  const store = new DatabaseIdempotencyStore(sandbox.storage, (tx, companyIds) =>
    prepareTransfers(tx, sandbox, companyIds),
  );
  const times = { now: 1_000, expiresAt: 2_000 };
  return (company: Company, key: string) => () =>
    store.run(
      { id: `${company.id} ${key}`, operation: "createTransfer", owner: company.id, key, fingerprint: "f", ...times },
      async (queue) => {
        const placed = await queue.place({ company, body: transfer } as TransferOrder);
        return { result: placed, keep: { status: 200, body: JSON.stringify(placed) } };
      },
    );
}

const endOf = (end: PromiseSettledResult<unknown>): unknown =>
  end.status === "fulfilled" ? end.value : `failed: ${end.reason}`;

test("one key at two processes: one transfer, and the other call is told to come back or gets its response", async () => {
  const { services, db, isBlocked } = await openBoth();
  const [one, other] = services.map(makeSender) as [ReturnType<typeof makeSender>, ReturnType<typeof makeSender>];
  let company = services[0].company;
  const tried = await tryInterleavings<IdempotentOutcome<unknown>>(
    isBlocked,
    async () => {
      company = await services[0].addCompany();
      return [one(company, "key"), other(company, "key")];
    },
    async (results, order) => {
      const kinds = results.map((end) => (endOf(end) as { kind: string }).kind).sort();
      expect(["ran,running", "ran,replayed", "replayed,ran"], order).toContain(kinds.join());
      const rows = await db.selectFrom("transfers").select("id").where("companyId", "=", company.id).execute();
      expect(rows, order).toHaveLength(1);
    },
  );
  expect(tried).toBeGreaterThan(20);
});

test("two transfers at two processes with funds for one: one is refused, and the balance is exact", async () => {
  const { services, db, isBlocked } = await openBoth();
  const [one, other] = services.map(makeSender) as [ReturnType<typeof makeSender>, ReturnType<typeof makeSender>];
  let company = services[0].company;
  await tryInterleavings<IdempotentOutcome<unknown>>(
    isBlocked,
    async () => {
      company = await services[0].addCompany({ balance: transfer.amount + 1 });
      return [one(company, "a"), other(company, "b")];
    },
    async (results, order) => {
      const came = results.map((end) => (endOf(end) as { result: unknown }).result);
      expect(
        came.filter((result) => result === "INSUFFICIENT_BALANCE"),
        order,
      ).toHaveLength(1);
      const balance = db.selectFrom("balances").select("amount").where("companyId", "=", company.id);
      expect((await balance.executeTakeFirstOrThrow()).amount, order).toBe(1);
    },
  );
});

test("what is due is done by one of two processes, and a charge is paid once", async () => {
  const { services, db, isBlocked } = await openBoth();
  const [{ sandbox, call, set, accounts }, { sandbox: second }] = services;
  await set({ transferSteps: { queued: 0, processing: null } });
  for (const { sandbox: each } of services) await each.settings.read(db);
  let id = "";
  await tryInterleavings<number>(
    isBlocked,
    async () => {
      ({ id } = dataOf<{ id: string }>(await call("createTransfer", { body: transfer })));
      return [sandbox, second].map(
        (each) => () => each.storage.transaction((tx) => stepTransfers(tx, each, [id])),
      ) as never;
    },
    async (results, order) => {
      expect(results.map(endOf).sort(), order).toEqual([0, 1]);
      expect((await db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow()).status).toBe(
        "processing",
      );
    },
  );
  await tryInterleavings<unknown>(
    isBlocked,
    async () => {
      ({ id } = dataOf<{ id: string }>(await call("createCharge", { body: charge })));
      return [sandbox, second].map((each) => () => each.storage.transaction((tx) => payCharge(tx, each, id))) as never;
    },
    async (results, order) => {
      expect(results.map(({ status }) => status).sort(), order).toEqual(["fulfilled", "rejected"]);
    },
  );
  await accounts();
});
