// `npm test -- deep` runs it and writes the table of plans in test/sandbox/faults.md.
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeTableRows } from "../../support/write-table-rows.ts";
import { findScanningStatements } from "../support/plans.ts";
import { onEachStorage } from "../support/storages.ts";

const rows: string[] = [];

onEachStorage("plans with a million rows", (makePlace, kind) => {
  test("no statement reads a growing table from one end to the other, or takes more than 50 ms", {
    timeout: 1_800_000,
  }, async () => {
    const { scans, slow, statements, worst } = await findScanningStatements(
      await makePlace(),
      kind,
      1_000_000,
      true,
    );
    expect({ scans, slow }).toEqual({ scans: [], slow: [] });
    const today = new Date().toISOString().slice(0, 10);
    const name = kind === "postgres" ? "PostgreSQL" : "SQLite";
    rows.push(
      `| ${[name, statements, scans.length, `${worst.statement} ms`, `${worst.list} ms`, today].join(" | ")} |`,
    );
  });
});

afterAll(async () => {
  if (rows.length > 0)
    await writeTableRows(join(import.meta.dirname, "../faults.md"), "plans", rows);
});
