import { expect, onTestFinished, test, vi } from "vitest";
import { openSqlite } from "./open-sqlite.ts";
import { writeRows } from "./statements.ts";

const window = (key: string, count: number) => ({ key, count, resetsAt: 0 });

test("rows of several tables, in place of those that are there, and one change", async () => {
  const storage = await openSqlite();
  onTestFinished(() => storage.close());
  const changed = vi.fn();
  storage.onChange(changed);
  await storage.transaction((tx) =>
    writeRows(tx, [
      { table: "rateLimits", rows: [window("a", 1), window("b", 2)] },
      { table: "dailyTotals", rows: [] },
    ]),
  );
  await storage.transaction((tx) =>
    writeRows(tx, [
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
