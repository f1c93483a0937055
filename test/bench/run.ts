// `npm run bench`: measures, prints a table of ratios and writes them as JSON next to this file. `-- client`, `-- generate`,
// `-- review`, `-- server` or `-- sandbox` measures one of them alone, and `-- sandbox size --deep` one topic of the sandbox, deep or not.
// `-- --record` keeps the results for docs/figures.md.
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { suggestName } from "@packages/contract/src/command-line.ts";
import { Interrupted, interruptedCode, runGroup } from "../../scripts/run-group.ts";
import { record } from "./record.ts";
import { printBound, printValue, printVerdict, type Row } from "./support/row.ts";

/** Topics of the sandbox. */
const topics = ["start", "calls", "fairness", "processes", "deliveries", "size"];

const usage = `Usage: npm run bench -- [PART [TOPIC]] [options]

Measures, prints a table of ratios and writes test/bench/results.json.

  PART       client, generate, review, server or sandbox; all if absent
  TOPIC      of the sandbox: ${topics.slice(0, 3).join(", ")},
             ${topics.slice(3).join(", ")}; all if absent
  --deep     measure the sandbox with more data
  --record   keep the results of a whole run for docs/figures.md
  --help     show this

Exit code: 0 if everything was measured, whether or not a bound was met;
1 if the build failed, 2 for wrong arguments, 130 after Ctrl-C.
`;

type Measure = (
  step: (about: string) => void,
  options: { topic?: string; deep?: boolean },
) => Promise<Row[]>;

/** What is measured, one after the other. Modules are loaded when they are wanted: some of them start servers. */
const parts: { name: string; about: string; measure: Measure }[] = [
  {
    name: "client",
    about: "speed of the client's calls",
    measure: async () => (await import("./client.ts")).clientSpeed(),
  },
  {
    name: "client",
    about: "the client beside others, over a network of this machine",
    measure: async (step) => (await import("./client-peers.ts")).clientPeers(step),
  },
  {
    name: "client",
    about: "size of the client",
    measure: async () => (await import("./client.ts")).clientSize(),
  },
  {
    name: "generate",
    about: "generating from a large document, beside other generators",
    measure: async (step) => (await import("./generate.ts")).generateRows(step),
  },
  {
    name: "review",
    about: "comparing two large documents",
    measure: async (step) => (await import("./review.ts")).reviewRows(step),
  },
  {
    name: "server",
    about: "server",
    measure: async (step) => (await import("./server.ts")).serverRows(step),
  },
  {
    name: "sandbox",
    about: "sandbox",
    measure: async (...given) => (await import("./sandbox/rows.ts")).sandboxRows(...given),
  },
];

async function bench(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { record: { type: "boolean" }, deep: { type: "boolean" } },
    allowPositionals: true,
  });
  const [part, topic, ...others] = positionals;
  const wanted = parts.filter(({ name }) => part === undefined || part === name);
  if (wanted.length === 0 || others.length > 0)
    throw new UsageError(
      `There is no bench of ${positionals.join(" ")}.${suggestName(
        part ?? "",
        parts.map(({ name }) => name),
      )}`,
    );
  if (topic !== undefined && !(part === "sandbox" && topics.includes(topic)))
    throw new UsageError(
      `There is no topic '${topic}' of ${part}.${suggestName(topic, part === "sandbox" ? topics : [])}`,
    );
  if (values.record && part !== undefined)
    throw new UsageError("--record keeps a whole run, not a part of one.");
  if (!(await buildPackages())) return 1;
  // Processes that are started from here on end with this one.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(interruptedCode));
  const rows: Row[] = [];
  for (const [index, { about, measure }] of wanted.entries()) {
    const begin = (step?: string): void =>
      console.error(
        `[${index + 1}/${wanted.length}] ${about}${step === undefined ? "" : `: ${step}`}`,
      );
    begin();
    rows.push(
      ...(await measure(begin, {
        ...(topic !== undefined && { topic }),
        ...(values.deep && { deep: true }),
      })),
    );
  }
  const lines = rows.map((row) => ({
    measured: printValue(row),
    bound: printBound(row),
    "": printVerdict(row),
  }));
  console.table(Object.fromEntries(lines.map((line, index) => [rows[index]?.name, line])));
  await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(rows, null, 2)}\n`);
  if (values.record) await record(rows, join(import.meta.dirname, "../../docs"));
  return 0;
}

async function buildPackages(): Promise<boolean> {
  console.error("building the packages");
  const log = await mkdtemp(join(tmpdir(), "bench-"));
  const file = await open(join(log, "build.log"), "w");
  const code = await runGroup("npm", ["run", "--silent", "build"], {
    stdio: ["ignore", file.fd, file.fd],
  });
  await file.close();
  // Its log says why it failed, and is of no interest otherwise.
  if (code !== 0) console.error(await readFile(join(log, "build.log"), "utf8"));
  await rm(log, { recursive: true });
  return code === 0;
}

await runCommand(usage, bench, (error) =>
  error instanceof Interrupted ? error.message : undefined,
);
