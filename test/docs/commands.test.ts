// A name on the registry that nobody has claimed can be registered by anybody: what we print runs a package of a scope, a tool
// that is installed, or a script of the repository.
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findWrongCommands } from "../../scripts/printed-commands.ts";
import { makeFolder } from "../support/folder.ts";

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

test("code in guides is as narrow as the column of a page on a screen of 1440 pixels", () => {
  const wide = files
    .filter((path) => /^docs\/(pt-BR\/)?guides\//.test(path))
    .flatMap((path) => {
      const blocks = readFileSync(join(root, path), "utf8").matchAll(
        /^```(\w+).*\n([\s\S]*?)^```$/gm,
      );
      // What a command prints wraps.
      const code = [...blocks].filter(([, language]) => language !== "text");
      return code
        .flatMap(([, , lines = ""]) => lines.split("\n"))
        .map((line) => `${path}: ${line}`);
    })
    .filter((line) => line.replace(/^.*?: /, "").length > 98);
  expect(wide).toEqual([]);
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

test("the printed form of a command passes its flags on, and asks no registry for what is not installed", async () => {
  const folder = await makeFolder();
  const installed = join(folder, "node_modules/@any/tool");
  await mkdir(installed, { recursive: true });
  await mkdir(join(folder, "node_modules/.bin"));
  const program = "#!/usr/bin/env node\nconsole.log(process.argv.slice(2).join(' '));\n";
  await writeFile(join(installed, "tool.js"), program);
  await chmod(join(installed, "tool.js"), 0o755);
  await symlink(join(installed, "tool.js"), join(folder, "node_modules/.bin/tool"));
  const tool = { name: "@any/tool", version: "1.0.0", bin: { tool: "tool.js" } };
  await writeFile(join(installed, "package.json"), JSON.stringify(tool));
  await writeFile(join(folder, "package.json"), '{ "name": "empty", "private": true }');
  let requests = 0;
  const registry = createServer((_request, response) => {
    requests += 1;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const { port } = registry.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
  const form = /\bnpx ([^@`]*)@/.exec(
    readFileSync(join(root, "packages/review/README.md"), "utf8"),
  );
  const flags = form?.[1]?.trim().split(" ").filter(Boolean) ?? [];
  const call = (name: string) =>
    promisify(execFile)("npx", [...flags, name, "--base", "a", "--help"], { cwd: folder, env });
  expect((await call("@any/tool")).stdout).toBe("--base a --help\n");
  await expect(call("@any/missing")).rejects.toThrow();
  registry.close();
  expect(requests).toBe(0);
});
