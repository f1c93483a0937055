// A deploy from an older version under load: the new version waits until the older one has ended, migrates what it left, and is
// itself replaced by a process beside it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { makeId } from "../../../packages/sandbox/src/identifiers.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { issueToken } from "../support/control.ts";
import { prepareProcess } from "../support/processes.ts";
import { chooseSeed, makeRandom } from "../support/random.ts";
import { atEnd, finish, registerReceiver } from "./finish.ts";
import { callUntilKilled, loadSettings, makeRecord, waitForAnswers } from "./load.ts";

const tables = join(import.meta.dirname, "../../fixtures/sandbox-0.1.0/postgres.sql");

/**
 * Writes as 0.1.0 does, on its tables: it renews its lease, and adds charges that are paid, with what they move and the
 * notifications that are owed for them. Of the sums that a later migration adds, it knows nothing.
 */
async function startOlder(databaseUrl: string, notificationUrl: string, charges: string[]) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "pix-sandbox",
  });
  await client.connect();
  const insert = async (table: string, row: object): Promise<void> => {
    await client.query(
      `insert into "${table}" select * from json_populate_record(null::"${table}", $1)`,
      [JSON.stringify(row)],
    );
  };
  const at = Date.now();
  const companyId = makeId("cmp");
  const company = {
    name: "Padaria",
    city: "SAO PAULO",
    apiKey: "older",
    secretHash: "",
    suspended: 0,
  };
  await insert("companies", { id: companyId, ...company, createdAt: at });
  await insert("balances", { companyId, amount: 0 });
  const addCharge = async (): Promise<void> => {
    const id = makeId("txn");
    const amount = 4_990;
    const fees = 50;
    await client.query("begin");
    await insert("charges", {
      id,
      companyId,
      status: "paid",
      amount,
      fees,
      description: "",
      customerJson: "{}",
      emv: "0",
      createdAt: at,
      updatedAt: at,
      paidAt: at,
      expiresAt: at + 1,
    });
    const entries = { payers: -amount, [`company:${companyId}`]: amount - fees, fees };
    const posting = makeId("pst");
    for (const [account, moved] of Object.entries(entries)) {
      await client.query(
        `insert into ledger (posting, account, amount, "createdAt") values ($1, $2, $3, $4)`,
        [posting, account, moved, at],
      );
    }
    await client.query("update balances set amount = amount + $1", [amount - fees]);
    for (const event of ["transaction_created", "transaction_paid"]) {
      const notification = makeId("wh");
      const body = { id: notification, type: "transaction", event, scope: "postback" };
      await insert("outbox_notifications", {
        id: notification,
        callerId: companyId,
        event,
        objectId: id,
        url: notificationUrl,
        lane: "127.0.0.1",
        body: JSON.stringify(body),
        status: "pending",
        attempts: 0,
        step: 0,
        nextAt: at,
        createdAt: at,
      });
    }
    await client.query("commit");
    charges.push(id);
  };
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await client.query(
        "insert into leases values ('due', 'older', $1) on conflict (name) do update set until = excluded.until",
        [Date.now() + 2_000],
      );
      await addCharge();
    }
    await client.query("delete from leases");
    await client.end();
  })();
  return async (): Promise<void> => {
    isOver = true;
    await working;
  };
}

test("from an older version, and then from one process to the next: books and notifications are right", async ({
  skip,
}) => {
  if (noPostgres) skip(noPostgres);
  const databaseUrl = await makeDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  await client.query(await readFile(tables, "utf8"));
  const { receiver, register } = await registerReceiver();
  const record = makeRecord();
  const first = prepareProcess();
  const second = prepareProcess();
  for (const process of [first, second]) atEnd(() => process.kill());

  const endOlder = await startOlder(databaseUrl, receiver.url, record.charges);
  let started: string | undefined;
  const starting = first.start({ databaseUrl, settings: loadSettings });
  starting.then(
    (url) => (started = url),
    () => {},
  );
  // It looks once a second.
  await sleep(4_000);
  const isMigrated =
    "select to_regclass('migrations') is not null and to_regclass('\"accountSums\"') is not null as yes";
  expect([started, (await client.query(isMigrated)).rows]).toEqual([undefined, [{ yes: false }]]);
  const count = record.charges.length;
  await expect
    .poll(() => record.charges.length, { message: "the older one goes on" })
    .toBeGreaterThan(count);
  await endOlder();

  const url = await starting;
  const token = await issueToken(url);
  await register(url, token);
  const random = makeRandom(chooseSeed("rolling deploy"));
  let next = "";
  const calls = Array.from({ length: 6 }, async () => {
    await callUntilKilled(url, token, record, random);
    await callUntilKilled(next, token, record, random);
  });
  await waitForAnswers(record, 50);
  next = await second.start({ databaseUrl, settings: loadSettings });
  await waitForAnswers(record, 50);
  expect(await first.terminate()).toBe(0);
  await waitForAnswers(record, 50);
  record.isOver = true;
  await Promise.all(calls);
  await finish({ place: { databaseUrl }, url: next, token, record, receiver });
});
