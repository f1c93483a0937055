import { afterEach, expect, test, vi } from "vitest";
import { findScanningStatements } from "../support/plans.ts";
import { onEachStorage } from "../support/storages.ts";

afterEach(() => void vi.restoreAllMocks());

onEachStorage("plans with a million rows", (makePlace, kind) => {
  test("no statement reads a growing table from one end to the other, or takes more than 50 ms", {
    timeout: 1_800_000,
  }, async () => {
    const { scans, slow } = await findScanningStatements(await makePlace(), kind, { rows: 1_000_000, canScan: true });
    expect({ scans, slow }).toEqual({ scans: [], slow: [] });
  });
});
