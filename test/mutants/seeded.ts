// `npm run test:seeded`: makes each change of seeded.yaml, runs the tests that it names, and expects one of them to fail.
// `-- WORD…` takes the changes whose name has one of the words. A change of the spec or the generator is generated from
// before its tests run. The files are restored at the end, and on an interruption.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "../../scripts/end-with-npm.ts";
import { Interrupted, runGroup } from "../../scripts/run-group.ts";
import { takePart } from "../support/take-part.ts";
import { readSeeds, type Seed, seed } from "./seeds.ts";

const root = join(import.meta.dirname, "../..");

async function run(...args: string[]): Promise<boolean> {
  return (await runGroup(process.execPath, args, { cwd: root, stdio: "ignore" })) === 0;
}

/** Whether a test fails with the change. */
async function isNoticed({ tests, generates = false, ...change }: Seed): Promise<boolean> {
  const path = join(root, change.file);
  const text = readFileSync(path, "utf8");
  try {
    writeFileSync(path, seed(text, change));
    // A generator that refuses the change has noticed it.
    if (generates && !(await run("packages/generator/src/generate.ts"))) return true;
    return !(await run("node_modules/vitest/vitest.mjs", "run", "--bail=1", "--reporter=dot", ...tests));
  } finally {
    writeFileSync(path, text);
    if (generates) await run("packages/generator/src/generate.ts");
  }
}

if (execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }) !== "") {
  console.error("Commit or stash your changes first: this command changes files and restores them.");
  process.exit(2);
}
const words = process.argv.slice(2);
const seeds = takePart(readSeeds()).filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const missed: string[] = [];
try {
  for (const [index, one] of seeds.entries()) {
    const noticed = await isNoticed(one);
    console.log(`[${index + 1}/${seeds.length}] ${noticed ? "noticed" : "NOT NOTICED"}: ${one.name}`);
    if (!noticed) missed.push(one.name);
  }
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  console.error(error.message);
  process.exit(130);
}
console.log(`${seeds.length - missed.length} of ${seeds.length} noticed`);
process.exitCode = missed.length > 0 || seeds.length === 0 ? 1 : 0;
