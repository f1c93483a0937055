// `npm run docs -- conformance`: writes the lists of checks, faults and legal servers.
import { readFile, writeFile } from "node:fs/promises";
import { replaceRegion } from "../../packages/generator/src/docs/region.ts";
import { printChecks, printFaults, printFreedoms } from "./print-tables.ts";

const page = new URL("faults/README.md", import.meta.url);
const regions = { checks: printChecks(), faults: printFaults(), freedoms: printFreedoms() };
let text = await readFile(page, "utf8");
for (const [name, content] of Object.entries(regions)) text = replaceRegion(text, name, content);
await writeFile(page, text);
