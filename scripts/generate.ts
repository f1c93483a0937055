// The pipeline: spec → OpenAPI document → contract model → packages and reference.
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { Program } from "@typespec/compiler";
import { compileSpec, SpecError } from "./contract/compile.ts";
import { buildDocument } from "./contract/document/build-document.ts";
import { readContract } from "./contract/read-contract.ts";
import { openapiPackage } from "./openapi/package.ts";
import { type Drift, type Files, findDrift, isEmpty, writeFiles } from "./output.ts";
import { readProject } from "./project.ts";
import { watchSpec } from "./watch.ts";

const usage = `Usage: npm run generate -- [options]

  --check       write nothing; list the files that differ from the spec and exit with 1 if there are any
  --watch       generate again whenever a .tsp file changes
  --spec FILE   main file of the spec (spec/main.tsp)
  --root DIR    folder that holds generated/ (the current one)
  --help        show this
`;

/** Folders that the pipeline owns, and the files that they should hold. */
interface Output {
  folder: string;
  files: Files;
}

/** What is said of a file that differs from the spec, when it is found and when it is mended. */
const found = { missing: "missing", changed: "differs", stale: "obsolete" };
const done = { missing: "added", changed: "changed", stale: "removed" };

async function build(
  entry: string,
  root: string,
  previous?: Program,
): Promise<{ outputs: Output[]; program: Program }> {
  const { document: emitted, program } = await compileSpec(entry, previous);
  const document = buildDocument(emitted);
  const contract = readContract(document);
  const project = readProject(root);
  return {
    outputs: [{ folder: join(root, "generated/openapi"), files: await openapiPackage(project, document, contract) }],
    program,
  };
}

async function check(entry: string, root: string): Promise<number> {
  const { outputs } = await build(entry, root);
  const lines: string[] = [];
  for (const { folder, files } of outputs) lines.push(...describe(await findDrift(folder, files), folder, found));
  if (lines.length === 0) {
    console.log("generated/ agrees with the spec.");
    return 0;
  }
  console.error(lines.join("\n"));
  console.error(`${lines.length} file(s) differ from the spec: run \`npm run generate\` and commit the result.`);
  return 1;
}

async function write(entry: string, root: string, previous?: Program): Promise<Program> {
  const started = performance.now();
  const { outputs, program } = await build(entry, root, previous);
  // Everything is known before the first file is touched: an error above leaves all as it was.
  const lines: string[] = [];
  for (const { folder, files } of outputs) {
    const drift = await findDrift(folder, files);
    if (!isEmpty(drift)) await writeFiles(folder, files, drift);
    lines.push(...describe(drift, folder, done));
  }
  const milliseconds = Math.round(performance.now() - started);
  if (lines.length > 0) console.log(lines.join("\n"));
  console.log(`${lines.length === 0 ? "Nothing changed" : `${lines.length} file(s) written`} (${milliseconds} ms).`);
  return program;
}

function describe(drift: Drift, folder: string, words: typeof found): string[] {
  const place = (path: string): string => relative(process.cwd(), join(folder, path));
  return [
    ...drift.missing.map((path) => `${words.missing}  ${place(path)}`),
    ...drift.changed.map((path) => `${words.changed}  ${place(path)}`),
    ...drift.stale.map((path) => `${words.stale}  ${place(path)}`),
  ].map((line) => `  ${line}`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      spec: { type: "string", default: "spec/main.tsp" },
      root: { type: "string", default: "." },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.check && values.watch) throw new TypeError("--check and --watch exclude each other.");
  if (values.check) return check(values.spec, values.root);
  if (!values.watch) {
    await write(values.spec, values.root);
    return 0;
  }
  return watchSpec(values.spec, (previous) => write(values.spec, values.root, previous));
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof SpecError) {
    console.error(error.message);
    console.error("The spec does not compile: nothing was written.");
    process.exitCode = 1;
  } else if (error instanceof TypeError && (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS")) {
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  } else {
    throw error;
  }
}
