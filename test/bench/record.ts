import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { table } from "../../packages/generator/src/docs/markdown.ts";
import { replaceRegion } from "../../packages/generator/src/docs/region.ts";
import { printBound, printValue, printVerdict, type Row } from "./support/row.ts";

/** A run of the bench, as it is kept for the documentation. */
export interface Recorded {
  /** Day of the run, `yyyy-MM-dd`. */
  on: string;
  machine: string;
  rows: Row[];
}

/**
 * Keeps a run for the documentation: the figures as JSON, which charts are drawn of, and the same as tables of the page.
 *
 * @param folder the documentation's
 */
export async function record(rows: Row[], folder: string): Promise<void> {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? "CPU"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const recorded: Recorded = { on: new Date().toISOString().slice(0, 10), machine, rows };
  await writeFile(join(folder, "figures.json"), `${JSON.stringify(recorded, null, 2)}\n`);
  await writeFigures(recorded, folder);
}

/** Writes the tables of the page. */
export async function writeFigures(recorded: Recorded, folder: string): Promise<void> {
  const page = join(folder, "figures.md");
  const text = replaceRegion(await readFile(page, "utf8"), "figures", printFigures(recorded));
  await writeFile(page, text);
}

/** The figures of a run as Markdown. */
function printFigures({ on, machine, rows }: Recorded): string {
  const lines = rows.map((row) => [row.name, printValue(row), printBound(row), printVerdict(row)]);
  return `Measured on ${on} on ${machine}.\n\n${table(["What", "Measured", "Bound", ""], lines)}`;
}
