// `npm run check`: every check of the project, each by its own npm script, and one line that counts them.
import { execFileSync } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "./end-with-npm.ts";
import { Interrupted, runGroup } from "./run-group.ts";

/** How many tests and checks passed, failed and were skipped. */
interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * npm scripts that pass or fail as one. What comes first is what everything else depends on: where one of it fails, the
 * tests would fail by the hundred and bury what is wrong, so they are not run. The others run at the same time.
 */
const first = [["generate", "--check"], ["lint:contract"], ["types"], ["test:interface"]];
const parallel = [["lint:code"], ["packages"]];
/** The last two run at the same time, because the slow tests often wait for installations. */
const tests = [[["test"]], [["test:slow"], ["test:faults"]]];

/** Of what takes long, and runs whole in the workflows, a fifth is run here: another one for each commit. */
const commits = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }));
const parts = 5;

/** Runs an npm script with its output shown, or in a file; whether it succeeded. */
async function runScript(
  [script = "", ...flags]: string[],
  {
    env = {},
    output = "inherit",
  }: { env?: Record<string, string>; output?: "inherit" | number } = {},
): Promise<boolean> {
  const command = script === "test" ? ["test", "--silent"] : ["run", "--silent", script];
  const code = await runGroup("npm", [...command, "--", ...flags], {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...env },
  });
  return code === 0;
}

const begun = performance.now();
let started = 0;

/** Says what begins, and how far all of it is. */
function announce(name: string): void {
  started += 1;
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `\n> [${started}/${first.length + parallel.length + tests.flat().length}] ${name} (${seconds} s so far)`,
  );
}

/** Runs tests and counts them. */
async function runTests(script: string[]): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "tests-"));
  const file = join(folder, "results.json");
  try {
    const part = `${commits % parts}/${parts}`;
    const flags = [
      "--reporter=default",
      "--silent=passed-only",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ];
    const succeeded = await runScript([...script, ...flags], {
      env: { TEST_PART: part, TEST_TURN: part },
    });
    const text = await readFile(file, "utf8").catch(() => "{}");
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
    } = JSON.parse(text) as Record<string, number>;
    // Vitest may fail without a failing test, as where a file cannot be loaded.
    const failed = succeeded ? numFailedTests : Math.max(1, numFailedTests);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

/** Runs npm scripts one after the other, each with its output shown when it has ended; whether all succeeded. */
async function runChecks(checks: readonly string[][]): Promise<boolean> {
  let succeeded = true;
  const folder = await mkdtemp(join(tmpdir(), "check-"));
  const path = join(folder, "output");
  try {
    for (const check of checks) {
      const name = `npm run ${check.join(" -- ")}`;
      announce(name);
      await using output = await open(path, "w+");
      const hasPassed = await runScript(check, { output: output.fd });
      console.log(
        `\n${hasPassed ? "passed" : "failed"}: ${name}\n${await readFile(path, "utf8")}`.trimEnd(),
      );
      if (hasPassed) total.passed += 1;
      else failures.push(name);
      succeeded &&= hasPassed;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return succeeded;
}

async function runAndCount(script: string[]): Promise<void> {
  const name = script[0] === "test" ? "npm test" : `npm run ${script.join(" ")}`;
  announce(name);
  const count = await runTests(script);
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed`);
  if (count.passed === 0) failures.push(`${name}: no test was run`);
  if (count.skipped > 0 && process.env.CI)
    failures.push(`${name}: ${count.skipped} skipped, and in CI none may be`);
  for (const kind of ["passed", "failed", "skipped"] as const) total[kind] += count[kind];
}

try {
  const [mayBeTested] = await Promise.all([runChecks(first), runChecks(parallel)]);
  if (mayBeTested) for (const scripts of tests) await Promise.all(scripts.map(runAndCount));
  else console.error("\nThe tests are not run: mend these first.");
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  console.error(`\n${error.message}`);
  process.exit(130);
}
for (const failure of failures) console.error(`failed: ${failure}`);

total.failed += failures.length;
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
);
