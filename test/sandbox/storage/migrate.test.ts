import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { type Migration, migrate, migrations } from "../../../packages/sandbox/src/storage/migrate.ts";
import { openSqlite } from "../../../packages/sandbox/src/storage/open-sqlite.ts";
import { openPostgres } from "../../../packages/sandbox/src/storage/postgres/open-postgres.ts";
import { StorageError } from "../../../packages/sandbox/src/storage/storage.ts";
import { readDatabase } from "../durability/read-database.ts";
import { charge, openService } from "../support/service.ts";
import { onEachStorage, type Place } from "../support/storages.ts";

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
      await migrate(storage.exclusive, storage.dialect, [...migrations, addColumn]);
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
      await expect(migrate(storage.exclusive, storage.dialect, [...migrations, addColumn, fail])).rejects.toThrow(
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
