// `npm run test:mutants`: Stryker changes one thing at a time in a part of the source and sees whether a test of that part
// notices. `-- PART…` takes some parts alone, paths some of their files, and `PATH:10-90` some lines of one; `-- --turn N`
// takes one part, another for each N. The score of each file is written into docs/reliability.md. A part takes between a
// quarter of an hour and some hours.
import { spawnSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import "../../scripts/end-with-npm.ts";
import { Interrupted, runGroup } from "../../scripts/run-group.ts";
import { writeTableRows } from "../support/write-table-rows.ts";
import { type Part, parts } from "./parts.ts";

const root = join(import.meta.dirname, "../..");
const here = "test/mutants";
const cache = join(root, "node_modules/.cache/mutants");

/** As much of Stryker's report as is used here. */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: "Killed" | "Survived" | "NoCoverage" | "Timeout" | "RuntimeError" | "CompileError" | "Ignored";
  location: { start: Place; end: Place };
}

interface Place {
  line: number;
  column: number;
}

/** What is not changed: texts for people, and what a type forbids. Code that runs once, on loading, would need every test. */
const settings = {
  packageManager: "npm",
  testRunner: "vitest",
  plugins: [join(root, here, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
  vitest: { configFile: `${here}/vitest.config.ts`, related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  mutator: { excludedMutations: ["StringLiteral", "ObjectLiteral", "ArrayDeclaration"] },
  ignorePatterns: [
    "docs/reference",
    "docs/.vitepress",
    ".git",
    "**/dist",
    "test/bench",
    "test/matrix",
    `${here}/node_modules`,
  ],
  tempDirName: "tmp-mutants",
  concurrency: 1,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 20,
  allowEmpty: true,
  checkers: [],
  disableTypeChecks: false,
  reporters: ["json", "progress-append-only"],
  warnings: false,
};

function isSource(file: string): boolean {
  return !/\.test\.ts$|\.d\.ts$/.test(file);
}

/** The parts that were asked for, with as many of their files; the files of a part share one run of its tests. */
function choose(names: readonly string[]): Part[] {
  if (names.length === 0) return parts;
  const chosen = names.map((name): Part => {
    const part = parts.find((one) => one.name === name);
    if (part) return part;
    const [path = name, lines] = name.split(/:(?=\d+-\d+$)/);
    const owner = parts.find(({ sources }) => sources.some((glob) => globSync(glob, { cwd: root }).includes(path)));
    if (!owner || !statSync(join(root, path), { throwIfNoEntry: false })) {
      const known = parts.map((one) => one.name).join(", ");
      console.error(`There is no part and no file of a part ${name}. Parts: ${known}.`);
      process.exit(2);
    }
    return { ...owner, sources: [path], ...(lines !== undefined && { name, lines }) };
  });
  return Object.values(Object.groupBy(chosen, ({ name }) => name)).flatMap((same) => {
    const [first] = same ?? [];
    return first && same ? [{ ...first, sources: same.flatMap(({ sources }) => sources) }] : [];
  });
}

async function mutate({ name, sources, lines, tests, adapter, postgres = false }: Part): Promise<Report> {
  const folder = join(cache, name.replaceAll(/[/:]/g, "-"));
  await mkdir(folder, { recursive: true });
  const files = sources.flatMap((glob) => globSync(glob, { cwd: root })).filter(isSource);
  const beside = sources.map((glob) =>
    glob.includes("*") ? glob.replace(/\.ts$/, ".test.ts") : `${dirname(glob)}/*.test.ts`,
  );
  const report = join(folder, "report.json");
  const config = join(folder, "stryker.config.json");
  const changed = lines === undefined ? files : files.map((file) => `${file}:${lines}`);
  await writeFile(config, JSON.stringify({ ...settings, mutate: changed, jsonReporter: { fileName: report } }));
  const program = join(root, here, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const env = {
    ...process.env,
    MUTANT_TESTS: JSON.stringify([...tests, ...beside]),
    ...(!postgres && { WITHOUT_POSTGRES: "1" }),
    ...(adapter !== undefined && { TEST_ADAPTERS: adapter }),
  };
  const code = await runGroup(process.execPath, [program, "run", config], {
    ...{ cwd: root, env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (code !== 0) throw new Error(`Stryker ended with ${code}.`);
  return JSON.parse(await readFile(report, "utf8")) as Report;
}

/** Says what survived, and gives a row of the table for each file. */
function sum({ lines: range }: Part, { files }: Report): string[] {
  const rows: string[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const count = { killed: 0, survived: 0, missed: 0 };
    const lines = source.split("\n");
    for (const { status, location, replacement, mutatorName } of mutants) {
      if (status === "Killed" || status === "Timeout") count.killed += 1;
      if (status === "Survived") count.survived += 1;
      if (status === "NoCoverage") count.missed += 1;
      if (status !== "Survived" && status !== "NoCoverage") continue;
      const { start, end } = location;
      const text = lines[start.line - 1]?.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
      console.log(`${status}: ${file}:${start.line} ${mutatorName}: ${text} → ${replacement ?? ""}`);
    }
    const { killed, survived, missed } = count;
    const total = killed + survived + missed;
    if (total === 0) continue;
    const score = `${Math.round((100 * killed) / total)} %`;
    const name = range === undefined ? file : `${file}:${range}`;
    rows.push([name, total, killed, survived, missed, score, new Date().toISOString().slice(0, 10)].join(" | "));
  }
  return rows;
}

const install = ["install", "--no-save", "--prefix", join(root, here)];
if (spawnSync("npm", install, { stdio: "inherit" }).status !== 0) process.exit(1);
const [flag, turn] = process.argv.slice(2);
const chosen = flag === "--turn" ? [parts[Number(turn) % parts.length] as Part] : choose(process.argv.slice(2));
try {
  for (const [index, part] of chosen.entries()) {
    console.log(`[${index + 1}/${chosen.length}] ${part.name}`);
    const rows = sum(part, await mutate(part));
    await writeTableRows(
      join(root, "docs/reliability.md"),
      "mutants",
      rows.map((row) => `| ${row} |`),
    );
    console.log(rows.join("\n"));
  }
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  console.error(error.message);
  process.exitCode = 130;
}
