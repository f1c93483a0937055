// `npm run check`: every check of the project, and one line that counts them.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { suggestName } from "@packages/contract/src/command-line.ts";
import { printClaims } from "./claims.ts";
import { Interrupted, interruptedCode, runGroup } from "./run-group.ts";

/** Checks that pass or fail as one. */
const checkCommands: Record<string, string[]> = {
  drift: ["run", "--silent", "generate", "--", "--check"],
  contract: ["run", "--silent", "lint", "--", "contract"],
  types: ["exec", "--", "node", "scripts/task.ts", "check", "types"],
  interface: ["test", "--silent", "--", "interface"],
  code: ["run", "--silent", "lint", "--", "code"],
  packages: ["exec", "--", "node", "scripts/task.ts", "check", "packages"],
};

/** A quarter of the files that take long is run, another one for each commit. */
const commits = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }));
const shard = `--shard=${(commits % 4) + 1}/4`;

/** Tests are counted one by one. */
const tests: Record<string, string[]> = {
  test: ["test", "--silent", "--"],
  slow: ["test", "--silent", "--", "slow", shard],
  faults: ["test", "--silent", "--", "faults", shard],
};

const knownNames = [...Object.keys(checkCommands), ...Object.keys(tests)];

const checkUsage = `Usage: npm run check -- [options] [CHECK…]

  CHECK     ${knownNames.slice(0, 6).join(", ")},
            ${knownNames.slice(6).join(", ")}; all if none is given
  --list    show what README, guides and docs/reliability.md claim, and what
            runs it
  --help    show this

The workflows run all slow tests and faults; this command runs a quarter of
them, another one for each commit.
Exit code: 1 if a check failed, 2 for wrong arguments, 130 after Ctrl-C.
`;

const total = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

function fail(reason: string): void {
  total.failed += 1;
  failures.push(reason);
}

async function runNpm(args: readonly string[]): Promise<boolean> {
  return (await runGroup("npm", [...args], { stdio: ["ignore", "inherit", "inherit"] })) === 0;
}

async function runCheck(name: string): Promise<void> {
  if (await runNpm(checkCommands[name] ?? [])) total.passed += 1;
  else fail(`${name} (npm run check -- ${name})`);
}

/** Runs tests and counts them. */
async function runTests(name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tests-"));
  const file = join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  try {
    const flags = ["--silent=passed-only", ...reporters];
    const succeeded = await runNpm([...(tests[name] ?? []), ...flags]);
    const results = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = results;
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    total.skipped += numPendingTests;
    // Vitest may fail without a failing test, for example if a file cannot be loaded.
    if (!succeeded && numFailedTests === 0) total.failed += 1;
    if (!succeeded) failures.push(`${name} (npm run check -- ${name})`);
    if (numPassedTests === 0) fail(`${name}: no test was run`);
    if (numPendingTests > 0 && process.env.CI)
      fail(`${name}: ${numPendingTests} skipped, and in CI none may be`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const begun = performance.now();
let started = 0;

/** Runs the checks and then the tests with these names, all if none is given. Returns the exit code. */
async function checkAll(given: readonly string[]): Promise<number> {
  const wanted = knownNames.filter((name) => given.length === 0 || given.includes(name));
  const announce = (name: string): void => {
    started += 1;
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`\n> [${started}/${wanted.length}] ${name} (${seconds} s so far)`);
  };
  for (const name of wanted.filter((one) => one in checkCommands)) {
    announce(name);
    await runCheck(name);
  }
  // Tests would fail by the hundred, and bury the reason.
  const isSound = failures.length === 0;
  for (const name of wanted.filter((one) => one in tests && isSound)) {
    announce(name);
    await runTests(name);
  }
  if (!isSound) console.error("\nTests run only if the checks pass.");
  for (const failure of failures) console.error(`failed: ${failure}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return failures.length > 0 ? 1 : 0;
}

await runCommand(
  checkUsage,
  async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { list: { type: "boolean" } },
    });
    const unknown = positionals.find((name) => !knownNames.includes(name));
    if (unknown !== undefined)
      throw new UsageError(
        `There is no check called ${unknown}.${suggestName(unknown, knownNames)}`,
      );
    if (!values.list) return checkAll(positionals);
    console.log(printClaims("."));
    return 0;
  },
  (error) => (error instanceof Interrupted ? error.message : undefined),
  interruptedCode,
);
