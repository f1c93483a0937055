// Flags in pairs: any two values of any two flags meet, and each reaches the mock as if it stood alone.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pairwise } from "../../../test/support/pairwise.ts";
import { runMockCommand } from "./cli.ts";

const start = vi.hoisted(() => vi.fn());
vi.mock("./start-mock.ts", () => ({ startMockFrom: start }));
// They watch the process for as long as it lives.
vi.mock("@packages/contract/src/closed-output.ts", () => ({ allowClosedOutput() {} }));
vi.mock("@packages/contract/src/end-with-npm.ts", () => ({ endWithNpm() {} }));

const own = { document: {}, contract: { title: "Library", version: "1.0" } };
const signals = ["SIGINT", "SIGTERM"] as const;
const listening = signals.map((signal) => process.listeners(signal));

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  start.mockReset().mockResolvedValue({ url: "http://127.0.0.1:1" });
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [index, signal] of signals.entries())
    for (const listener of process.listeners(signal))
      if (!listening[index]?.includes(listener)) process.removeListener(signal, listener);
});

async function run(...words: string[]): Promise<number> {
  vi.spyOn(process, "argv", "get").mockReturnValue(["node", "/bin/mock", ...words]);
  return runMockCommand(own);
}

const absent = { words: [], read: {} };
const lines = pairwise({
  port: [
    { words: [], read: { port: 4_010 } },
    { words: ["--port", "0"], read: { port: 0 } },
    { words: ["--port=65535"], read: { port: 65_535 } },
  ],
  host: [
    { words: [], read: { host: "127.0.0.1" } },
    { words: ["--host", "::1"], read: { host: "::1" } },
  ],
  delay: [
    { words: [], read: { delay: 0 } },
    { words: ["--delay", "0"], read: { delay: 0 } },
    { words: ["--delay", "60000"], read: { delay: 60_000 } },
  ],
  quiet: [absent, { words: ["--quiet"], read: {} }],
  language: [absent, { words: ["--lang", "pt"], read: {} }, { words: ["--lang=en"], read: {} }],
});

test.for(lines)(
  "$port.words $host.words $delay.words $quiet.words $language.words",
  async (line) => {
    const flags = Object.values(line);
    expect(await run(...flags.flatMap(({ words }) => words))).toBe(0);
    const [given, { log, ...options } = { log: undefined }] = start.mock.calls[0] ?? [];
    expect([start.mock.calls.length, given]).toEqual([1, own]);
    expect(options).toEqual(Object.assign({}, ...flags.map(({ read }) => read)));
    if (line.quiet.words.length > 0)
      return expect([log, printed]).toEqual([undefined, ["http://127.0.0.1:1"]]);
    const [first = "", ...others] = printed.join("\n").split("\n");
    const isPortuguese = line.language.words[1] === "pt";
    expect(first).toMatch(
      isPortuguese
        ? /^Library 1\.0, .*Prism: http:/
        : "Library 1.0, mocked by Prism: http://127.0.0.1:1",
    );
    expect(others.join("\n")).toContain(isPortuguese ? "Ctrl-C encerra" : "Ctrl-C stops the mock.");
    log("GET / → 200");
    expect(printed.at(-1)).toBe("GET / → 200");
  },
);

test.for([
  ["--port", "-1"],
  ["--port", "65536"],
  ["--delay", "-1"],
  ["--delay", "60001"],
  ["--host="],
  ["--lang", "fr"],
  ["word"],
])("%s is refused, and nothing starts", async (words) => {
  vi.spyOn(process.stderr, "write").mockImplementation((line) => printed.push(String(line)) > 0);
  expect(await run(...words)).toBe(2);
  expect(printed.join("\n")).toMatch(/ See mock --help\.\n?$/);
  expect(start).not.toHaveBeenCalled();
});

test("a mock that cannot start is a sentence and the exit code 1", async () => {
  start.mockRejectedValue(new Error("Port 1 is in use."));
  expect([await run("--port", "1"), printed]).toEqual([1, ["Port 1 is in use."]]);
});
