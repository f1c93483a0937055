import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { createPixClient, type Transaction, type Transfer } from "../../../generated/client/src/index.ts";
import { createSandbox } from "../../../sandbox/src/index.ts";
import { type Migration, migrate, migrations } from "../../../sandbox/src/storage/migrate.ts";
import { makeSqliteDialect } from "../../../sandbox/src/storage/node-sqlite.ts";
import { openSqlite } from "../../../sandbox/src/storage/open-sqlite.ts";
import { openPostgres } from "../../../sandbox/src/storage/postgres/open-postgres.ts";
import { StorageError } from "../../../sandbox/src/storage/storage.ts";
import type { Database, Tables } from "../../../sandbox/src/storage/tables.ts";
import { charge, openService } from "../support/service.ts";
import { onEachStorage, type Place } from "../support/storages.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/sandbox");

interface FirstRelease {
  transactions: Transaction[];
  transfers: Transfer[];
  replayed: object;
  webhooks: object[];
  webhookSecret: string;
  ledger: object;
}

test("opens the file of the first release with all that is in it", async () => {
  const data = await mkdtemp(join(tmpdir(), "sandbox-"));
  try {
    await copyFile(join(fixtures, "first-release.db"), join(data, "sandbox.db"));
    await copyFile(join(fixtures, "first-release.key"), join(data, "sandbox.key"));
    const kept = JSON.parse(await readFile(join(fixtures, "first-release.json"), "utf8")) as FirstRelease;
    await using sandbox = await createSandbox({ data, automatic: false });
    const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch });
    for (const transaction of kept.transactions) {
      expect(await pix.transactions.get(transaction.id)).toEqual(transaction);
    }
    for (const transfer of kept.transfers) expect(await pix.transfers.get(transfer.id)).toEqual(transfer);
    expect(await pix.webhooks.list()).toEqual(kept.webhooks);
    expect(await sandbox.control.ledger()).toEqual(kept.ledger);
    const again = await pix.transfers.create({ amount: 1_000, pixKey: "a@example.com" }, { idempotencyKey: "key-1" });
    expect(again).toEqual(kept.replayed);
    // And it goes on working with it.
    const [pending] = kept.transactions;
    expect(await sandbox.control.charges.pay(pending?.id ?? "")).toMatchObject({ status: "paid" });
    expect((await pix.transactions.create(charge as Parameters<typeof pix.transactions.create>[0])).status).toBe(
      "pending",
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("what was released stays: the first step makes the tables of the first release", async () => {
  const schemaOf = async (db: Database) => {
    const { rows } = await sql<{ name: string; sql: string | null }>`
      select name, sql from sqlite_master where name not like 'sqlite_%' order by name`.execute(db);
    return rows;
  };
  const fresh = new Kysely<Tables>({ dialect: makeSqliteDialect(new DatabaseSync(":memory:")) });
  const file = new DatabaseSync(join(fixtures, "first-release.db"), { readOnly: true });
  const released = new Kysely<Tables>({ dialect: makeSqliteDialect(file) });
  try {
    await migrate(fresh, "sqlite", migrations.slice(0, 1));
    expect(await schemaOf(fresh)).toEqual(await schemaOf(released));
  } finally {
    await fresh.destroy();
    await released.destroy();
  }
});

const open = ({ data, databaseUrl }: Place) => (databaseUrl ? openPostgres(databaseUrl) : openSqlite(data));

const addColumn: Migration = async (db) => {
  await db.schema.alterTable("charges").addColumn("note", "text").execute();
};

onEachStorage("migrations", (makePlace) => {
  test("a later step keeps what is there", async () => {
    const place = await makePlace();
    {
      await using service = await openService(place);
      await service.call("createCharge", { body: charge });
    }
    const storage = await open(place);
    try {
      const before = await storage.db.selectFrom("charges").selectAll().execute();
      await migrate(storage.db, storage.dialect, [...migrations, addColumn]);
      expect(await storage.db.selectFrom("charges").selectAll().execute()).toEqual([{ ...before[0], note: null }]);
    } finally {
      await storage.close();
    }
  });

  test("a step that fails undoes those before it, and the data is as it was", async () => {
    const place = await makePlace();
    const fail: Migration = async (db: Kysely<unknown>) => {
      await sql`create table half (id integer)`.execute(db);
      throw new Error("The third step fails.");
    };
    const storage = await open(place);
    try {
      await expect(migrate(storage.db, storage.dialect, [...migrations, addColumn, fail])).rejects.toThrow(
        "third step",
      );
      const tables = (await storage.db.introspection.getTables()).map(({ name }) => name);
      expect(tables).not.toContain("half");
      const charges = (await storage.db.introspection.getTables()).find(({ name }) => name === "charges");
      expect(charges?.columns.map(({ name }) => name)).not.toContain("note");
    } finally {
      await storage.close();
    }
    await (await open(place)).close();
  });

  test("data of a later version is refused, and left alone", async () => {
    const place = await makePlace();
    const storage = await open(place);
    await sql`update "schemaVersion" set version = 7`.execute(storage.db);
    await storage.close();
    const refused = createSandbox(place);
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow(/version 7.*versions up to \d+.*later one/);
  });

  test("data that lacks a table is refused at the start", async () => {
    const place = await makePlace();
    const storage = await open(place);
    await sql`drop table transfers`.execute(storage.db);
    await storage.close();
    await expect(createSandbox(place)).rejects.toThrow(
      /lacks what a sandbox needs \(transfers\): restore a whole copy/,
    );
  });

  test("several that open at once make the tables once", async () => {
    const place = await makePlace();
    if (place.data !== undefined) return;
    const options = { ...place, settings: { rateLimitMultiplier: 0 } };
    const opened = await Promise.all(Array.from({ length: 4 }, () => createSandbox(options)));
    // Whoever was first: company and key are the same for all, so a token of one is good at the other.
    const pix = opened.map(({ credentials, fetch }) => createPixClient({ ...credentials, fetch }));
    const created = await pix[0]?.transactions.create(charge as never);
    for (const client of pix) expect((await client.transactions.get(created?.id ?? "")).id).toBe(created?.id);
    for (const { control } of opened) expect((await control.companies.list()).items).toHaveLength(1);
    const tokens = await Promise.all(
      opened.map(async ({ fetch }) => {
        const headers = { authorization: `Basic ${btoa("sandbox-key:sandbox-secret")}` };
        const answer = await fetch("http://sandbox/api/auth", { method: "POST", headers });
        return ((await answer.json()) as { token: string }).token;
      }),
    );
    for (const { fetch } of opened) {
      for (const token of tokens) {
        const list = await fetch("http://sandbox/api/v1/webhook", { headers: { authorization: `Bearer ${token}` } });
        expect(list.status).toBe(200);
      }
    }
    await Promise.all(opened.map((sandbox) => sandbox.close()));
  });
});
