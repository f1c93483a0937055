import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");

const refused = [
  "decodeURIComponent(text);",
  "void decodeURI(text);",
  "new URL(text);",
  "void new URL(text);",
  "new RegExp(text);",
  "JSON.parse(text);",
  "JSON.stringify(text);",
  "BigInt(text);",
  "String(text);",
  "String.fromCodePoint(Number(text));",
  "Symbol.for(text);",
  "structuredClone(text);",
  "atob(text);",
  "globalThis.encodeURIComponent(text);",
  "Object.keys(text);",
  "Reflect.ownKeys(text);",
  "Buffer.from(text);",
  "Intl.getCanonicalLocales(text);",
];
const allowed = [
  "return decodeURIComponent(text);",
  "read(decodeURIComponent(text));",
  "Object.assign(text, {});",
  "const url = new URL(text);",
  "void read(text);",
  "Reflect.apply(read, null, [text]);",
];

test("lint refuses a call that is made for its exception alone", async () => {
  const folder = await makeFolder();
  const plugin = "scripts/lint/kept-calls.grit";
  await writeFile(join(folder, "kept-calls.grit"), await readFile(join(root, plugin)));
  await writeFile(join(folder, "biome.json"), '{ "plugins": ["./kept-calls.grit"] }');
  await writeFile(join(folder, "cases.ts"), [...refused, ...allowed].join("\n"));
  const biome = join(root, "node_modules/.bin/biome");
  const flags = ["lint", "--reporter=json", "--max-diagnostics=none", "cases.ts"];
  const { stdout } = await promisify(execFile)(biome, flags, { cwd: folder }).catch(
    (error) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { start: { line: number } } }[];
  };
  const lines = diagnostics
    .filter(({ category }) => category === "plugin")
    .map(({ location }) => location.start.line);
  expect(lines.sort((a, b) => a - b)).toEqual(refused.map((_, index) => index + 1));
});
