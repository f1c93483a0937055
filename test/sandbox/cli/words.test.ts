// What the command line understands, without a sandbox.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { commandNames } from "../../../packages/sandbox/src/cli/commands.ts";
import { runCommandLine } from "../../../packages/sandbox/src/cli/run-command-line.ts";
import { type Ended, runCommand } from "../support/command-line.ts";

/** Runs a command in this process: many processes take long. */
async function runHere(words: string[]): Promise<Ended> {
  const stdout = vi.spyOn(console, "log").mockImplementation(() => {});
  const stderr = vi.spyOn(console, "error").mockImplementation(() => {});
  const code = await runCommandLine(words);
  const textOf = (spy: typeof stdout): string => spy.mock.calls.map(([text]) => `${text}\n`).join("");
  return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
}

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const nobody = ["--url", "http://127.0.0.1:9"];

describe("help", () => {
  test("of the whole names every command", async () => {
    const { code, stdout, stderr } = await runCommand(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  test.for(commandNames)("of %s shows its options and how it is called", async (name) => {
    const { code, stdout, stderr } = await runHere([name, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: .* ${name} .*\\[options\\]\n`));
    for (const flag of ["--json", "--help"]) expect(stdout).toContain(`  ${flag} `);
    expect(stdout.split("\n").filter((line) => line.length > 125)).toEqual([]);
    expect(stdout).toMatch(new RegExp(`\nExamples:\n +.* ${name}`));
  });

  test("is shown by 'help' too", async () => {
    const { stdout } = await runHere(["help", "pay"]);
    expect(stdout).toMatch(/^Usage: .* pay \[id\] /);
  });
});

test("--version prints the version of the package", async () => {
  expect(await runCommand(["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
});

test.for<[string[], string]>([
  [["strat"], "There is no command strat. Did you mean start?"],
  [["chrage"], "There is no command chrage. Did you mean charge?"],
  [["xyzzy"], "There is no command xyzzy."],
  [["--prot", "1"], "There is no option --prot. Did you mean --port?"],
  [["charge", "--jsn"], "There is no option --jsn. Did you mean --json?"],
  [["charge", "-x"], "There is no option -x."],
  [["--port", "http"], "--port takes a whole number from 0 to 65535, not 'http'."],
  [["--port", "65536"], "--port takes a whole number from 0 to 65535, not '65536'."],
  [["start", "--setting", "dailyLimit"], "--setting takes a field and its value, like amount=700, not 'dailyLimit'."],
  [["start", "--port", "0", "--setting", "dailyLimit=-1"], "settings.dailyLimit must be >= 0."],
  [["start", "--port", "0", "--setting", "pace=1"], "settings.pace is not known here."],
  [["start", "--port", "0", "--signature-header", "a b"], "signatureHeader must be the name of a header."],
  [
    ["start", "--port", "0", "--api-key", "a:b"],
    "company.apiKey has the wrong form: Key of a company. A colon would end it in the `Authorization` header.",
  ],
  [["start", "--database-url", "x", "--memory"], "--database-url excludes --data and --memory."],
  [["start", "--host="], "--host takes an address, like 127.0.0.1 or 0.0.0.0."],
  [["start", "4020"], "There is nothing for '4020' here."],
  [["start", "--log", "loud"], "--log takes debug, info, warn, error, off, not 'loud'."],
  [["start", "--public-url", "here"], "--public-url takes a URL like http://127.0.0.1:4020, not 'here'."],
  [["start", "--control-token", "short"], "--control-token takes at least 8 visible ASCII characters."],
  [["start", "--data", "x", "--memory"], "--data and --memory exclude each other."],
  [["trigger"], "<event> is missing."],
  [["transfer"], "<pixKey> is missing."],
  [["charge", "49.90"], "The amount takes a whole number from 0 to 9007199254740991, not '49.90'."],
  [["charge", "--api-key", "k"], "--api-key and --api-secret belong together."],
  [["charge", "--url", "4020"], "--url takes a URL like http://127.0.0.1:4020, not '4020'."],
  [["listen"], "--forward-to is missing: a URL like http://127.0.0.1:3000/pix."],
  [["clock", "avance"], "clock takes show, advance, set, freeze, resume, not 'avance'. Did you mean advance?"],
  [["clock", "advance"], "clock advance takes a time, like 1h."],
  [["clock", "advance", "5"], "clock advance takes a time with a unit, like 5s, 5m or 5h, not '5'."],
  [["list", "charge"], "list takes charges, transfers, not 'charge'. Did you mean charges?"],
  [["show"], "<id> is missing."],
  [["refund"], "<id> is missing."],
  [["completion", "powershell"], "completion takes bash, zsh, not 'powershell'."],
  [["clock", "set", "soon"], "clock set takes a time like 2030-01-31T12:00:00Z, not 'soon'."],
  [["clock", "freeze", "1h"], "There is nothing for '1h' here."],
])("%j is refused in a sentence, with exit code 2", async ([words, sentence]) => {
  const { code, stdout, stderr } = await runHere(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  const [first, second] = stderr.split("\n");
  expect(first).toBe(sentence);
  expect(second).toMatch(/^See: .*--help$/);
});

test("the exit code of the process is that of the command", async () => {
  const { code, stdout, stderr } = await runCommand(["strat"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^There is no command strat. Did you mean start\?\nSee: .*--help\n$/);
});

test("an event that there is not is refused with the nearest one", async () => {
  const { code, stderr } = await runHere(["trigger", "transaction_payd", ...nobody]);
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean transaction_paid?");
});

test.for([
  ["charge"],
  ["pay", "txn_1"],
  ["transfer", "maria@example.com"],
  ["trigger", "transaction_paid"],
  ["listen", "--forward-to", "http://127.0.0.1:9"],
  ["events"],
  ["clock"],
  ["reset"],
])("%j says where it looked for a sandbox, with exit code 1", async (words) => {
  const { code, stdout, stderr } = await runHere([...words, ...nobody]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^No sandbox answers at http:\/\/127\.0\.0\.1:9\. Start one with '.* start', or say .*--url .*\n$/,
  );
});

test("with --json an error is JSON", async () => {
  const unreachable = await runCommand(["pay", "txn_1", "--json", ...nobody]);
  expect(unreachable.code).toBe(1);
  expect(JSON.parse(unreachable.stderr)).toMatchObject({ error: { code: "UNREACHABLE" } });
  const wrong = await runCommand(["transfer", "--json"]);
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stderr)).toEqual({ error: { code: "USAGE", message: "<pixKey> is missing." } });
});

test("an old Node is told so", async () => {
  const versions = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } })";
  const { code, stdout, stderr } = await runCommand([], {
    env: { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(versions)}"` },
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe("The sandbox needs Node 22.13.0 or later; this is Node 22.12.0.\n");
});
