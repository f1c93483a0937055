// `npm run check`: every check of the project, and one line that counts them.
import { execFileSync } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { printClaims } from "./claims.ts";
import { Interrupted, runGroup } from "./run-group.ts";

/** How many tests and checks passed, failed and were skipped. */
interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Checks that pass or fail as one. If one of the first fails, the tests would fail by the hundred and bury what is wrong,
 * so they are not run. The others run at the same time.
 */
const first: Record<string, string[]> = {
  drift: ["run", "--silent", "generate", "--", "--check"],
  contract: ["run", "--silent", "lint", "--", "contract"],
  types: ["exec", "--", "node", "scripts/task.ts", "check", "types"],
  interface: ["test", "--silent", "--", "interface"],
};
const parallel: Record<string, string[]> = {
  code: ["run", "--silent", "lint", "--", "code"],
  packages: ["exec", "--", "node", "scripts/task.ts", "check", "packages"],
};
/** Tests are counted. The last two run at the same time, because the slow tests often wait for installations. */
const tests: Record<string, string[]> = {
  test: ["test", "--silent", "--"],
  slow: ["test", "--silent", "--", "slow"],
  faults: ["test", "--silent", "--", "faults"],
};

const usage = `Usage: npm run check -- [options] [CHECK…]

  CHECK     ${Object.keys({ ...first, ...parallel, ...tests }).join(", ")}; all if none is given
  --list    show what README, guides and docs/reliability.md claim, and what runs it
  --help    show this

Of what takes long, and runs whole in the workflows, a fifth is run: another one for each commit.
`;

const commits = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }));
const parts = 5;
const turn = commits % parts;

/** Runs npm with its output shown, or in a file; whether it succeeded. */
async function runNpm(
  args: readonly string[],
  {
    env = {},
    output = "inherit",
  }: { env?: Record<string, string>; output?: "inherit" | number } = {},
): Promise<boolean> {
  const code = await runGroup("npm", [...args], {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...env },
  });
  return code === 0;
}

const begun = performance.now();
let started = 0;
let planned = 0;

/** Announces the next step and the progress of the whole. */
function announce(name: string): void {
  started += 1;
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`\n> [${started}/${planned}] ${name} (${seconds} s so far)`);
}

/** Runs tests and counts them. */
async function runTests(name: string): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "tests-"));
  const file = join(folder, "results.json");
  try {
    const flags = [
      ...(name === "slow" ? [`--shard=${turn + 1}/${parts}`] : []),
      "--reporter=default",
      "--silent=passed-only",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ];
    const succeeded = await runNpm([...(tests[name] ?? []), ...flags], {
      env: { TEST_PART: `${turn}/${parts}` },
    });
    const text = await readFile(file, "utf8").catch(() => "{}");
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
    } = JSON.parse(text) as Record<string, number>;
    // Vitest may fail without a failing test, for example if a file cannot be loaded.
    const failed = succeeded ? numFailedTests : Math.max(1, numFailedTests);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

/** Runs checks one after the other, each with its output shown when it has ended; whether all succeeded. */
async function runChecks(checks: Record<string, string[]>): Promise<boolean> {
  let succeeded = true;
  const folder = await mkdtemp(join(tmpdir(), "check-"));
  const path = join(folder, "output");
  try {
    for (const [name, args] of Object.entries(checks)) {
      announce(name);
      await using output = await open(path, "w+");
      const hasPassed = await runNpm(args, { output: output.fd });
      const printed = await readFile(path, "utf8");
      console.log(`\n${hasPassed ? "passed" : "failed"}: ${name}\n${printed}`.trimEnd());
      if (hasPassed) total.passed += 1;
      else failures.push(`${name} (npm run check -- ${name})`);
      succeeded &&= hasPassed;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return succeeded;
}

async function runAndCount(name: string): Promise<void> {
  announce(name);
  const count = await runTests(name);
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed`);
  if (count.passed === 0) failures.push(`${name}: no test was run`);
  if (count.skipped > 0 && process.env.CI)
    failures.push(`${name}: ${count.skipped} skipped, and in CI none may be`);
  for (const kind of ["passed", "failed", "skipped"] as const) total[kind] += count[kind];
}

/** The entries whose names were asked for; all if none was. */
function select(
  entries: Record<string, string[]>,
  names: readonly string[],
): Record<string, string[]> {
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
  return Object.fromEntries(Object.entries(entries).filter(([name]) => isWanted(name)));
}

/** Runs the checks with these names. Returns the exit code. */
async function check(names: readonly string[]): Promise<number> {
  const wanted = select(tests, names);
  const before = [select(first, names), select(parallel, names)];
  planned = [...before, wanted].flatMap(Object.keys).length;
  const passed = await Promise.all(before.map(runChecks));
  const { test, ...long } = wanted;
  if (passed[0]) {
    if (test) await runAndCount("test");
    await Promise.all(Object.keys(long).map(runAndCount));
  } else if (Object.keys(wanted).length > 0) {
    console.error("\nThe tests are not run: mend these first.");
  }
  for (const failure of failures) console.error(`failed: ${failure}`);
  total.failed += failures.length;
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 ? 1 : 0;
}

await runCommand(
  usage,
  async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { list: { type: "boolean" }, help: { type: "boolean" } },
    });
    const known = Object.keys({ ...first, ...parallel, ...tests });
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new UsageError(`There is no check called ${unknown}.`);
    if (values.help) console.log(usage);
    else if (values.list) console.log(printClaims("."));
    else return check(positionals);
    return 0;
  },
  (error) => (error instanceof Interrupted ? error.message : undefined),
  130,
);
