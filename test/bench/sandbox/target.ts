// A sandbox in a process of its own, to be measured: options as JSON in the first parameter, orders by IPC.
import { sql } from "kysely";
import pg from "pg";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";
import { openSqlite } from "../../../packages/sandbox/src/storage/open-sqlite.ts";
import { openPostgres } from "../../../packages/sandbox/src/storage/postgres/open-postgres.ts";

/** Rows that one statement writes. */
const part = 20_000;

// Statements that a connection sends at the same moment are one round trip to PostgreSQL.
let trips = 0;
const sending = new Set<pg.Client>();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function count(this: pg.Client, ...parameters: unknown[]) {
  if (!sending.has(this)) {
    trips += 1;
    sending.add(this);
    process.nextTick(() => sending.delete(this));
  }
  return Reflect.apply(query, this, parameters) as never;
};

const { seed: stored, ...options } = JSON.parse(process.argv[2] ?? "{}") as SandboxOptions & { seed?: number };
if (stored !== undefined) await seed(stored);
const sandbox = await createSandbox({
  ...options,
  settings: {
    rateLimitMultiplier: 0,
    transferSteps: { queued: null, processing: null },
    dailyLimit: 1e15,
    openingBalance: 1e13,
    ...options.settings,
  },
});
process.on("message", (order) => {
  if (order === "memory") process.send?.({ memory: process.memoryUsage.rss() });
  if (order === "trips") process.send?.({ trips });
  if (order === "cpu") process.send?.({ cpu: process.cpuUsage() });
});
// It is not measured any more.
process.once("disconnect", () => process.exit());
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
process.send?.({ url: await sandbox.listen({ port: 0 }), ...sandbox.credentials });

/** Fills the table of charges: canceled ones of another company, older than anything else. */
async function seed(count: number): Promise<void> {
  const storage = options.databaseUrl ? await openPostgres(options.databaseUrl) : await openSqlite(options.data);
  const emv = "0".repeat(170);
  // A part at a time: the sandbox gives up a statement that takes seconds.
  for (let first = 1; first <= count; first += part) {
    const last = Math.min(first + part - 1, count);
    const numbers = sql`with recursive numbers(n) as
      (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})`;
    await sql`${numbers} insert into charges select
      'txn_seed' || n, 'cmp_seed', 'canceled', 4990, 50, 'Pedido', '{"name":"Ana","document":"52998224725"}', null, null,
      ${emv}, 'seed' || n, null, null, null, null, null, n, n, null, n from numbers`.execute(storage.db);
  }
  await storage.close();
}
