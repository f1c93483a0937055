// `npm test -- mutants`: Stryker makes one small change at a time in a part of the source and runs the tests of that part.
// `-- PART…` runs some parts, paths run some of their files (printed only), `-- --turn N` runs one part, another for each N.
// `--sample LINES` changes that many lines of each part: minutes instead of hours; `--seed N` draws others. After each part
// its score is written into test/mutants/scores.md, and what nothing noticed into survivors.yaml. A part that has a score
// of today for the same lines is left out, so a run that was interrupted goes on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { parse, stringify } from "yaml";
import { Interrupted, interruptedCode, runGroup } from "../../scripts/run-group.ts";
import { writeTableRows } from "../support/write-table-rows.ts";
import { type Part, parts } from "./parts.ts";

const root = join(import.meta.dirname, "../..");
const here = "test/mutants";
const cache = join(root, "node_modules/.cache/mutants");
const table = join(root, "test/mutants/scores.md");
const survivorsFile = join(root, here, "survivors.yaml");

/** As much of Stryker's report as is used here. */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status:
    | "Killed"
    | "Survived"
    | "NoCoverage"
    | "Timeout"
    | "RuntimeError"
    | "CompileError"
    | "Ignored";
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
  ignorePatterns: [
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

/** The lines of code of a part, as `file:line-line`, in an order that depends on the seed alone. */
function shuffleLines(part: Part, seed: string): string[] {
  const ranks = new Map<string, string>();
  for (const file of filesOf(part)) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [index, line] of text.split("\n").entries()) {
      const isCode =
        /[=<>!&|?+]|\breturn\b|\w\(/.test(line) && !/^\s*(\/?\*|\/\/|import\b)/.test(line);
      const place = `${file}:${index + 1}-${index + 1}`;
      if (isCode) ranks.set(place, createHash("sha256").update(`${seed} ${place}`).digest("hex"));
    }
  }
  return [...ranks].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([place]) => place);
}

async function mutate(part: Part, changed: readonly string[]): Promise<Report> {
  const { name, sources, tests } = part;
  const folder = join(cache, name.replaceAll(/[/:]/g, "-"));
  await mkdir(folder, { recursive: true });
  const unitTests = sources.map((glob) =>
    glob.includes("*") ? glob.replace(/\.ts$/, ".test.ts") : `${dirname(glob)}/*.test.ts`,
  );
  const report = join(folder, "report.json");
  const config = join(folder, "stryker.config.json");
  await writeFile(
    config,
    JSON.stringify({ ...settings, mutate: changed, jsonReporter: { fileName: report } }),
  );
  const program = join(root, here, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const env = {
    ...process.env,
    MUTANT_TESTS: JSON.stringify([...tests, ...unitTests]),
    WITHOUT_POSTGRES: "1",
    ...part.env,
  };
  const code = await runGroup(process.execPath, [program, "run", config], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (code !== 0) throw new Error(`Stryker ended with ${code}.`);
  return JSON.parse(await readFile(report, "utf8")) as Report;
}

/** The part's row of the table, and the changes that no test noticed. */
function sum(name: string, { files }: Report, tried: string): { row: string; survivors: string[] } {
  const statuses: Mutant["status"][] = [];
  const survivors: string[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split("\n");
    for (const { status, location, replacement = "", mutatorName } of mutants) {
      statuses.push(status);
      if (status !== "Survived" && status !== "NoCoverage") continue;
      const { start, end } = location;
      const text = lines[start.line - 1]?.slice(
        start.column - 1,
        start.line === end.line ? end.column - 1 : undefined,
      );
      survivors.push(`${status}: ${file}:${start.line} ${mutatorName}: ${text} → ${replacement}`);
    }
  }
  const count = (...some: Mutant["status"][]): number =>
    statuses.filter((status) => some.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const survived = count("Survived");
  const uncovered = count("NoCoverage");
  const total = noticed + survived + uncovered;
  const score = total === 0 ? "–" : `${Math.round((100 * noticed) / total)} %`;
  return {
    row: `| ${[name, tried, total, noticed, survived, uncovered, score, today].join(" | ")} |`,
    survivors,
  };
}

const today = new Date().toISOString().slice(0, 10);
const usage = `Usage: npm test -- mutants [--sample LINES] [--seed N] [--turn N] [PART…]

  PART   a part of test/mutants/parts.ts, or a path of one

Exit code: 1 if a part could not be run, 2 for wrong arguments, 130 after Ctrl-C.
`;

/** Whether a part was run today with these lines. */
async function isDone(name: string, tried: string): Promise<boolean> {
  const rows = (await readFile(table, "utf8")).split("\n");
  return rows.some(
    (row) => row.startsWith(`| ${name} | ${tried} |`) && row.endsWith(`| ${today} |`),
  );
}

async function runPart(part: Part, sample: number | undefined, seed: string): Promise<void> {
  const lines = shuffleLines(part, seed);
  const tried =
    sample === undefined
      ? "all"
      : `${Math.min(sample, lines.length)} of ${lines.length} lines, seed ${seed}`;
  if (await isDone(part.name, tried)) return console.log("has a score of today");
  const changed = sample === undefined ? filesOf(part) : lines.slice(0, sample);
  const { row, survivors } = sum(part.name, await mutate(part, changed), tried);
  for (const line of [...survivors, row]) console.log(line);
  if (!parts.includes(part)) return;
  await writeTableRows(table, "mutants", [row]);
  const known = parse(await readFile(survivorsFile, "utf8")) as Record<string, string[]>;
  await writeFile(survivorsFile, stringify({ ...known, [part.name]: survivors }, { lineWidth: 0 }));
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      turn: { type: "string" },
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
    },
    allowPositionals: true,
  });
  const [sample, turn] = [values.sample, values.turn].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  if (![sample ?? 1, turn ?? 1].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new UsageError("--sample and --turn take a whole number above 0.");
  const chosen =
    turn === undefined ? choose(positionals) : parts.slice(turn % parts.length).slice(0, 1);
  const install = ["install", "--no-save", "--prefix", join(root, here)];
  if (spawnSync("npm", install, { stdio: "inherit" }).status !== 0) return 1;
  for (const [index, part] of chosen.entries()) {
    console.log(`[${index + 1}/${chosen.length}] ${part.name}`);
    await runPart(part, sample, values.seed);
  }
  return 0;
}

await runCommand(
  usage,
  run,
  (error) => (error instanceof Interrupted ? error.message : undefined),
  interruptedCode,
);
