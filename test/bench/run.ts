// `npm run bench`: measures, prints a table of ratios and writes them as JSON beside this file. `-- client`,
// `-- server` or `-- sandbox` measures one of them alone.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clientSize } from "./client-size.ts";
import { clientSpeed } from "./client-speed.ts";
import { clientTypes } from "./client-types.ts";
import { isWithin, printTable, type Row } from "./support/row.ts";

const [part = "all"] = process.argv.slice(2);
if (!["all", "client", "server", "sandbox"].includes(part)) {
  console.error(`There is no bench of '${part}': client, server, sandbox, or nothing for all.`);
  process.exit(2);
}
const isWanted = (name: string): boolean => part === "all" || part === name;

/** What is measured, one after the other. Modules are loaded when they are wanted: some of them start servers. */
const parts: { name: string; about: string; measure: () => Promise<Row[]> }[] = [
  { name: "client", about: "speed of the client's calls", measure: clientSpeed },
  { name: "client", about: "size of the client", measure: clientSize },
  { name: "client", about: "work for the compiler", measure: clientTypes },
  { name: "server", about: "server and adapters", measure: async () => (await import("./server.ts")).rows() },
  { name: "sandbox", about: "sandbox", measure: async () => (await import("./sandbox/rows.ts")).sandboxRows() },
];
const wanted = parts.filter(({ name }) => isWanted(name));
const begun = performance.now();
const rows: Row[] = [];
for (const [index, { about, measure }] of wanted.entries()) {
  const seconds = Math.round((performance.now() - begun) / 1000);
  // Beside the table, which is what the output is for.
  console.error(`[${index + 1}/${wanted.length}] ${about} (${seconds} s so far)`);
  rows.push(...(await measure()));
}
console.log(printTable(rows));
const results = rows.map((row) => ({ ...row, within: isWithin(row) }));
await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
