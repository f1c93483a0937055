// `--accept` writes the inventory; claims about the provider's document are written only with `--documented`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { type AcceptOptions, acceptLines } from "./accept.ts";
import type { Disagreement } from "./lists.ts";

const found: Disagreement[] = [
  { list: "inventory.yaml", path: ["operations", "getThing"], is: "GET /thing" },
  { list: "documented.yaml", path: ["Thing.name"], was: "string", is: "string length ..5" },
];

async function run(options: AcceptOptions, lines = found) {
  const folder = await makeFolder();
  writeFileSync(join(folder, "inventory.yaml"), "# Kept.\noperations: {}\n");
  writeFileSync(join(folder, "documented.yaml"), "Thing.name: string\n");
  const printed: string[] = [];
  const code = acceptLines(lines, options, (text) => printed.push(text), folder);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return {
    code,
    printed: printed.join("\n"),
    inventory: read("inventory.yaml"),
    documented: read("documented.yaml"),
  };
}

test("without --accept nothing is written, and the claims are named as such", async () => {
  const { code, printed, inventory, documented } = await run({});
  expect([code, inventory, documented]).toEqual([
    1,
    "# Kept.\noperations: {}\n",
    "Thing.name: string\n",
  ]);
  expect(printed).toContain("1 line(s) of documented.yaml would claim");
  expect(printed).toContain("2 line(s) differ");
});

test("--accept writes the inventory alone, and fails until the claims are settled", async () => {
  const { code, printed, inventory, documented } = await run({ accept: true });
  expect(code).toBe(1);
  expect(inventory).toContain("getThing: GET /thing");
  expect(inventory).toContain("# Kept.");
  expect(documented).toBe("Thing.name: string\n");
  expect(printed).toContain("1 line(s) written, 1 left.");
  expect(printed).toContain("--accept --documented");
});

test("--accept without claims is done", async () => {
  const { code, printed } = await run({ accept: true }, found.slice(0, 1));
  expect(code).toBe(0);
  expect(printed).not.toContain("documented.yaml");
});

test("--accept --documented writes the claims, and says that it does", async () => {
  const { code, printed, documented } = await run({ accept: true, documented: true });
  expect(code).toBe(0);
  expect(documented).toBe("Thing.name: string length ..5\n");
  expect(printed).toContain("1 line(s) of documented.yaml now claim");
});

test("--documented alone is refused", () =>
  expect(run({ documented: true })).rejects.toThrow("--documented needs --accept."));
