import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { notifierTables } from "@pix-contract/server/notifier";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { StorageError } from "../../../packages/sandbox/src/storage/storage.ts";
import { tableNames } from "../../../packages/sandbox/src/storage/tables.ts";
import { readDatabase } from "../durability/read-database.ts";
import { makeCaller } from "../support/caller.ts";
import { issueToken } from "../support/control.ts";
import { charge, openService } from "../support/service.ts";
import { onEachStorage, type Place } from "../support/storages.ts";

/** Tables of the migrations themselves. */
const own = ["schemaVersion", "migrations", "migrationLock"];

/** The tables, their columns and their indexes. */
async function readSchema(place: Place): Promise<unknown> {
  await using database = readDatabase(place);
  const { db } = database;
  const query =
    place.databaseUrl === undefined
      ? sql`select name, replace(sql, 'if not exists ', '') as text from sqlite_master where sql is not null order by name`
      : sql`select indexname as name, indexdef as text from pg_indexes where schemaname = 'public' order by 1`;
  return [await db.introspection.getTables(), (await query.execute(db)).rows];
}

/** The rows of every table. */
async function readAll(place: Place): Promise<unknown> {
  await using database = readDatabase(place);
  const { db } = database;
  const rows: [string, unknown[]][] = [];
  for (const { name } of await db.introspection.getTables()) {
    rows.push([name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows]);
  }
  return rows;
}

