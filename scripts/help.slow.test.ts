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

// Of each command: a mistaken flag, word and value.
test.each([
  [
    "start -- --mokc-port 1",
    "Unknown option '--mokc-port'. Did you mean --mock-port? See npm start -- --help.",
  ],
  [
    "start -- --prot 1",
    "Unknown option '--prot'. Did you mean --mock-port, --sandbox-port, --docs-port? See npm start -- --help.",
  ],
  ["start -- --mock-port", "--mock-port takes a value. See npm start -- --help."],
  [
    "start -- --mock-port x",
    "--mock-port cannot be 'x'. It takes a whole number from 0 to 65535. See npm start -- --help.",
  ],
  ["start -- docs", "Unexpected argument 'docs'. See npm start -- --help."],
  ["start -- --lang fr", "--lang cannot be 'fr'. It can be pt, en. See npm start -- --help."],
  [
    "test -- relatd",
    "There is no test file like relatd. Did you mean related? See npm test -- --help.",
  ],
  ["test -- slow docz", "There is no test file like docz. See npm test -- --help."],
  ["test -- --bial 1", "Unknown option '--bial'. Did you mean --bail? See npm test -- --help."],
  [
    "test -- faults --maxWorker=1",
    "Unknown option '--maxWorker'. Did you mean --maxWorkers? See npm test -- --help.",
  ],
  ["test -- related", "Name the files that changed. See npm test -- related --help."],
  ["test -- related nofile.ts", "There is no file nofile.ts. See npm test -- related --help."],
  [
    "test -- related --hepl",
    "Unknown option '--hepl'. Did you mean --help? See npm test -- related --help.",
  ],
  [
    "test -- interface --acept",
    "Unknown option '--acept'. Did you mean --accept? See npm test -- interface --help.",
  ],
  [
    "check -- pakages",
    "There is no check called pakages. Did you mean packages? See npm run check -- --help.",
  ],
  ["check -- --lst", "Unknown option '--lst'. Did you mean --list? See npm run check -- --help."],
  [
    "docs -- biuld",
    "npm run docs does not take biuld. Did you mean build? See npm run docs -- --help.",
  ],
  ["docs -- build twice", "npm run docs -- build takes no arguments. See npm run docs -- --help."],
  ["docs -- --prot 1", "Unknown option '--prot'. Did you mean --port? See npm run docs -- --help."],
  [
    "docs -- --port x",
    "--port cannot be 'x'. It takes a whole number from 0 to 65535. See npm run docs -- --help.",
  ],
  [
    "release",
    "npm run release takes a word: check, change, version, publish. See npm run release -- --help.",
  ],
  [
    "lint -- contract --fromat x",
    "Unknown option '--fromat'. Did you mean --format? See npm run -s lint -- contract --help.",
  ],
  [
    "bench -- clinet",
    "There is no bench of clinet. Did you mean client? See npm run bench -- --help.",
  ],
  ["mock -- --prot 1", "Unknown option '--prot'. Did you mean --port? See npm run mock -- --help."],
  ["mock -- start", "Too many arguments. See npm run mock -- --help."],
  [
    "mock -- --port 70000",
    "--port cannot be '70000'. It takes a whole number from 0 to 65535. See npm run mock -- --help.",
  ],
  [
    "sandbox -- chrage",
    "Unknown command 'chrage'. Did you mean charge? See npm run -s sandbox -- --help.",
  ],
  [
    "sandbox -- start --prot 1",
    "Unknown option '--prot'. Did you mean --port? See npm run -s sandbox -- start --help.",
  ],
  [
    "sandbox -- start --log wran",
    "--log cannot be 'wran'. It can be debug, info, warn, error, off. Did you mean warn? See npm run -s sandbox -- start --help.",
  ],
  [
    "sandbox -- charge abc",
    "amountInCents cannot be 'abc'. It takes a whole number of centavos: 4990 is R$ 49,90. See npm run -s sandbox -- charge --help.",
  ],
  ["conformance", "The URL of the server is missing. See npm run -s conformance -- --help."],
  [
    "conformance -- lits",
    "URL cannot be 'lits'. It takes a URL like http://127.0.0.1:4020. See npm run -s conformance -- --help.",
  ],
  [
    "conformance -- --bugdet 1m",
    "Unknown option '--bugdet'. Did you mean --budget? See npm run -s conformance -- --help.",
  ],
  [
    "conformance -- http://127.0.0.1:1 --format htm",
    "--format cannot be 'htm'. It can be text, json, junit, html, badge. Did you mean html? See npm run -s conformance -- --help.",
  ],
  [
    "conformance -- http://127.0.0.1:1 --api-key a --api-secret b --only content-tpye",
    "--only: content-tpye is neither a check (--list) nor an operation. Did you mean content-type? See npm run -s conformance -- --help.",
  ],
  [
    "review",
    "--base is missing: name the contract to compare with. See npm run -s review -- --help.",
  ],
  [
    "review -- --bsae x",
    "Unknown option '--bsae'. Did you mean --base? See npm run -s review -- --help.",
  ],
  ["review -- --base", "--base takes a value. See npm run -s review -- --help."],
  [
    "review -- --base HEAD --format htm",
    "--format cannot be 'htm'. It can be md, text, json, html, annotations, changelog, sarif. Did you mean html? See npm run -s review -- --help.",
  ],
  ["review -- main", "Unexpected argument 'main'. See npm run -s review -- --help."],
  [
    "generate -- --chek",
    "Unknown option '--chek'. Did you mean --check? See npm run -s generate -- --help.",
  ],
  [
    "generate -- int",
    "Unknown command 'int'. Did you mean init? See npm run -s generate -- --help.",
  ],
  ["generate -- spec", "Unknown command 'spec'. See npm run -s generate -- --help."],
  ["generate -- --spec", "--spec takes a value. See npm run -s generate -- --help."],
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
