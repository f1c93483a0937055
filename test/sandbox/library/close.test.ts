import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { readDatabase } from "../durability/read-database.ts";
import { openService } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

type Call = (...given: unknown[]) => Promise<unknown>;

function callsOf(control: object): Call[] {
  return Object.values(control).flatMap((value) =>
    typeof value === "function" ? [value as Call] : callsOf(value),
  );
}

onEachStorage("closing", (makePlace) => {
  test("ends everything: afterwards each call says that the sandbox is closed", async () => {
    const sandbox = await createSandbox(await makePlace());
    const { control, fetch, settle } = sandbox;
    await sandbox.close();
    const { listen } = sandbox;
    const calls: Call[] = [
      ...callsOf(control),
      () => fetch("http://sandbox/api/v1/webhook"),
      () => listen({ port: 0 }),
      settle,
    ];
    expect(calls.length).toBeGreaterThan(50);
    for (const call of calls)
      await expect(call("id", {})).rejects.toThrow("The sandbox is closed.");
    await sandbox.close();
  });

  test("does not wait until all that is due is done", async () => {
    const place = await makePlace();
    const count = 20_000;
    {
      await using service = await openService(place, { clockFrozenAt: null });
      const { db } = service.sandbox.storage;
      const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
      await sql`${numbers} insert into charges (id, "companyId", status, amount, fees, description, "customerJson",
        emv, "nextAt", "nextStatus", "createdAt", "updatedAt", "expiresAt") select 'txn_0' || n, 'cmp_seed', 'pending',
        4990, 50, 'Pedido', '{}', 'emv', n, 'canceled', n, n, n from numbers`.execute(db);
    }
    await (await createSandbox(place)).close();
    await using database = readDatabase(place);
    const left = await database.db
      .selectFrom("charges")
      .select("id")
      .where("status", "=", "pending")
      .execute();
    expect(left.length).toBeGreaterThan(0);
  });
});
