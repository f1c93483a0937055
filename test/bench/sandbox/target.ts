// A sandbox in a process of its own, to be measured: options as JSON in the first parameter, orders by IPC.
import { sql } from "kysely";
import pg from "pg";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";
import { indexes } from "../../../packages/sandbox/src/storage/migrations/0001-tables.ts";
import { openSqlite } from "../../../packages/sandbox/src/storage/open-sqlite.ts";
import { openPostgres } from "../../../packages/sandbox/src/storage/postgres/open-postgres.ts";

const customer =
  '{"name":"Ana","email":"ana@example.com","documentType":"cpf","document":"52998224725"}';

/** Rows that one statement writes. */
const part = 20_000;

const { seed: stored, ...options } = JSON.parse(process.argv[2] ?? "{}") as SandboxOptions & {
  seed?: number;
};
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
  if (order === "cpu") process.send?.({ cpu: process.cpuUsage() });
});
// It is not measured any more.
process.once("disconnect", () => process.exit());
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
process.send?.({ url: await sandbox.listen({ port: 0 }), ...sandbox.credentials });

/** Fills the table of charges: canceled ones of another company, older than anything else. */
async function seed(count: number): Promise<void> {
  const { databaseUrl } = options;
  const storage = databaseUrl ? await openPostgres(databaseUrl) : await openSqlite(options.data);
  const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(storage.db));
  const client =
    databaseUrl === undefined ? undefined : new pg.Client({ connectionString: databaseUrl });
  await client?.connect();
  const execute = client ? (text: string) => client.query(text) : run;
  // Indexes of many rows are made faster than they are kept.
  const ofCharges = indexes.filter((text) => / on charges /.test(text));
  for (const text of ofCharges)
    await execute(text.replace(/^create (unique )?(index "\w+").*/, "drop $2"));
  // A part at a time: the sandbox gives up a statement that takes seconds.
  for (let first = 1; first <= count; first += part) {
    const last = Math.min(first + part - 1, count);
    await execute(`insert into charges (id, "companyId", status, amount, fees, description, "customerJson", emv,
      "createdAt", "updatedAt", "expiresAt") with recursive numbers(n) as
      (select ${first} union all select n + 1 from numbers where n < ${last}) select 'txn_00seed' || n, 'cmp_seed',
      'canceled', 4990, 50, 'Pedido', '${customer}', '${"0".repeat(170)}', n, n, n from numbers`);
  }
  for (const text of [...ofCharges, "analyze charges"]) await execute(text);
  await client?.end();
  await storage.close();
}
