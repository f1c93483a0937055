// `npm run bench`: measures, prints a table of ratios and writes them as JSON beside this file.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clientSize } from "./client-size.ts";
import { clientSpeed } from "./client-speed.ts";
import { clientTypes } from "./client-types.ts";
import { isWithin, printTable } from "./support/row.ts";

const rows = [...(await clientSpeed()), ...(await clientSize()), ...(await clientTypes())];
console.log(printTable(rows));
const results = rows.map((row) => ({ ...row, within: isWithin(row) }));
await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
