// Each folder of test/ begins with a page of a few lines: what it proves, by which oracle, how to run it, what a new test needs.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tasks } from "../../scripts/tasks.ts";

const root = join(import.meta.dirname, "../..");
const folders = globSync("test/*/", { cwd: root }).map((folder) => folder.replace(/[\\/]$/, ""));

test("there are folders", () => expect(folders.length).toBeGreaterThan(20));

test.for(folders)("%s has its page, and the files that it names are there", (folder) => {
  const text = readFileSync(join(root, folder, "README.md"), "utf8");
  const items = [...text.matchAll(/^- (.+)$/gm)].map(([, item = ""]) => item);
  expect(items.map((item) => /^\*\*(.+?)\*\*/.exec(item)?.[1])).toEqual([
    "Proves",
    "Oracle:",
    "Run:",
    "A new test",
  ]);
  expect(text.split("\n").length).toBeLessThanOrEqual(10);
  const files = [...text.matchAll(/`([\w.-]*[/.][\w./-]*)`/g)].map(([, file = ""]) => file);
  const exists = (file: string): boolean =>
    existsSync(join(root, file)) || existsSync(join(root, folder, file));
  expect(files.filter((file) => !exists(file))).toEqual([]);
  const paths = [...text.matchAll(/--project (\w+) (test\/[\w./-]+)/g)];
  for (const [, project = "", path = ""] of paths) {
    const suffix = project === "fast" ? "" : `.${project}`;
    const patterns = ["", "*", "/**/*"].map((rest) => `${path}${rest}${suffix}.test.ts`);
    const found = globSync(path.endsWith(".ts") ? path : patterns, { cwd: root });
    expect(found, `tests of ${path}`).not.toEqual([]);
  }
  const commands = [...text.matchAll(/`npm (?:run )?(test|docs|lint|check) -- (\w+)/g)];
  for (const [, command = "", word = ""] of commands)
    expect(Object.keys(tasks[command] ?? {}), `npm ${command} -- ${word}`).toContain(word);
});