/** Makes the tables of 0.1.0 with the data that it left there. */
async function restore010(place: Place): Promise<void> {
  const folder = join(import.meta.dirname, "../../fixtures/sandbox-0.1.0");
  const kind = place.databaseUrl === undefined ? "sqlite" : "postgres";
  const statements = await readFile(join(folder, `${kind}.sql`), "utf8");
  const rows = JSON.parse(await readFile(join(folder, "rows.json"), "utf8")) as Rows;
  if (place.data !== undefined) {
    await mkdir(place.data, { recursive: true });
    const file = new DatabaseSync(join(place.data, "sandbox.db"));
    file.exec(statements);
    file.close();
  }
  await using database = readDatabase(place, false);
  const { db } = database;
  if (kind === "postgres") await db.executeQuery(CompiledQuery.raw(statements));
  for (const [table, values] of Object.entries(rows)) {
    if (table !== "schemaVersion")
      await db
        .insertInto(table as never)
        .values(values as never)
        .execute();
  }
  if (kind === "postgres")
    for (const table of ["ledger", "outbox_attempts"])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`.execute(db);
}

type Rows = Record<string, object[]>;

onEachStorage("tables", (makePlace, kind) => {
  test.each([
    ["another", /incompatible sandbox version/],
    [
      undefined,
      /newer version of the sandbox, with the migration 9999-later, wrote the data: use that version/,
    ],
  ])("data of another version is refused, and left alone: %s", async (version, message) => {
    const place = await makePlace();
    {
      await using service = await openService(place);
      await service.call("createCharge", { body: charge });
      const { db } = service.sandbox.storage;
      if (version === undefined) {
        await sql`insert into migrations values ('9999-later', ${new Date().toISOString()})`.execute(
          db,
        );
      } else {
        await sql`drop table migrations`.execute(db);
        await sql`update "schemaVersion" set version = ${version}`.execute(db);
      }
    }
    const before = await readAll(place);
    const refused = createSandbox(place);
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow(message);
    expect(await readAll(place)).toEqual(before);
  });

  test("the data of 0.1.0 is taken over, and what was under way goes on", async () => {
    const place = await makePlace();
    await restore010(place);
    await using sandbox = await createSandbox({ ...place, automatic: false });
    const { control } = sandbox;
    const accounts = {
      bank: -100_012_345,
      "company:cmp_0mwwqn2ssBP8AbOIzTsC": 99_990_939,
      "company:cmp_0mwwqn39meidYf5TrV8o": 12_345,
      fees: 154,
      payers: -4_993,
      recipients: 9_900,
      transit: 4_000,
    };
    expect(await control.ledger()).toEqual({ accounts, sum: 0 });
    const pix = makeCaller(sandbox);
    const repeated = await pix.transfers.create(
      { pixKey: "destino@example.com", amount: 10_000 },
      { idempotencyKey: "key-of-0.1.0" },
    );
    const { items } = await control.transfers.list();
    expect(items).toHaveLength(4);
    expect(items.map(({ id }) => id)).toContain(repeated.id);
    await control.clock.advance("1h");
    const ended = (await control.transfers.list()).items.map(({ status }) => status);
    expect(ended.toSorted()).toEqual(["completed", "completed", "completed", "refused"]);
    const after = { ...accounts, transit: 0, fees: 354, recipients: 13_700 };
    expect(await control.ledger()).toEqual({ accounts: after, sum: 0 });
  });

  test("migrated tables are the same as new ones, and have the columns that the notifier knows", async () => {
    const old = await makePlace();
    await restore010(old);
    const looks: unknown[] = [];
    for (const place of [old, await makePlace()]) {
      await (await createSandbox(place)).close();
      looks.push(await readSchema(place));
    }
    expect(looks[0]).toEqual(looks[1]);
    await using database = readDatabase(old);
    const tables = await database.db.introspection.getTables();
    const known = tables.map(({ name }) => name).filter((name) => !own.includes(name));
    expect(known.toSorted()).toEqual(tableNames.toSorted());
    for (const [name, columns] of Object.entries(notifierTables)) {
      const found = tables.find((table) => table.name === name)?.columns ?? [];
      const expected = Object.entries(columns).map(([column, { isNullable }]) => [
        column,
        isNullable,
      ]);
      const seen = found.map((column) => [column.name, column.isNullable]);
      expect(seen).toEqual(expect.arrayContaining(expected));
    }
  });

  // A folder belongs to one process.
  if (kind === "sqlite") return;

  test("a start that migrates waits for a process of an older version, whose last entries count too", async () => {
    const place = await makePlace();
    await restore010(place);
    const older = new pg.Client({
      connectionString: place.databaseUrl,
      application_name: "pix-sandbox changes",
    });
    await older.connect();
    let isOpen = false;
    const opened = createSandbox({ ...place, automatic: false }).finally(() => {
      isOpen = true;
    });
    const sessions = "select pid from pg_stat_activity where datname = current_database()";
    await expect.poll(async () => (await older.query(sessions)).rowCount).toBeGreaterThan(1);
    for (let round = 0; round < 3; round++) {
      await older.query(`insert into ledger (posting, account, amount, "createdAt")
        values ('pst_${round}', 'transit', 5, 1), ('pst_${round}', 'payers', -5, 1)`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(isOpen).toBe(false);
    await older.end();
    const sandbox = await opened;
    const { accounts, sum } = await sandbox.control.ledger();
    expect([accounts.transit, accounts.payers, sum]).toEqual([4_015, -5_008, 0]);
    await sandbox.close();
  });

  test("several that open at once make the tables once", async () => {
    const place = await makePlace();
    const options = { ...place, settings: { rateLimitMultiplier: 0 } };
    const opened = await Promise.all(Array.from({ length: 4 }, () => createSandbox(options)));
    // Whoever was first: company and key are the same for all, so a token of one is good at the other.
    for (const { control } of opened)
      expect((await control.companies.list()).items).toHaveLength(1);
    const issue = ({ fetch }: (typeof opened)[number]) =>
      issueToken("http://sandbox", undefined, fetch);
    const tokens = await Promise.all(opened.map(issue));
    for (const { fetch } of opened) {
      for (const token of tokens) {
        const list = await fetch("http://sandbox/api/v1/webhook", {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(list.status).toBe(200);
      }
    }
    await Promise.all(opened.map((sandbox) => sandbox.close()));
  });
});
