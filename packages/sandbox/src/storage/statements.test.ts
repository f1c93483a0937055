import type { CompiledQuery } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSqlite } from "./open-sqlite.ts";
import { type RowsToWrite, readPortions, writePortions, writeRows } from "./statements.ts";
import type { Storage } from "./storage.ts";

const window = (key: string, count: number) => ({ key, count, resetsAt: 0 });
const total = { companyId: "cmp_1", day: "2026-03-10", amount: 5 };

/** What is sent to a PostgreSQL that is none. */
async function sendToPostgres(writes: readonly RowsToWrite[]): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  const tx = { executeQuery: async (query: CompiledQuery) => void sent.push(query) };
  await writeRows(tx as never, { dialect: "postgres" } as Storage, writes);
  return sent;
}

test("PostgreSQL: all tables in one statement, whose text is the same however many rows there are", async () => {
  const write = (...rows: object[]): RowsToWrite[] => [
    { table: "ledger", rows: [] },
    { table: "rateLimits", rows },
    { table: "dailyTotals", rows: [total], key: ["companyId", "day"] },
  ];
  const [one, ...others] = await sendToPostgres(write(window("a", 1)));
  const [two] = await sendToPostgres(write(window("a", 1), window("b", 2)));
  expect(others).toEqual([]);
  expect(two?.sql).toBe(one?.sql);
  expect(two?.parameters.map((json) => JSON.parse(String(json)))).toEqual([
    [window("a", 1), window("b", 2)],
    [total],
  ]);
  expect(await sendToPostgres([{ table: "ledger", rows: [] }])).toEqual([]);
});

test("PostgreSQL: what its JSON does not take is stored as another character, and nothing else is touched", async () => {
  const keys = ["\0", "a\ud800", "\udfffb", "𝄞", "\\u0000", "\\ud800", "ção"];
  for (const [given, stored] of [
    [keys, ["\ufffd", "a\ufffd", "\ufffdb", ...keys.slice(3)]],
    [keys.slice(3), keys.slice(3)],
  ] as const) {
    const [query] = await sendToPostgres([
      { table: "rateLimits", rows: given.map((key) => window(key, 1)) },
    ]);
    const text = String(query?.parameters[0]);
    expect(JSON.parse(text)).toEqual(stored.map((key) => window(key, 1)));
    expect(text).not.toMatch(/(?<!\\)\\u(0000|d[89a-f])/);
  }
});

test("SQLite: rows of several tables, in place of those that are there, and one change", async () => {
  const storage = await openSqlite();
  onTestFinished(() => storage.close());
  const changed = vi.fn();
  storage.onChange(changed);
  await storage.transaction((tx) =>
    writeRows(tx, storage, [
      { table: "rateLimits", rows: [window("a", 1), window("b", 2)] },
      { table: "dailyTotals", rows: [] },
    ]),
  );
  await storage.transaction((tx) =>
    writeRows(tx, storage, [
      { table: "rateLimits", rows: [window("b", 3), window("c", 4)], key: ["key"] },
      {
        table: "faults",
        rows: [
          {
            id: "flt_1",
            operation: "*",
            kind: "reset",
            optionsJson: "{}",
            createdAt: 1,
            remaining: undefined,
          },
        ],
      },
    ]),
  );
  expect(changed).toHaveBeenCalledTimes(2);
  expect(await storage.db.selectFrom("rateLimits").selectAll().orderBy("key").execute()).toEqual([
    window("a", 1),
    window("b", 3),
    window("c", 4),
  ]);
  expect(await storage.db.selectFrom("faults").select(["id", "remaining"]).execute()).toEqual([
    { id: "flt_1", remaining: null },
  ]);
});

test.for([0, 1, 499, 500, 501, 1_000, 1_001])(
  "%d rows are written and read in portions, each once",
  async (count) => {
    const storage = await openSqlite();
    onTestFinished(() => storage.close());
    const keys = Array.from({ length: count }, (_, index) => `k${index}`);
    const rows = keys.map((key, index) => window(key, index));
    await storage.transaction((tx) => writePortions(tx, storage, "rateLimits", rows));
    const read: Record<string, unknown>[][] = [];
    await storage.read(async (tx) => {
      for await (const portion of readPortions(tx, storage, "rateLimits")) read.push(portion);
    });
    expect(read.flat()).toEqual(rows);
    expect(read.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(count / 500) }, (_, nth) => Math.min(500, count - 500 * nth)),
    );
  },
);
