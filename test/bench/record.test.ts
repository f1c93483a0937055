import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { record } from "./record.ts";
import type { Row } from "./support/row.ts";

const rows: Row[] = [
  { name: "this ÷ that", value: 0.8, unit: "ratio", bound: { atLeast: 0.9 } },
  { name: "p99 of calls", value: 12.34, unit: "milliseconds" },
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "record-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a run is kept as JSON and as the table of a page", async () => {
  const page = join(folder, "figures.md");
  await writeFile(page, "# Figures\n\n<!-- generated:figures -->\nNone.\n<!-- /generated:figures -->\n");
  await record(rows, folder);
  const kept = JSON.parse(await readFile(join(folder, "figures.json"), "utf8"));
  expect(kept).toMatchObject({ on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), rows });
  const text = await readFile(page, "utf8");
  expect(text).toContain(kept.machine);
  expect(text).toMatch(/^\| this ÷ that \| 0\.800 \| ≥ 0\.9 \| missed \|$/m);
  expect(text).toMatch(/^\| p99 of calls \| 12\.3 ms \| +\| +\|$/m);
});

test("where the page has no place for it, nothing is kept", async () => {
  await writeFile(join(folder, "figures.md"), "# Figures\n");
  await expect(record(rows, folder)).rejects.toThrow("is missing");
  await expect(readFile(join(folder, "figures.json"))).rejects.toThrow("ENOENT");
});
