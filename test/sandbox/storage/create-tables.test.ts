import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { StorageError } from "../../../packages/sandbox/src/storage/storage.ts";
import { readDatabase } from "../durability/read-database.ts";
import { issueToken } from "../support/control.ts";
import { charge, openService } from "../support/service.ts";
import { onEachStorage, type Place } from "../support/storages.ts";

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

onEachStorage("tables", (makePlace, kind) => {
  test("data of another version is refused, and left alone", async () => {
    const place = await makePlace();
    {
      await using service = await openService(place);
      await service.call("createCharge", { body: charge });
      await sql`update "schemaVersion" set version = 'another'`.execute(service.sandbox.storage.db);
    }
    const before = await readAll(place);
    const refused = createSandbox(place);
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow(/another version of the sandbox/);
    expect(await readAll(place)).toEqual(before);
  });

  // A folder belongs to one process.
  if (kind === "sqlite") return;

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
