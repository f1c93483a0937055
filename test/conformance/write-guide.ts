// `npm run docs:conformance`: puts checks and faults into the guide.
import { readFile, writeFile } from "node:fs/promises";
import { replaceRegion } from "../../packages/generator/src/docs/region.ts";
import { printChecks, printFaults } from "./print-tables.ts";

const guide = new URL("../../docs/guides/conformance.md", import.meta.url);
const text = await readFile(guide, "utf8");
await writeFile(guide, replaceRegion(replaceRegion(text, "checks", printChecks()), "faults", printFaults()));
