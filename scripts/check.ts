// `npm run check`: every check of the project, each by its own npm script, and one line that counts them.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** npm scripts that pass or fail as one. */
const checks = [["generate", "--check"], ["lint:contract"], ["lint:code"], ["types"], ["packages"]];

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs an npm script with its output shown; whether it succeeded. */
function runScript([script = "", ...flags]: string[]): Promise<boolean> {
  const command = script === "test" ? ["test"] : ["run", script];
  const child = spawn("npm", [...command, "--", ...flags], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Runs the tests and counts them by Vitest's own report. */
async function runTests(): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "tests-"));
  const report = join(folder, "report.json");
  try {
    const succeeded = await runScript(["test", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, success } = JSON.parse(
      await readFile(report, "utf8"),
    ) as Record<string, number> & { success: boolean };
    const failed = numFailedTests ?? 0;
    // A file that cannot be loaded fails without a failing test.
    const broken = failed === 0 && (!succeeded || !success) ? Math.max(1, numFailedTestSuites ?? 0) : 0;
    return {
      passed: numPassedTests ?? 0,
      failed: failed + broken,
      skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const count: Count = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
for (const check of checks) {
  const name = `npm run ${check.join(" -- ")}`;
  console.log(`\n> ${name}`);
  if (await runScript(check)) count.passed += 1;
  else failures.push(name);
}
console.log("\n> npm test");
const tests = await runTests();
if (tests.failed > 0) console.error(`npm test: ${tests.failed} failed`);
if (tests.skipped > 0 && process.env.CI) {
  failures.push(`npm test: ${tests.skipped} skipped, and in CI none may be`);
}
for (const failure of failures) console.error(`failed: ${failure}`);

count.passed += tests.passed;
count.failed += tests.failed + failures.length;
count.skipped += tests.skipped;
process.exitCode = count.failed > 0 || tests.passed === 0 ? 1 : 0;
console.log(`\n${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}`);
