import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { createPixClient, type Transaction, type Transfer } from "../../../generated/client/src/index.ts";
import { readQrPng } from "../../../packages/conformance/src/pix/qr-png.ts";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { type Migration, migrate, migrations } from "../../../packages/sandbox/src/storage/migrate.ts";
import { makeSqliteDialect } from "../../../packages/sandbox/src/storage/node-sqlite.ts";
import { openSqlite } from "../../../packages/sandbox/src/storage/open-sqlite.ts";
import { openPostgres } from "../../../packages/sandbox/src/storage/postgres/open-postgres.ts";
import { StorageError } from "../../../packages/sandbox/src/storage/storage.ts";
import type { Tables } from "../../../packages/sandbox/src/storage/tables.ts";
import { readDatabase } from "../durability/read-database.ts";
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

/** A transaction with what its picture says in the place of the picture, which may be packed in another way. */
function withCode({ pix, ...transaction }: Transaction): object {
  return { ...transaction, pix: { ...pix, qrCode: readQrPng(pix.qrCode) } };
}

/** Puts the state of the first release into a new place. */
async function restoreFirstRelease({ data, databaseUrl }: Place): Promise<void> {
  if (data !== undefined) return copyFile(join(fixtures, "first-release.db"), join(data, "sandbox.db"));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(await readFile(join(fixtures, "first-release.sql"), "utf8"));
  await client.end();
}

/** What a place is made of: columns and indexes, with all that is said of them. */
async function readSchema(place: Place): Promise<unknown> {
  await using database = readDatabase(place);
  const { db } = database;
  if (place.data !== undefined) {
    const { rows } = await sql`
      select name, sql from sqlite_master where name not like 'sqlite_%' order by name`.execute(db);
    return rows;
  }
  const columns = await sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`.execute(db);
  const indexes = await sql`
    select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`.execute(db);
  return [columns.rows, indexes.rows];
}

/** The schema, and the rows of every table. */
async function readAll(place: Place): Promise<unknown> {
  await using database = readDatabase(place);
  const { db } = database;
  const rows: [string, unknown[]][] = [];
  for (const { name } of await db.introspection.getTables()) {
    rows.push([name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows]);
  }
  return [await readSchema(place), rows];
}

onEachStorage("the first release", (makePlace) => {
  test("opens with all that is in it, and goes on", async () => {
    const place = await makePlace();
    await restoreFirstRelease(place);
    const key = (await readFile(join(fixtures, "first-release.key"), "utf8")).trim();
    const kept = JSON.parse(await readFile(join(fixtures, "first-release.json"), "utf8")) as FirstRelease;
    await using sandbox = await createSandbox({ ...place, key, automatic: false });
    const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch });
    for (const transaction of kept.transactions) {
      expect(withCode(await pix.transactions.get(transaction.id))).toEqual(withCode(transaction));
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
    // What the second step adds is there, and empty for what was before.
    await using database = readDatabase(place);
    const attempts = await database.db.selectFrom("attempts").select("headersJson").execute();
    expect(attempts.filter(({ headersJson }) => headersJson !== null)).toEqual([]);
    const { rows } = await sql`select version from "schemaVersion"`.execute(database.db);
    expect(rows).toEqual([{ version: migrations.length }]);
  });

  test("is what the first step makes: what was released stays", async () => {
    const [released, made] = [await makePlace(), await makePlace()];
    await restoreFirstRelease(released);
    const storage = made.data === undefined ? undefined : new DatabaseSync(join(made.data, "sandbox.db"));
    const dialect = storage
      ? makeSqliteDialect(storage)
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: made.databaseUrl, max: 1 }) });
    const db = new Kysely<Tables>({ dialect });
    await migrate(db, storage ? "sqlite" : "postgres", migrations.slice(0, 1));
    await db.destroy();
    expect(await readSchema(made)).toEqual(await readSchema(released));
  });
});

const open = ({ data, databaseUrl }: Place) => (databaseUrl ? openPostgres(databaseUrl) : openSqlite(data));

const addColumn: Migration = async (db) => {
  await db.schema.alterTable("charges").addColumn("note", "text").execute();
};

onEachStorage("migrations", (makePlace, kind) => {
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
    {
      await using service = await openService(place);
      await service.call("createCharge", { body: charge });
    }
    const storage = await open(place);
    try {
      const before = await readAll(place);
      await expect(migrate(storage.db, storage.dialect, [...migrations, addColumn, fail])).rejects.toThrow(
        "third step",
      );
      expect(await readAll(place)).toEqual(before);
      expect(await storage.db.selectFrom("charges").select("id").execute()).toHaveLength(1);
    } finally {
      await storage.close();
    }
    await (await open(place)).close();
  });

  test("data of a later version is refused, and left alone", async () => {
    const place = await makePlace();
    {
      await using service = await openService(place);
      await service.call("createCharge", { body: charge });
      await sql`update "schemaVersion" set version = 7`.execute(service.sandbox.storage.db);
    }
    const before = await readAll(place);
    const refused = createSandbox(place);
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow(/version 7.*versions up to \d+.*later one/);
    expect(await readAll(place)).toEqual(before);
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

  // A folder belongs to one process.
  if (kind === "sqlite") return;

  test("several that open at once make the tables once", async () => {
    const place = await makePlace();
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
