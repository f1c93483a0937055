// `npm run house`: the folders with their lines of code, and how often each imports from another.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";

const { name: project } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string };
const scope = `@${project}/`;

function listFiles(): string[] {
  const listed = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
  return listed.filter((path) => /\.(ts|tsx|tsp|js|css|html)$/.test(path) && existsSync(path));
}

/** The folder that a file belongs to: a package, or a folder of the top level. */
function folderOf(path: string): string {
  const [top = "", name = ""] = path.split("/");
  return top === "packages" || top === "generated" ? `${top}/${name}` : top;
}

/** The folder that an import leads to; undefined for other projects' packages. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return folderOf(posix.join(posix.dirname(file), specifier));
  if (!specifier.startsWith(scope)) return undefined;
  const [name = ""] = specifier.slice(scope.length).split("/");
  return existsSync(`generated/${name}`) ? `generated/${name}` : `packages/${name}`;
}

const lines = new Map<string, number>();
const arrows = new Map<string, number>();
const add = (counts: Map<string, number>, key: string, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};
for (const file of listFiles()) {
  const text = readFileSync(file, "utf8");
  const from = file.endsWith(".test.ts") ? "test" : folderOf(file);
  if (!from.includes(".")) add(lines, from, text.split("\n").length - 1);
  if (from === "test" || !/\.tsx?$/.test(file)) continue;
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    const to = targetOf(file, fileName);
    if (to !== undefined && to !== from) add(arrows, `${from} → ${to}`, 1);
  }
}
for (const [folder, count] of [...lines].sort())
  console.log(`${String(count).padStart(7)}  ${folder}`);
console.log("\nImports:");
for (const [arrow, count] of [...arrows].sort())
  console.log(`${String(count).padStart(7)}  ${arrow}`);
