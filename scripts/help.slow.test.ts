import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tasks } from "./tasks.ts";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const commands = Object.keys(scripts).filter((name) => name !== "prepare" && name !== "node");
const words = Object.entries(tasks).flatMap(([name, known]) =>
  Object.keys(known)
    .filter((word) => word !== "default")
    .map((word) => `${name} -- ${word}`),
);

test.each([
  [
    "start -- --mokc-port 1",
    "Unknown option '--mokc-port'. Did you mean --mock-port? See npm start -- --help.",
  ],
  [
    "check -- typs",
    "There is no check called typs. Did you mean types? See npm run check -- --help.",
  ],
  ["check -- --lst", "Unknown option '--lst'. Did you mean --list? See npm run check -- --help."],
  [
    "docs -- biuld",
    "npm run docs does not take biuld. Did you mean build? See npm run docs -- --help.",
  ],
  [
    "review -- --bsae x",
    "Unknown option '--bsae'. Did you mean --base? See npm run -s review -- --help.",
  ],
  ["review -- --base", "--base takes a value. See npm run -s review -- --help."],
  [
    "lint -- contract --fromat x",
    "Unknown option '--fromat'. Did you mean --format? See npm run -s lint -- contract --help.",
  ],
  [
    "bench -- clinet",
    "There is no bench of clinet. Did you mean client? See npm run bench -- --help.",
  ],
  [
    "test -- interface --acept",
    "Unknown option '--acept'. Did you mean --accept? See npm test -- interface --help.",
  ],
  [
    "generate -- --chek",
    "Unknown option '--chek'. Did you mean --check? See npm run -s generate -- --help.",
  ],
  ["mock -- --prot 1", "Unknown option '--prot'. Did you mean --port? See npm run mock -- --help."],
  [
    "sandbox -- chrage",
    "Unknown command 'chrage'. Did you mean charge? See npm run -s sandbox -- --help.",
  ],
  [
    "conformance -- --bugdet 1m",
    "Unknown option '--bugdet'. Did you mean --budget? See npm run -s conformance -- --help.",
  ],
])("npm run %s is refused in one line", (command, line) => {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "-s", ...command.split(" ")], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: `${line}\n` });
});

test.each([...commands, ...words.filter((one) => !one.startsWith("check"))])(
  "npm run %s explains itself, and refuses an unknown flag",
  (command) => {
    const [name = "", ...word] = command.split(" -- ");
    const run = (flag: string) =>
      spawnSync("npm", ["run", "-s", name, "--", ...word, flag], { cwd: root, encoding: "utf8" });
    expect(run("--bogus")).toMatchObject({ status: expect.toSatisfy((code) => code > 0) });
    const { status, stdout } = run("--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/Usage/);
    if (word.length > 0) return;
    expect(stdout).toMatch(/Exit codes?:/);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  },
);
