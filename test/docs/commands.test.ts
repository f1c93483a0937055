// A name on the registry that nobody has claimed can be registered by anybody: what we print runs a package of a scope, a tool
// that is installed, or a script of the repository.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findWrongCommands } from "../../scripts/printed-commands.ts";

const root = join(import.meta.dirname, "../..");

/** Tools of others: dependencies, or packages that the text next to them installs. */
const tools = [
  "msw",
  "openapi-to-postmanv2",
  "playwright",
  "quicktype",
  "tsc",
  "tsp",
  "vite",
  "vitest",
];

/** Texts that people read and paste, but for records of what was. */
const files = execFileSync(
  "git",
  ["ls-files", "--", "*.md", "*.ts", "*.tsx", "*.json", "*.yml", "*.html"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((path) => path !== "" && !/^docs\/decisions\/|package-lock\.json$|^test\//.test(path));

/** Every match of a pattern, with the file that it stands in. */
function findAll(pattern: RegExp): string[] {
  return files.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(pattern)].map(
      ([, found = ""]) => `${path}: ${found}`,
    ),
  );
}

test("npx runs packages of a scope and known tools", () => {
  const run = findAll(
    /\b(?:npx|npm exec|bunx|pnpm dlx)(?: --?[a-z-]+)* (?:-- )?([\w@$`{][^\s`'",;)]*)/g,
  );
  expect(run.length).toBeGreaterThan(20);
  const isKnown = (entry: string): boolean => {
    const name = entry.split(": ")[1] ?? "";
    // Names of packages, filled in.
    return (
      /^@(?:[\w-]+|\$\{name\})\/|^\$\{(?:own\.)?(?:name|packageName)\b|^\{\{(?:name|sandbox)\}\}/.test(
        name,
      ) || tools.includes(name)
    );
  };
  expect(run.filter((entry) => !isKnown(entry))).toEqual([]);
});

test("as long as the packages are not published, nothing installs them by name", () => {
  const { name, config } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    name: string;
    config: { published: boolean };
  };
  const installed = findAll(
    new RegExp(`\\bnpm (?:install|i|add) (?:[^\n\`]*? )?(@${name}/[\\w-]+)`, "g"),
  );
  expect(config.published ? [] : installed).toEqual([]);
});

test("as long as the packages are not published, no printed command asks a registry for one", () => {
  expect(findWrongCommands().map(({ file }) => file)).toEqual([]);
  const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string };
  const asked = findAll(
    new RegExp(`\\b(?:npx|bunx|pnpm dlx|yarn dlx) (?:--yes |-y )?@${name}/[\\w-]+`, "g"),
  );
  expect(asked.filter((entry) => /\.(md|yml|json):/.test(entry))).toEqual([]);
});
