// What the command line understands, without a sandbox.
import { Server } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { commands, runCommandLine } from "../../../packages/sandbox/src/cli/run-command-line.ts";
import { type Ended, runCommand } from "../support/command-line.ts";

/** Runs a command in this process: many processes take long. */
async function runHere(words: string[]): Promise<Ended> {
  const stdout = vi.spyOn(console, "log").mockImplementation(() => {});
  const stderr = vi.spyOn(console, "error").mockImplementation(() => {});
  const code = await runCommandLine(words);
  const textOf = (spy: typeof stdout): string =>
    spy.mock.calls.map(([text]) => `${text}\n`).join("");
  return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
}

beforeEach(() => void vi.stubEnv("DATABASE_URL", undefined));

const commandNames = commands.map((command) => command.name());
const unused = ["--url", "http://127.0.0.1:9"];

describe("help", () => {
  test("of the whole names every command", async () => {
    const { code, stdout, stderr } = await runCommand(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  test.for(commandNames)("of %s shows its options and how it is called", async (name) => {
    const { code, stdout, stderr } = await runHere([name, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: .* ${name} \\[options\\].*\n`));
    for (const flag of ["--json", "--help"]) expect(stdout).toContain(`${flag} `);
    expect(stdout).toMatch(new RegExp(`\nExamples:\n +.* ${name}`));
  });

  test.for([undefined, 80, 50])("fits a terminal of %s columns", async (columns) => {
    const { isTTY } = process.stdout;
    onTestFinished(() => void Object.assign(process.stdout, { isTTY, columns: undefined }));
    Object.assign(process.stdout, { isTTY: columns !== undefined, columns });
    for (const lang of ["en", "pt"]) {
      for (const name of commandNames) {
        const { stdout } = await runHere([name, "--help", "--lang", lang]);
        // What is pasted stays in a line.
        const lines = stdout.split("\n").filter((line) => !/npm run|\.fish$/.test(line));
        expect(lines.filter((line) => line.length > (columns ?? 80))).toEqual([]);
      }
    }
  });

  test("is shown by 'help' too", async () => {
    const { stdout } = await runHere(["help", "pay"]);
    expect(stdout).toMatch(/^Usage: .* pay \[options\] \[id\]/);
  });
});

test("--version prints the version of the package", async () => {
  expect(await runCommand(["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
});

const port0 = ["start", "--port", "0"];

test.for<[string[], string]>([
  [["strat"], "Unknown command 'strat'. Did you mean start? See "],
  [["chrage"], "Unknown command 'chrage'. Did you mean charge? See "],
  [["xyzzy"], "Unknown command 'xyzzy'. See "],
  [["--prot", "1"], "Unknown option '--prot'. Did you mean --port? See "],
  [["charge", "--jsn"], "Unknown option '--jsn'. Did you mean --json? See "],
  [["charge", "-x"], "Unknown option '-x'. See "],
  [["--port", "http"], "--port cannot be 'http'. It takes a whole number from 0 to 65535."],
  [["--port", "65536"], "It takes a whole number from 0 to 65535."],
  [["start", "--setting", "dailyLimit"], "It takes a field and its value, like amount=700."],
  [[...port0, "--setting", "dailyLimit=-1"], "settings.dailyLimit must be >= 0."],
  [[...port0, "--setting", "pace=1"], "settings.pace is not known here."],
  [
    [...port0, "--setting", "dailyLimt=1"],
    "settings.dailyLimt is not known here. Did you mean dailyLimit? See ",
  ],
  [
    [...port0, "--setting", "transferSteps.quued=1"],
    "settings.transferSteps.quued is not known here. Did you mean queued? See ",
  ],
  [["--database", "x"], "Unknown option '--database'. Did you mean --database-url? See "],
  [["transfer", "--descripton", "x"], "'--descripton'. Did you mean --description? See "],
  [[...port0, "--signature-header", "a b"], "signatureHeader must be the name of a header."],
  [
    [...port0, "--api-key", "a:b"],
    "company.apiKey has the wrong form: Key of a company. A colon would end it in the Authorization header.",
  ],
  [["start", "--database-url", "x", "--memory"], "--database-url cannot be used with --memory."],
  [["start", "--host="], "--host takes an address, like 127.0.0.1 or 0.0.0.0."],
  [["start", "4020"], "Too many arguments for start."],
  [["start", "--log", "loud"], "It can be debug, info, warn, error, off."],
  [["start", "--public-url", "here"], "It takes a URL like http://127.0.0.1:4020."],
  [
    ["start", "--control-token", "short"],
    "--control-token takes at least 8 visible ASCII characters.",
  ],
  [["start", "--data", "x", "--memory"], "--data cannot be used with --memory."],
  [["trigger"], "event is missing."],
  [["trigger", "transaction_payd"], "transaction_paid, "],
  [["transfer"], "pixKey is missing."],
  [
    ["charge", "49.90"],
    "amountInCents cannot be '49.90'. It takes a whole number of centavos: 4990 is R$ 49,90.",
  ],
  [["charge", "0"], "It takes a whole number from 1 to 1000000000."],
  [["charge", "--url", "4020"], "It takes a URL like http://127.0.0.1:4020."],
  [["clock", "avance"], "It can be show, advance, set, freeze, resume."],
  [["clock", "advance"], "clock advance takes a value. Days, hours, minutes, seconds"],
  [["list", "charges", "--limit", "500"], "It takes a whole number from 1 to 200."],
  [["list", "charges", "--status", "lost"], "It can be pending, paid, canceled, refunded, "],
  [["list", "charge"], "It can be charges, transfers, notifications, "],
  [["show"], "id is missing."],
  [["refund"], "id is missing."],
  [["completion", "powershell"], "It can be bash, zsh, fish."],
  [["help", "strat"], "Unknown command 'strat'. Did you mean start? See "],
  [["charge", "--lang"], "--lang takes a value."],
  [["charge", "--lang", "de"], "--lang cannot be 'de'. It can be pt, en."],
  [["show", "1"], "show takes an identifier, like txn_2pQ8Lk5vYx0RbZcN, not '1'."],
  [["pay", "abc"], "pay takes the id of a charge, like txn_2pQ8Lk5vYx0RbZcN, not 'abc'."],
  [["refund", "trf_1"], "refund takes the id of a charge, like txn_2pQ8Lk5vYx0RbZcN, not 'trf_1'."],
  [["clock", "freeze", "1h"], "clock freeze takes no value."],
])("%j is refused in a sentence, with exit code 2", async ([words, sentence]) => {
  const { code, stdout, stderr } = await runHere(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(/^.+ See .* --help\.\n$/);
});

test.for([
  ["charge"],
  ["pay", "txn_1"],
  ["transfer", "maria@example.com"],
  ["trigger", "transaction_paid"],
  ["listen", "--forward-to", "http://127.0.0.1:9"],
  ["clock"],
  ["reset", "--yes"],
])("%j says where it looked for a sandbox, with exit code 1", async (words) => {
  const { code, stdout, stderr } = await runHere([...words, ...unused]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^(Sandbox: http:\/\/127\.0\.0\.1:9\n)?No sandbox answers at http:\/\/127\.0\.0\.1:9 \(--url\)\. Start one with '.* start', or set PIX_BASE_URL to the address of one\.\n$/,
  );
});

test("listen on a machine without 127.0.0.1 is a sentence, with exit code 1", async () => {
  const listen = vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    const message = "listen EADDRNOTAVAIL: address not available 127.0.0.1";
    const error = Object.assign(new Error(message), { code: "EADDRNOTAVAIL" });
    setImmediate(() => this.emit("error", error));
    return this;
  });
  onTestFinished(() => listen.mockRestore());
  expect(await runHere(["listen", ...unused])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "This machine cannot listen on 127.0.0.1, where the sandbox sends notifications: listen EADDRNOTAVAIL: address not available 127.0.0.1\n",
  });
});

test("with --json an error is JSON", async () => {
  const unreachable = await runCommand(["pay", "txn_1", "--json", ...unused]);
  expect(unreachable.code).toBe(1);
  const [address = "", error = ""] = unreachable.stderr.split("\n");
  expect(JSON.parse(address)).toEqual({ sandbox: unused[1] });
  expect(JSON.parse(error)).toMatchObject({ error: { code: "UNREACHABLE" } });
  const wrong = await runCommand(["transfer", "--json"]);
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stderr)).toEqual({
    error: { code: "USAGE", message: "pixKey is missing." },
  });
});
