// `node --import ./scripts/from-source.ts packages/sandbox/scripts/write-triggers.ts`: puts the triggers into the guide.
import { readFile, writeFile } from "node:fs/promises";
import { replaceRegion } from "../../generator/src/docs/region.ts";
import { printTriggers } from "./print-triggers.ts";

const guide = new URL("../../../docs/guides/sandbox.md", import.meta.url);
const text = await readFile(guide, "utf8");
const written = replaceRegion(text, "triggers", printTriggers());
if (written !== text) await writeFile(guide, written);
console.log(
  written === text
    ? "The triggers in docs/guides/sandbox.md are as they have to be."
    : "The triggers in docs/guides/sandbox.md were written.",
);
