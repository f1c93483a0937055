import { CompiledQuery } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { openPostgres } from "../../../packages/sandbox/src/storage/postgres/open-postgres.ts";
import { StorageError } from "../../../packages/sandbox/src/storage/storage.ts";
import type { Database } from "../../../packages/sandbox/src/storage/tables.ts";
import { makeDatabase, needPostgres } from "../../support/databases.ts";
import { withClient } from "../../support/postgres.ts";
import { charge, failure, transfer } from "../../support/samples.ts";
import { makeCaller } from "../support/caller.ts";
import { layWay } from "../support/database-proxy.ts";

needPostgres();

test("the error for an unreachable database names it without its password", async () => {
  const opened = createSandbox({ databaseUrl: "postgres://someone:hidden-word@127.0.0.1:1/pix" });
  await expect(opened).rejects.toThrow(StorageError);
  await expect(opened).rejects.toThrow(
    /^The database at postgres:\/\/someone@127\.0\.0\.1:1\/pix cannot be used: .*ECONNREFUSED/,
  );
  const wrong = (await makeDatabase()).replace(/[^/]+$/, "nobodys");
  await expect(createSandbox({ databaseUrl: wrong })).rejects.toThrow(
    /database "nobodys" does not exist/,
  );
  await expect(createSandbox({ databaseUrl: "no url" })).rejects.toThrow(
    "databaseUrl must be a URL",
  );
  await expect(createSandbox({ databaseUrl: wrong, data: "folder" })).rejects.toThrow(
    "not in both",
  );
});

test("while the database is away calls fail in the contract's shape; when it is back everything goes on", async () => {
  const { url, cut, lay } = await layWay();
  const sandbox = await createSandbox({
    databaseUrl: url,
    settings: { transferSteps: { queued: 0, processing: 0 } },
  });
  onTestFinished(() => sandbox.close());
  const pix = makeCaller(sandbox);
  const { id } = await pix.transactions.create(charge);
  const callAll = () => [
    pix.transactions.create(charge),
    pix.transactions.get(id),
    pix.webhooks.list(),
  ];

  // A moment without it is only waited for, also by what counts requests.
  const before = callAll();
  await cut();
  const meanwhile = callAll();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await lay();
  await Promise.all([...before, ...meanwhile]);

  await cut();
  for (const error of await Promise.all(callAll().map((call) => failure(call)))) {
    expect(error).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  }
  // Console and command line show the cause, which a client of the service does not get.
  const looked = await sandbox.fetch("http://127.0.0.1/_sandbox/api/state");
  expect([looked.status, await looked.json()]).toEqual([
    500,
    {
      error: {
        code: "INTERNAL_ERROR",
        message: expect.stringMatching(/^The database cannot be reached: .*ECONNREFUSED/),
      },
    },
  ]);

  await lay();
  await expect.poll(async () => (await pix.transactions.get(id)).id).toBe(id);
  // The worker moves what is due, and changes of other processes are noticed again.
  const sent = await pix.transfers.create({ pixKey: "destino@example.com", amount: 100 });
  await expect.poll(async () => (await pix.transfers.get(sent.id)).status).toBe("completed");
});

test("where the server has no more connections, those that are open are shared", async () => {
  const databaseUrl = await makeDatabase();
  const sandbox = await createSandbox({ databaseUrl, settings: { rateLimitMultiplier: 0 } });
  onTestFinished(() => sandbox.close());
  const pix = makeCaller(sandbox);
  const { id } = await pix.transactions.create(charge);
  // One connection hears of changes; the others were open before. Limits do not count for a superuser.
  await withClient(databaseUrl, (admin) =>
    admin.query(`create role limited login connection limit 3; grant all on schema public to limited;
      grant all on all tables in schema public to limited; grant all on all sequences in schema public to limited`),
  );
  const url = new URL(databaseUrl);
  url.username = "limited";
  const other = await createSandbox({
    databaseUrl: url.href,
    settings: { rateLimitMultiplier: 0 },
  });
  onTestFinished(() => other.close());
  const limited = makeCaller(other);
  const found = await Promise.all(Array.from({ length: 60 }, () => limited.transactions.get(id)));
  expect(found.map((one) => one.id)).toEqual(Array(60).fill(id));
});

const ownSessions = `from pg_stat_activity
  where application_name like 'pix-sandbox%' and datname = current_database()`;

async function openShared() {
  const databaseUrl = await makeDatabase();
  const settings = { rateLimitMultiplier: 0 };
  const sandbox = await createSandbox({ databaseUrl, settings });
  onTestFinished(() => sandbox.close());
  const pix = makeCaller(sandbox);
  const transferMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => pix.transfers.create({ ...transfer, amount: 1 })),
    );
  return { databaseUrl, pix, transferMany };
}

test("sessions of a database that was read-only are exchanged once it is writable", async () => {
  const { databaseUrl, pix, transferMany } = await openShared();
  const name = new URL(databaseUrl).pathname.slice(1);
  const { id } = await pix.transactions.create(charge);
  await withClient(databaseUrl, async (admin) => {
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query(`select pg_terminate_backend(pid) ${ownSessions}`);
    // These make new sessions, which stay read-only.
    await Promise.all(Array.from({ length: 30 }, () => pix.transactions.get(id)));
    await admin.query(`alter database ${name} reset default_transaction_read_only`);
  });
  expect(await transferMany(20)).toHaveLength(20);
});

test("statements that somebody cancels are sent again", async () => {
  const { databaseUrl, transferMany } = await openShared();
  await withClient(databaseUrl, async (admin) => {
    let isOver = false;
    const cancel = async (): Promise<void> => {
      while (!isOver) await admin.query(`select pg_cancel_backend(pid) ${ownSessions}`);
    };
    const canceling = cancel();
    try {
      for (let round = 0; round < 10; round++) expect(await transferMany(10)).toHaveLength(10);
    } finally {
      isOver = true;
      await canceling;
    }
  });
});

test("a statement whose result is not awaited fails the transaction with its own error, and nothing is kept", async () => {
  const storage = await openPostgres(await makeDatabase());
  onTestFinished(() => storage.close());
  const count = CompiledQuery.raw(
    "select count(*) as count from settings where name in ('a', 'b')",
  );
  const send = (tx: Database, name: string) =>
    void tx
      .executeQuery(CompiledQuery.raw(`insert into settings values ('${name}', '1')`))
      .catch(() => {});
  const twice = (tx: Database) => ["a", "b", "b"].map((name) => send(tx, name));
  await expect(storage.transaction(async (tx) => twice(tx))).rejects.toThrow(/duplicate key/);
  const goesOn = storage.transaction(async (tx) => {
    twice(tx);
    await tx.executeQuery(count);
  });
  await expect(goesOn).rejects.toThrow(/duplicate key/);
  const hidden = storage.transaction(async (tx) => {
    send(tx, "a");
    await tx.executeQuery(CompiledQuery.raw("select 1 / 0")).catch(() => {});
  });
  await expect(hidden).rejects.toThrow(/division by zero/);
  const both = await storage.transaction(async (tx) => {
    send(tx, "a");
    const before = tx.executeQuery(count);
    send(tx, "b");
    return Promise.all([before, tx.executeQuery(count)]);
  });
  expect(both.map(({ rows }) => rows)).toEqual([[{ count: 1 }], [{ count: 2 }]]);
});
