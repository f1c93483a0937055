import { expect, test } from "vitest";
import { findScanningStatements } from "../support/plans.ts";
import { onEachStorage } from "../support/storages.ts";

onEachStorage("plans", (makePlace, kind) => {
  test("an index serves every statement on a growing table", async () => {
    const { scans, statements } = await findScanningStatements(await makePlace(), kind, 2_000);
    expect(scans).toEqual([]);
    expect(statements).toBeGreaterThan(100);
  });
});
