// `npm test -- seeded`: makes each change of seeded.yaml, runs the tests that it names, and expects one of them to fail.
// `-- WORD…` takes the changes whose name has one of the words. A change of the spec or the generator is generated from
// before its tests run. The files are restored at the end, and on an interruption.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { Interrupted, interruptedCode, runGroup } from "../../scripts/run-group.ts";
import { readSeeds, type Seed, seed } from "./seeds.ts";

const root = join(import.meta.dirname, "../..");

interface Results {
  success: boolean;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

async function generate(): Promise<boolean> {
  const program = "packages/generator/src/generate.ts";
  return (await runGroup(process.execPath, [program], { cwd: root, stdio: "ignore" })) === 0;
}

/** The first test that fails; undefined where all pass, null where none was run. @throws {Error} where a file of tests cannot even be loaded */
async function findFailure(tests: readonly string[]): Promise<string | null | undefined> {
  const file = join(folder, "results.json");
  const flags = ["run", "--bail=1", "--reporter=json", `--outputFile=${file}`];
  await runGroup(process.execPath, ["node_modules/vitest/vitest.mjs", ...flags, ...tests], {
    cwd: root,
    stdio: "ignore",
  });
  const { success, testResults } = JSON.parse(readFileSync(file, "utf8")) as Results;
  rmSync(file);
  if (
    success &&
    testResults.every((one) => one.assertionResults.every(({ status }) => status !== "passed"))
  )
    return null;
  if (success) return undefined;
  const failed = testResults
    .flatMap((one) => one.assertionResults)
    .find(({ status }) => status === "failed");
  if (!failed) throw new Error(testResults.map(({ message }) => message).join("\n"));
  return failed.fullName;
}

/** What notices the change, undefined where nothing does. */
async function findNotice({
  tests,
  generates = false,
  ...change
}: Seed): Promise<string | undefined> {
  const path = join(root, change.file);
  const text = readFileSync(path, "utf8");
  try {
    writeFileSync(path, seed(text, change));
    if (generates && !(await generate())) return "npm run generate";
    return (await findFailure(tests)) ?? undefined;
  } finally {
    writeFileSync(path, text);
    if (generates) await generate();
  }
}

const folder = mkdtempSync(join(tmpdir(), "seeded-"));

async function run(): Promise<number> {
  if (execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }) !== "") {
    console.error(
      "Commit or stash your changes first: this command changes files and restores them.",
    );
    return 2;
  }
  const words = process.argv.slice(2);
  const seeds = readSeeds().filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (seeds.length === 0) throw new UsageError(`No change is called ${words.join(" ")}.`);
  const missed: string[] = [];
  const green = new Set<string>();
  let left = 0;
  for (const [index, one] of seeds.entries()) {
    const tests = JSON.stringify(one.tests);
    const place = `[${index + 1}/${seeds.length}] ${one.name}`;
    const broken = green.has(tests) ? undefined : await findFailure(one.tests);
    if (broken === null && one.needs !== undefined) {
      console.log(`${place}: not run, because it needs ${one.needs}`);
      left += 1;
      continue;
    }
    if (broken === null) throw new Error(`No test was run: ${tests}`);
    if (broken !== undefined) throw new Error(`${broken} fails without a change.`);
    green.add(tests);
    const notice = await findNotice(one);
    console.log(`${place}: ${notice ?? "NOT NOTICED"}`);
    if (notice === undefined) missed.push(one.name);
  }
  console.log(`${seeds.length - left - missed.length} of ${seeds.length} noticed, ${left} not run`);
  return missed.length > 0 ? 1 : 0;
}

try {
  await runCommand(
    "Usage: npm test -- seeded [WORD…]\n\n  WORD   take the changes whose name has one of the words\n\nExit code: 1 if a change is not noticed, 2 for wrong arguments, 130 after Ctrl-C.",
    run,
    (error) => (error instanceof Interrupted ? error.message : undefined),
    interruptedCode,
  );
} finally {
  rmSync(folder, { recursive: true });
}
