// The command's flags in pairs: any two values of any two flags meet, and each reaches the pipeline as if it stood alone.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UnsupportedError } from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { pairwise } from "../../../test/support/pairwise.ts";
import { runGenerator } from "./run-generator.ts";

const { buildAll, compareAll, writeAll, watchSpecs, initProject } = vi.hoisted(() => ({
  buildAll: vi.fn(),
  compareAll: vi.fn(),
  writeAll: vi.fn(),
  watchSpecs: vi.fn(),
  initProject: vi.fn(),
}));
vi.mock("./pipeline.ts", () => ({ buildAll, compareAll, writeAll }));
vi.mock("./watch.ts", () => ({ watchSpecs }));
vi.mock("./init.ts", () => ({ initProject }));
vi.mock("./additional-specs.ts", () => ({ findAdditionalSpecs: () => ["own/spec.tsp"] }));

const streams = [process.stdout, process.stderr];
const root = await makeFolder(afterAll);
const document = join(root, "library.yaml");
mkdirSync(join(root, "spec"));
for (const file of ["package.json", "spec/main.tsp", "library.yaml"])
  writeFileSync(join(root, file), "{}");

const build = { files: [document], leftOut: [] as string[] };
let printed: string[] = [];
beforeEach(() => {
  printed = [];
  // The cache of compiled code would outlive the folder of the tests.
  vi.stubEnv("NODE_DISABLE_COMPILE_CACHE", "1");
  buildAll.mockReset().mockResolvedValue(build);
  compareAll.mockReset().mockResolvedValue([]);
  writeAll.mockReset().mockResolvedValue([]);
  watchSpecs.mockReset().mockResolvedValue(0);
  initProject.mockReset();
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void printed.push(line));
  for (const stream of streams)
    vi.spyOn(stream, "write").mockImplementation((line) => printed.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks().unstubAllEnvs());

/** Runs the command; gives its exit code. */
async function run(...words: string[]): Promise<number> {
  const before = process.exitCode;
  try {
    vi.spyOn(process, "argv", "get").mockReturnValue(["node", "generate", ...words]);
    process.exitCode = 0;
    await runGenerator();
    return Number(process.exitCode);
  } finally {
    process.exitCode = before;
  }
}

const absent = { words: [] as string[], read: {} };
const rows = pairwise({
  mode: [absent, { words: ["--check"], read: {} }, { words: ["--watch"], read: {} }],
  spec: [absent, { words: ["--spec", document], read: {} }],
  overlay: [
    absent,
    { words: ["--overlay", "a.yaml"], read: { overlays: ["a.yaml"] } },
    { words: ["--overlay", "b.yaml", "a.yaml"], read: { overlays: ["b.yaml", "a.yaml"] } },
  ],
  skip: [absent, { words: ["--skip-unsupported"], read: { skipUnsupported: true } }],
  int64: [
    { words: [] as string[], read: { int64: "number" } },
    { words: ["--int64", "bigint"], read: { int64: "bigint" } },
  ],
  version: [absent, { words: ["--api-version", "2"], read: { version: "2" } }],
  leftOut: [
    { words: [] as string[], read: {} },
    { words: [] as string[], read: {}, lines: ["lendBook: no."] },
  ],
});

test.for(rows)(
  "$mode.words $spec.words $overlay.words $skip.words $int64.words $version.words, left out: $leftOut.lines",
  async ({ leftOut, ...line }) => {
    const flags = Object.values(line);
    const lines = "lines" in leftOut ? leftOut.lines : [];
    buildAll.mockResolvedValue({ ...build, leftOut: lines });
    const code = await run("--root", root, ...flags.flatMap(({ words }) => words));
    const entry = line.spec.words[1] ?? join(root, "spec/main.tsp");
    const [mode] = line.mode.words;
    if (mode === "--watch") {
      const [entries, generate] = watchSpecs.mock.calls[0] ?? [];
      const others = [...line.overlay.words.slice(1), join(root, "own/spec.tsp")];
      expect([entries, code]).toEqual([[entry, ...others], 0]);
      expect(await generate()).toEqual(build.files);
    } else expect(code).toBe(lines.length > 0 ? 4 : 0);
    const options = Object.assign({}, ...flags.map(({ read }) => read));
    expect(buildAll.mock.calls).toEqual([[entry, root, options]]);
    expect([compareAll, writeAll].map((one) => one.mock.calls.length)).toEqual(
      mode === "--check" ? [1, 0] : [0, 1],
    );
    expect(printed.includes("lendBook: no.\n1 operation(s) left out.")).toBe(lines.length > 0);
  },
);

test.for<[words: string, fail: () => unknown, code: number, message: string]>([
  ["--check", () => compareAll.mockResolvedValue(["changed a"]), 1, "1 file(s) differ"],
  [
    "",
    () => buildAll.mockRejectedValue(new SpecError("It is wrong.")),
    1,
    "It is wrong.\nNothing was written.",
  ],
  [
    "",
    () => buildAll.mockRejectedValue(new UnsupportedError([])),
    3,
    "--skip-unsupported leaves these operations out.",
  ],
  ["--check --watch", () => {}, 2, "--watch cannot be used with --check."],
  ["--int64 string", () => {}, 2, "--int64 cannot be 'string'."],
  ["--spec none.yaml", () => {}, 2, "There is no spec at none.yaml"],
  ["--root none", () => {}, 2, "There is no package.json in none."],
  ["innit", () => {}, 2, "Did you mean init?"],
])("%s ends with a sentence and its code", async ([words, fail, code, message]) => {
  fail();
  expect(await run("--root", root, ...words.split(" ").filter(Boolean))).toBe(code);
  expect(printed.join("\n")).toContain(message);
  expect(writeAll).not.toHaveBeenCalled();
});

test.for([
  ["init", undefined, undefined, undefined],
  ["init loans", "loans", undefined, undefined],
  ["init loans --spec a.yaml --overlay b.yaml c.yaml", "loans", "a.yaml", ["b.yaml", "c.yaml"]],
] as const)("%s", async ([words, ...given]) => {
  expect(await run(...words.split(" "))).toBe(0);
  expect(initProject.mock.calls).toEqual([[process.cwd(), ...given]]);
});
