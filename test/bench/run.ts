// `npm run bench`: measures, prints a table of ratios and writes them as JSON beside this file. `-- client`,
// `-- server` or `-- sandbox` measures one of them alone.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clientSize } from "./client-size.ts";
import { clientSpeed } from "./client-speed.ts";
import { clientTypes } from "./client-types.ts";
import { isWithin, printTable } from "./support/row.ts";

const [part = "all"] = process.argv.slice(2);
if (!["all", "client", "server", "sandbox"].includes(part)) {
  console.error(`There is no bench of '${part}': client, server, sandbox, or nothing for all.`);
  process.exit(2);
}
const isWanted = (name: string): boolean => part === "all" || part === name;
const client = !isWanted("client") ? [] : [...(await clientSpeed()), ...(await clientSize()), ...(await clientTypes())];
// Loaded when they are wanted: they start servers.
const server = isWanted("server") ? await (await import("./server.ts")).rows() : [];
const sandbox = isWanted("sandbox") ? await (await import("./sandbox/rows.ts")).sandboxRows() : [];
const rows = [...client, ...server, ...sandbox];
console.log(printTable(rows));
const results = rows.map((row) => ({ ...row, within: isWithin(row) }));
await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
