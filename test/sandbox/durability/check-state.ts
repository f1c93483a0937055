import { expect } from "vitest";
import { checkLedger } from "../support/ledger.ts";
import type { Receiver } from "../support/receiver.ts";
import type { Place } from "../support/storages.ts";
import { idOf, type Record } from "./load.ts";
import { readDatabase } from "./read-database.ts";

/** Holds what is stored against what was said: each thing once, money in balance, all that is owed delivered. */
export async function checkState(place: Place, record: Record, receiver: Receiver): Promise<void> {
  await using database = readDatabase(place);
  const { db } = database;
  expect(record.surprises).toEqual([]);
  const charges = await db.selectFrom("charges").selectAll().execute();
  const transfers = await db.selectFrom("transfers").selectAll().execute();
  const webhooks = await db.selectFrom("outbox_receivers").selectAll().execute();
  const notifications = await db.selectFrom("outbox_notifications").selectAll().execute();

  expectAll(record.charges, charges);
  expect(new Set(record.charges).size).toBe(record.charges.length);
  const said = [...record.transfers.values()].filter((text) => text !== null).map(idOf);
  expectAll(said, transfers);
  expect(new Set(said).size, "two keys never have one transfer").toBe(said.length);
  expect(transfers.length, "a key has one transfer").toBe(record.transfers.size);
  expect([...record.transfers.values()], "every key has its answer in the end").not.toContain(null);
  expectAll(
    [...record.webhooks.values()].filter((id) => id !== null),
    webhooks,
  );
  const names = webhooks.map(({ name }) => name);
  expect(new Set(names).size, "a registration is there once").toBe(names.length);

  const sums = await checkLedger(db);
  const completed = transfers.filter(({ status }) => status === "completed");
  expect(completed.length, "every transfer has ended").toBe(transfers.length);
  const paidOut = await db
    .selectFrom("ledger")
    .selectAll()
    .where("account", "=", "recipients")
    .execute();
  expect(paidOut.length, "no transfer is paid twice").toBe(completed.length);
  expect(sums.recipients ?? 0).toBe(
    completed.reduce((sum, { amount, fees }) => sum + amount - fees, 0),
  );
  const paid = charges.filter(({ status }) => status === "paid");
  const paidIn = await db
    .selectFrom("ledger")
    .selectAll()
    .where("account", "=", "payers")
    .execute();
  expect(paidIn.length, "no charge is paid twice").toBe(paid.length);

  // Each status has one notification, which arrived at least once.
  const expected = charges.length + paid.length + 3 * transfers.length;
  expect(notifications.length).toBe(expected);
  expect(notifications.filter(({ status }) => status !== "delivered")).toEqual([]);
  expect(notifications.filter(({ id }) => !receiver.counts.has(id))).toEqual([]);
  expect([...receiver.counts.keys()].length, "nothing else came").toBe(expected);
}

function expectAll(ids: string[], rows: { id: string }[]): void {
  const stored = new Set(rows.map(({ id }) => id));
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
}
