// What it costs to compare two documents of 12 MB: CPU time and peak memory of the whole command, without flags of Node.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editDocument } from "./generate/edit-document.ts";
import { makeDocument } from "./generate/make-document.ts";
import { costOf, prepareCosts } from "./support/cost.ts";
import { median, type Row } from "./support/row.ts";

const root = join(import.meta.dirname, "../..");

/** Rows of the review: a usual edit of a large document, and one of each of its schemas. */
export async function reviewRows(step: (about: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    await prepareCosts(folder);
    const base = { ...makeDocument(), info: { title: "Large", version: "1.0.0" } };
    await writeFile(join(folder, "base.json"), JSON.stringify(base));
    const rows: Row[] = [];
    for (const [about, share] of [
      ["one schema in seven edited", 7],
      ["every schema edited", 1],
    ] as const) {
      step(about);
      await writeFile(join(folder, "head.json"), JSON.stringify(editDocument(base, share)));
      const costs = [];
      for (let round = 0; round < 3; round += 1)
        costs.push(
          await costOf(
            folder,
            "--import",
            join(root, "scripts/run.js"),
            join(root, "packages/review/src/cli.ts"),
            ..."--base base.json --head head.json --out review.md".split(" "),
          ),
        );
      const name = `review, two documents of 12 MB, ${about}`;
      rows.push(
        {
          name: `${name}: CPU`,
          value: median(costs.map(({ cpu }) => cpu)),
          unit: "seconds",
          bound: { atMost: 4 },
        },
        {
          name: `${name}: memory`,
          value: median(costs.map(({ memory }) => memory)),
          unit: "MiB",
          bound: { atMost: 400 },
        },
      );
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
