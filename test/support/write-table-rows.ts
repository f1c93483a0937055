import { readFile, writeFile } from "node:fs/promises";

/**
 * Puts rows into the table of a document that stands between `<!-- NAME -->` and `<!-- end of NAME -->`. A row replaces
 * the one that has the same first cell.
 *
 * @param rows `| first | second |`
 */
export async function writeTableRows(
  path: string,
  name: string,
  rows: readonly string[],
): Promise<void> {
  const text = await readFile(path, "utf8");
  const [before, rest] = text.split(`<!-- ${name} -->\n`);
  const [table, after] = rest?.split(`<!-- end of ${name} -->`) ?? [];
  if (before === undefined || table === undefined || after === undefined) {
    throw new Error(`${path} has no place for the table of ${name}.`);
  }
  const [head = "", line = "", ...known] = table.trim().split("\n");
  const firstCell = (row: string): string => row.split(" | ")[0] ?? "";
  const all = new Map([...known, ...rows].map((row) => [firstCell(row), row]));
  const made = [head, line, ...all.values()].join("\n");
  await writeFile(path, `${before}<!-- ${name} -->\n${made}\n<!-- end of ${name} -->${after}`);
}
