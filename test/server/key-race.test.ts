// Calls with one key at once, over HTTP, against two servers that share a PostgreSQL through a pool each.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPixServer, type IdempotencyStore } from "../../generated/server/src/index.ts";
import { migrate, PostgresIdempotencyStore } from "../../generated/server/src/postgres.ts";
import { makeDatabase, needPostgres, noPostgres } from "../support/databases.ts";
import { unlimited } from "./sample/server.ts";
import { anyCompany } from "./support/any-company.ts";
import { bodyOf } from "./support/call.ts";

needPostgres();

const servers: { url: string; end(): Promise<void> }[] = [];
let pool: pg.Pool;
beforeAll(async () => {
  if (noPostgres) return;
  const connectionString = await makeDatabase();
  pool = new pg.Pool({ connectionString, max: 2 });
  await migrate(pool);
  await pool.query("create table transfers (key text)");
  for (let count = 0; count < 2; count++) servers.push(await startServer(connectionString));
});
afterAll(async () => {
  for (const { end } of servers) await end();
  await pool?.end();
});

async function startServer(connectionString: string) {
  // Fewer connections than calls: some wait for one.
  const own = new pg.Pool({ connectionString, max: 4 });
  const idempotency: IdempotencyStore<pg.PoolClient> = new PostgresIdempotencyStore(own);
  const server = await createPixServer<{ id: string }, pg.PoolClient>({
    ...{ authenticators: anyCompany, idempotency, rateLimits: unlimited, partial: true, logger: false },
    handlers: {
      createTransfer: async ({ body: { amount, pixKey }, headers, transaction, reply }) => {
        await transaction.query("insert into transfers values ($1)", [headers["x-idempotency-key"]]);
        await transaction.query("select pg_sleep(0.01)");
        const id = `trf_${crypto.randomUUID()}`;
        return reply.ok({ id, status: "queued", amount, netAmount: amount - 100, fees: 100, pixKey });
      },
    },
  });
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  const end = async (): Promise<void> => {
    await server.close();
    await own.end();
  };
  return { url, end };
}

test("20 calls for each of ten keys run once for each key, and every answer is the same or asks to wait", async () => {
  const body = JSON.stringify({ amount: 1_000, pixKey: bodyOf("createTransfer").pixKey });
  const call = async (key: string, nth: number) => {
    const headers = { authorization: "Bearer a.b.c", "content-type": "application/json", "x-idempotency-key": key };
    const url = `${servers[nth % 2]?.url}/api/v1/pix/out/pixkey`;
    const response = await fetch(url, { method: "POST", headers, body });
    const { data, error } = (await response.json()) as { data?: { id: string }; error?: { code: string } };
    return { key, status: response.status, says: data?.id ?? error?.code, wait: response.headers.get("retry-after") };
  };
  const keys = Array.from({ length: 10 }, (_, index) => `key-${index}`);
  const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: 20 }, (_, nth) => call(key, nth))));
  for (const key of keys) {
    const own = answers.filter((one) => one.key === key);
    const accepted = own.filter(({ status }) => status === 200);
    expect(new Set(accepted.map(({ says }) => says)).size).toBe(1);
    const others = own.filter(({ status }) => status !== 200);
    expect(others).toEqual(others.map(() => expect.objectContaining({ status: 409, wait: expect.any(String) })));
  }
  const { rows } = await pool.query("select key, count(*)::int as runs from transfers group by key");
  expect(rows.map(({ runs }) => runs)).toEqual(keys.map(() => 1));
});
