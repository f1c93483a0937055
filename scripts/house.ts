// `npm run house`: the folders with their lines of code, and how often each imports from another. `-- --check`: the
// imports that are not allowed.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { findBrokenArrows, findRoom, findTarget, isSource } from "./house/arrows.ts";
import { readImports } from "./house/imports.ts";
import { readWorkspaces } from "./house/workspaces.ts";

const usage = `Usage: npm run house -- [options]

  --check   only report imports that are not allowed
  --help    show this
`;

const workspaces = readWorkspaces(".");

function listFiles(): string[] {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", options, { encoding: "utf8" }).split("\n");
  return listed.filter((path) => /\.(tsx?|tsp|js|css|html)$/.test(path) && existsSync(path));
}

/** Reports the imports that are not allowed. Returns the exit code. */
function check(): number {
  const broken = listFiles()
    .filter(isSource)
    .flatMap((path) => findBrokenArrows(path, readFileSync(path, "utf8"), workspaces));
  for (const line of broken) console.error(line);
  if (broken.length > 0) return 1;
  console.log("Each package imports only what its package.json lists.");
  return 0;
}

function printHouse(): void {
  const lines = new Map<string, number>();
  const arrows = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, by: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + by);
  };
  for (const path of listFiles()) {
    const text = readFileSync(path, "utf8");
    const room = /\.test\.tsx?$/.test(path) ? "test" : findRoom(path, workspaces);
    if (!room.includes(".")) add(lines, room, text.split("\n").length - 1);
    if (!isSource(path)) continue;
    for (const specifier of readImports(path, text)) {
      const target = findTarget(path, specifier, workspaces);
      if (target !== undefined && target !== room) add(arrows, `${room} → ${target}`, 1);
    }
  }
  printCounts(lines);
  console.log("\nImports:");
  printCounts(arrows);
}

function printCounts(counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of [...counts].sort())
    console.log(`${String(count).padStart(7)}  ${name}`);
}

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: { check: { type: "boolean" } },
  });
  if (values.check) return check();
  printHouse();
  return 0;
});
