// `npm run docs -- conformance`: puts checks, faults and legal servers into the guide.
import { readFile, writeFile } from "node:fs/promises";
import { replaceRegion } from "../../packages/generator/src/docs/region.ts";
import { printChecks, printFaults, printFreedoms } from "./print-tables.ts";

const guide = new URL("../../docs/guides/conformance.md", import.meta.url);
const regions = { checks: printChecks(), faults: printFaults(), freedoms: printFreedoms() };
let text = await readFile(guide, "utf8");
for (const [name, content] of Object.entries(regions)) text = replaceRegion(text, name, content);
await writeFile(guide, text);
