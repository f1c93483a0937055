// `npm run test:mutants`: Stryker makes one small change at a time in a part of the source and runs the tests of that part.
// `-- PART…` runs some parts, paths run some of their files (printed only), `-- --turn N` runs one part, another for each N.
// `--sample LINES` changes that many lines of each part, drawn at random: minutes instead of hours. The score of each
// part is written into docs/reliability.md after it has run, so an interrupted run keeps what it has.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../../packages/contract/src/command.ts";
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
  location: Record<"start" | "end", { line: number; column: number }>;
}

/** Texts, and literals that a type fixes, are not changed. Code that runs once, on loading, would need every test. */
const settings = {
  packageManager: "npm",
  testRunner: "vitest",
  plugins: [join(root, here, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
  vitest: { configFile: `${here}/vitest.config.ts`, related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  mutator: { excludedMutations: ["StringLiteral", "ObjectLiteral", "ArrayDeclaration"] },
  ignorePatterns: ["docs/.vitepress", ".git", "**/dist", "test/bench", "test/matrix", `${here}/node_modules`],
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

function filesOf({ sources }: Part): string[] {
  return sources.flatMap((glob) => globSync(glob, { cwd: root })).filter(isSource);
}

/** The parts with these names, and for a path the part that owns it with this file alone. All parts if no name is given. */
function choose(names: readonly string[]): Part[] {
  const chosen = names.map((name) => {
    const owner = parts.find((one) => filesOf(one).includes(name));
    return parts.find((one) => one.name === name) ?? (owner && { ...owner, name, sources: [name] });
  });
  const unknown = names.find((_, index) => chosen[index] === undefined);
  if (unknown !== undefined)
    throw new UsageError(
      `${unknown} is neither a part nor a file of one. Parts: ${parts.map(({ name }) => name).join(", ")}.`,
    );
  return names.length === 0 ? parts : chosen.filter((part) => part !== undefined);
}

/** So many lines of code of these files, at random, as `file:line-line`. */
async function drawLines(files: readonly string[], size: number): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    for (const [index, line] of text.split("\n").entries()) {
      const isCode = /[=<>!&|?+]|\breturn\b|\w\(/.test(line) && !/^\s*(\/?\*|\/\/|import\b)/.test(line);
      if (isCode) lines.push(`${file}:${index + 1}-${index + 1}`);
    }
  }
  const drawn = lines.map((line) => ({ line, rank: Math.random() })).toSorted((a, b) => a.rank - b.rank);
  return drawn.slice(0, size).map(({ line }) => line);
}

async function mutate(part: Part, sample: number | undefined): Promise<Report> {
  const { name, sources, tests } = part;
  const folder = join(cache, name.replaceAll(/[/:]/g, "-"));
  await mkdir(folder, { recursive: true });
  const files = filesOf(part);
  const unitTests = sources.map((glob) =>
    glob.includes("*") ? glob.replace(/\.ts$/, ".test.ts") : `${dirname(glob)}/*.test.ts`,
  );
  const report = join(folder, "report.json");
  const config = join(folder, "stryker.config.json");
  const changed = sample === undefined ? files : await drawLines(files, sample);
  await writeFile(config, JSON.stringify({ ...settings, mutate: changed, jsonReporter: { fileName: report } }));
  const program = join(root, here, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const env = {
    ...process.env,
    MUTANT_TESTS: JSON.stringify([...tests, ...unitTests]),
    WITHOUT_POSTGRES: "1",
    ...part.env,
  };
  const code = await runGroup(process.execPath, [program, "run", config], {
    ...{ cwd: root, env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (code !== 0) throw new Error(`Stryker ended with ${code}.`);
  return JSON.parse(await readFile(report, "utf8")) as Report;
}

/** Prints the changes that no test noticed, and gives the part's row of the table. */
function sum({ name }: Part, { files }: Report, sample: number | undefined): string {
  const statuses: Mutant["status"][] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split("\n");
    for (const { status, location, replacement = "", mutatorName } of mutants) {
      statuses.push(status);
      if (status !== "Survived" && status !== "NoCoverage") continue;
      const { start, end } = location;
      const text = lines[start.line - 1]?.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
      console.log(`${status}: ${file}:${start.line} ${mutatorName}: ${text} → ${replacement}`);
    }
  }
  const count = (...some: Mutant["status"][]): number => statuses.filter((status) => some.includes(status)).length;
  const [noticed, survived, uncovered] = [count("Killed", "Timeout"), count("Survived"), count("NoCoverage")];
  const total = noticed + survived + uncovered;
  const score = total === 0 ? "–" : `${Math.round((100 * noticed) / total)} %`;
  const tried = sample === undefined ? "all" : `${sample} lines`;
  const day = new Date().toISOString().slice(0, 10);
  return `| ${[name, tried, total, noticed, survived, uncovered, score, day].join(" | ")} |`;
}

const usage = "Usage: npm run test:mutants -- [--sample LINES] [--turn N] [PART or PATH…]\n";

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { turn: { type: "string" }, sample: { type: "string" } },
    allowPositionals: true,
  });
  const [sample, turn] = [values.sample, values.turn].map((text) => (text === undefined ? undefined : Number(text)));
  if (![sample ?? 1, turn ?? 1].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new UsageError("--sample and --turn take a whole number above 0.");
  const chosen = turn === undefined ? choose(positionals) : parts.slice(turn % parts.length).slice(0, 1);
  const install = ["install", "--no-save", "--prefix", join(root, here)];
  if (spawnSync("npm", install, { stdio: "inherit" }).status !== 0) return 1;
  for (const [index, part] of chosen.entries()) {
    console.log(`[${index + 1}/${chosen.length}] ${part.name}`);
    const row = sum(part, await mutate(part, sample), sample);
    if (parts.includes(part)) await writeTableRows(join(root, "docs/reliability.md"), "mutants", [row]);
    console.log(row);
  }
  return 0;
}

await runCommand(usage, run, (error) => (error instanceof Interrupted ? error.message : undefined), 130);
