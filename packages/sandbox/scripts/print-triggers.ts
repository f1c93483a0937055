// `node --import ./scripts/from-source.ts packages/sandbox/scripts/print-triggers.ts`: writes the triggers into the guide.
import { readFile, writeFile } from "node:fs/promises";
import { replaceRegion } from "../../generator/src/docs/region.ts";
import { type Trigger, triggers } from "../src/service/triggers.ts";

const guideFile = new URL("../../../docs/guides/sandbox-triggers.md", import.meta.url);

/** The guide of the sandbox with the triggers as tables of Markdown, one for each operation. */
export async function printTriggers(): Promise<string> {
  const tables = [...Map.groupBy(triggers, ({ operation }) => operation).values()].map(
    printTriggerTable,
  );
  return replaceRegion(await readFile(guideFile, "utf8"), "triggers", tables.join("\n\n"));
}

function printTriggerTable(some: readonly Trigger[]): string {
  const rows = some.map((trigger) => `| \`${trigger.value}\` | ${describeTrigger(trigger)} |`);
  const head = [`| \`${some[0]?.field}\` | What happens |`, "| --- | --- |"];
  return `**\`${some[0]?.operation}\`**\n\n${[...head, ...rows].join("\n")}`;
}

function describeTrigger({ effect, description }: Trigger): string {
  // A line break would end the row.
  const text = description.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  return effect.kind === "fail" ? `${effect.status} \`${effect.code}\`: ${text}` : text;
}

if (import.meta.main) await writeFile(guideFile, await printTriggers());
