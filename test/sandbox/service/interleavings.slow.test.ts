// Two processes on one PostgreSQL, each halted once at every statement: whatever the order, what each call says is so.

import { claim } from "@packages/server/src/notifier/claim.ts";
import { statementsFor } from "@packages/server/src/notifier/outbox.ts";
import type { IdempotentOutcome } from "@pix-contract/server";
import { CompiledQuery, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { resetState } from "../../../packages/sandbox/src/control/state.ts";
import { makeIdempotencyStore } from "../../../packages/sandbox/src/http/idempotency-store.ts";
import { payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import {
  prepareTransfers,
  type TransferOrder,
} from "../../../packages/sandbox/src/service/create-transfers.ts";
import { moveDue } from "../../../packages/sandbox/src/service/due.ts";
import type { Company, Database } from "../../../packages/sandbox/src/storage/tables.ts";
import { makeDatabase, needPostgres } from "../../support/databases.ts";
import { findBlocked, haltAtStatements, tryInterleavings } from "../../support/interleave.ts";
import { createCharges } from "../notifications/support/outbox.ts";
import { charge, dataOf, openService, type Service, transfer } from "../support/service.ts";

needPostgres();

async function openBoth() {
  const databaseUrl = await makeDatabase();
  const services = [
    await openService({ databaseUrl }),
    await openService({ databaseUrl }),
  ] as const;
  onTestFinished(async () => {
    for (const service of services) await service[Symbol.asyncDispose]();
  });
  haltAtStatements();
  const { db } = services[0].sandbox.storage;
  const isBlocked = async () => (await sql.raw(findBlocked).execute(db)).rows.length > 0;
  return { services, db, isBlocked };
}

/** Sends transfers as the HTTP side does, under a key. */
function makeSender({ sandbox }: Service) {
  const store = makeIdempotencyStore(sandbox.storage, (tx, companyIds) =>
    prepareTransfers(tx, sandbox, companyIds),
  );
  const times = { now: 1_000, expiresAt: 2_000 };
  return (company: Company, key: string) => () =>
    store.run(
      {
        id: `${company.id} ${key}`,
        operation: "createTransfer",
        owner: company.id,
        key,
        fingerprint: "f",
        ...times,
      },
      async (queue) => {
        const placed = await queue.create({ company, body: transfer } as TransferOrder);
        const keep = { status: 200, body: JSON.stringify(placed) };
        return { result: placed, ...(placed !== "COMPANY_REMOVED" && { keep }) };
      },
    );
}

const endOf = (end: PromiseSettledResult<unknown>): unknown =>
  end.status === "fulfilled" ? end.value : `failed: ${end.reason}`;

test("one key at two processes: one transfer, and the other call gets `running` or the response", async () => {
  const { services, db, isBlocked } = await openBoth();
  const [one, other] = services.map(makeSender) as [
    ReturnType<typeof makeSender>,
    ReturnType<typeof makeSender>,
  ];
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
      const rows = await db
        .selectFrom("transfers")
        .select("id")
        .where("companyId", "=", company.id)
        .execute();
      expect(rows, order).toHaveLength(1);
    },
  );
  expect(tried).toBeGreaterThan(20);
});

test("two transfers at two processes with funds for one: one is refused, and the balance is exact", async () => {
  const { services, db, isBlocked } = await openBoth();
  const [one, other] = services.map(makeSender) as [
    ReturnType<typeof makeSender>,
    ReturnType<typeof makeSender>,
  ];
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
      const balance = db
        .selectFrom("balances")
        .select("amount")
        .where("companyId", "=", company.id);
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
        (each) => () =>
          each.storage.transaction(async (tx) => {
            const due = { charges: [], transfers: [id], until: each.clock.now() };
            return (await moveDue(tx, each, due)).transfers;
          }),
      ) as never;
    },
    async (results, order) => {
      expect(results.map(endOf).sort(), order).toEqual([0, 1]);
      expect(
        (
          await db
            .selectFrom("transfers")
            .selectAll()
            .where("id", "=", id)
            .executeTakeFirstOrThrow()
        ).status,
      ).toBe("processing");
    },
  );
  await tryInterleavings<unknown>(
    isBlocked,
    async () => {
      ({ id } = dataOf<{ id: string }>(await call("createCharge", { body: charge })));
      return [sandbox, second].map(
        (each) => () => each.storage.transaction((tx) => payCharge(tx, each, id)),
      ) as never;
    },
    async (results, order) => {
      expect(results.map(({ status }) => status).sort(), order).toEqual(["fulfilled", "rejected"]);
    },
  );
  await accounts();
});

test("two processes claim what is due: each notification is claimed once", async () => {
  const { services, db, isBlocked } = await openBoth();
  const claimAt = ({ sandbox, company }: Service) => {
    const { storage, clock, log } = sandbox;
    const query = async (tx: Database | undefined, text: string, values: readonly unknown[]) => {
      const { rows } = await (tx ?? db).executeQuery<object>(CompiledQuery.raw(text, [...values]));
      return { rows, count: rows.length };
    };
    const { dialect, shared, now } = storage;
    const delivery = { timeout: 10, schedule: [0], jitter: 0, disabledAfter: 1 };
    const outbox = {
      delivery,
      clock,
      log,
      storage: { dialect, shared, now, transaction: storage.transaction.bind(storage), query },
    };
    return () =>
      storage.transaction((tx) =>
        claim(statementsFor(outbox, tx), {
          callerId: company.id,
          lane: "a.example",
          count: 2,
          timeout: 10_000,
        }),
      );
  };
  // Both claim for the company of the first.
  const calls = services.map((service) => claimAt({ ...service, company: services[0].company }));
  await tryInterleavings<{ claimed: readonly { notification: { id: string } }[] }>(
    isBlocked,
    async () => {
      await db.deleteFrom("outbox_notifications").execute();
      await createCharges(services[0], [
        "https://a.example/1",
        "https://a.example/2",
        "https://a.example/3",
      ]);
      return calls as never;
    },
    async (results, order) => {
      const ids = results.flatMap((end) =>
        (endOf(end) as { claimed: { notification: { id: string } }[] }).claimed.map(
          ({ notification }) => notification.id,
        ),
      );
      expect(new Set(ids).size, order).toBe(ids.length);
      expect(ids.length, order).toBeGreaterThanOrEqual(2);
    },
  );
});

test("a reset and a transfer: nothing is left of a company that is gone", async () => {
  const { services, db, isBlocked } = await openBoth();
  const [first, second] = services;
  const send = makeSender(first);
  const known = { name: "Loja", apiKey: "key", apiSecret: "secret" };
  let company = first.company;
  await tryInterleavings<unknown>(
    isBlocked,
    async () => {
      company = await first.addCompany();
      return [send(company, "key"), () => resetState(second.sandbox, known, {})];
    },
    async ([, reset], order) => {
      expect(reset?.status, order).toBe("fulfilled");
      for (const table of [
        "transfers",
        "balances",
        "idempotency",
        "outbox_notifications",
      ] as const) {
        expect(await db.selectFrom(table).selectAll().execute(), `${order}, ${table}`).toEqual(
          table === "balances" ? [expect.not.objectContaining({ companyId: company.id })] : [],
        );
      }
    },
  );
});
