// `npm run bench`: measures, prints a table of ratios and writes them as JSON beside this file. `-- client` or
// `-- server` measures one of them alone.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clientSize } from "./client-size.ts";
import { clientSpeed } from "./client-speed.ts";
import { clientTypes } from "./client-types.ts";
import { isWithin, printTable } from "./support/row.ts";

const [part = "all"] = process.argv.slice(2);
if (!["all", "client", "server"].includes(part)) {
  console.error(`There is no bench of '${part}': client, server, or nothing for both.`);
  process.exit(2);
}
const client = part === "server" ? [] : [...(await clientSpeed()), ...(await clientSize()), ...(await clientTypes())];
// Loaded when it is wanted: it starts servers.
const server = part === "client" ? [] : await (await import("./server.ts")).rows();
const rows = [...client, ...server];
console.log(printTable(rows));
const results = rows.map((row) => ({ ...row, within: isWithin(row) }));
await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
