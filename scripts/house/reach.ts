// Finds the tests that run a file: those that import it, directly or through other files, or start it as a program.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { sources } from "../from-source.ts";

/**
 * The sources of the project, each with the files that import it, or name it by its place. Paths start at the root of the
 * project.
 */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Paths of test files by their kind. */
export type ReachingTests = Record<"fast" | "slow" | "deep", string[]>;

/** Sources that only run in a child process, in a browser or in a build, by the test that starts it. */
export const programs: Readonly<Record<string, readonly string[]>> = {
  "test/conformance/command-line.slow.test.ts": ["packages/conformance/src/cli.ts"],
  "test/mock/cli.slow.test.ts": ["generated/mock/src/cli.ts"],
  "test/packages/overlay.slow.test.ts": [
    "packages/generator/src/client/ship-sources.ts",
    "packages/generator/src/mock/bundle-prism.ts",
  ],
  "test/packages/emitter.slow.test.ts": [
    "packages/behaviour/lib/index.js",
    "packages/contract/src/contain-emitter.ts",
    "packages/generator/lib/index.js",
    "packages/generator/src/emitter/emit.ts",
    "packages/generator/src/emitter/find-place.ts",
    "packages/generator/src/emitter/library.ts",
  ],
  "test/packages/your-own-contract.slow.test.ts": ["packages/openapi/src/cli.ts"],
  "test/generator/generate.slow.test.ts": ["packages/generator/src/generate.ts"],
  "test/sandbox/cli/commands.slow.test.ts": ["packages/sandbox/src/cli.ts"],
  "test/lint/rules.slow.test.ts": ["spec/lint/functions/schemaExamples.js"],
  "test/lint/places.slow.test.ts": ["scripts/lint-contract.ts"],
  "test/docs/site.slow.test.ts": ["docs/.vitepress/theme/"],
};

const byName = new Map(
  sources.map(({ name, file }) => [name, posix.relative(process.cwd(), fileURLToPath(file))]),
);

/** Reads the files of the repository in the working folder. */
export function readImportGraph(): ImportGraph {
  const kinds = ["*.ts", "*.tsx", "*.js", "*.vue", "*/action.yml"];
  const listFiles = ["ls-files", "--cached", "--others", "--exclude-standard", ...kinds];
  const listed = execFileSync("git", listFiles, { encoding: "utf8" }).split("\n");
  const files = listed.filter((path) => existsSync(path) && !path.endsWith(".d.ts"));
  const users = new Map<string, string[]>(files.map((path) => [path, []]));
  for (const path of files)
    for (const place of findUses(path, readFileSync(path, "utf8"))) users.get(place)?.push(path);
  for (const [test, places] of Object.entries(programs))
    for (const path of files.filter((one) => places.some((place) => one.startsWith(place))))
      users.get(path)?.push(test);
  return users;
}

/** Whether a file does more than declare types. */
export function hasCode(path: string): boolean {
  if (/\.(?:vue|yml)$/.test(path)) return true;
  const compilerOptions = {
    target: ts.ScriptTarget.ESNext,
    jsx: ts.JsxEmit.Preserve,
    removeComments: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), { compilerOptions });
  return outputText.replaceAll(/^(export \{\}|import .*);$/gm, "").trim() !== "";
}

/** What a file imports, and what it names by its place: `new URL("../x.ts", import.meta.url)`, `$GITHUB_ACTION_PATH/x.js`. */
function findUses(path: string, source: string): string[] {
  if (path.endsWith(".yml")) {
    const used = source.matchAll(/\$(?:GITHUB_ACTION_PATH|root)\/([\w.-][\w./-]*)/g);
    return [...used].map(([whole, used = ""]) =>
      whole.startsWith("$root") ? used : posix.join(posix.dirname(path), used),
    );
  }
  // Types are erased: their imports run nothing.
  const code = source.replaceAll(/^(?:import|export) type [^;]*;$/gm, "");
  const imported = ts.preProcessFile(code, true, true).importedFiles.map((one) => one.fileName);
  const named = code.matchAll(
    /"([\w./-]+)",\s*import\.meta\.url|import\.meta\.dirname, "([\w./-]+)"/g,
  );
  const beside = [...named].map(([, url, joined]) => `./${url ?? joined}`);
  return [...imported, ...beside].map((specifier) => {
    if (specifier.startsWith("@packages/")) return specifier.slice(1);
    if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier);
    return byName.get(specifier) ?? specifier;
  });
}

/** The tests that reach a file, itself if it is one. */
export function findTests(users: ImportGraph, file: string): ReachingTests {
  const found = new Set([file]);
  for (const path of found) for (const user of users.get(path) ?? []) found.add(user);
  const tests: ReachingTests = { fast: [], slow: [], deep: [] };
  for (const path of [...found].sort()) {
    const [end, kind = "fast"] = /(?:\.(slow|deep))?\.test\.tsx?$/.exec(path) ?? [];
    if (end) tests[kind as keyof ReachingTests].push(path);
  }
  return tests;
}
