// `npm run generate`: what the flags mean. The work is done in pipeline.ts.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../../contract/src/command.ts";
import { SpecError } from "../../contract/src/spec-error.ts";
import type { Programs } from "./pipeline.ts";
import { watchSpecs } from "./watch.ts";

const usage = `Usage: npm run generate -- [options]

  --check       write nothing; list the files that differ from the spec and exit with 1 if there are any
  --watch       generate again whenever a .tsp file changes
  --derived     derive from the committed documents what only machines read, and compile no spec
  --spec FILE   main file of the spec (spec/main.tsp in the root)
  --api-version V   version of a service that has several
  --root DIR    folder that holds package.json, generated/ and docs/ (the current one)
  --help        show this
`;

/** The pipeline, loaded when there is work for it: it takes both compilers, TypeSpec's and TypeScript's. */
async function loadPipeline(): Promise<typeof import("./pipeline.ts")> {
  enableCompileCache();
  return import("./pipeline.ts");
}

async function check(entry: string, root: string, version?: string): Promise<number> {
  const { buildAll, compareAll } = await loadPipeline();
  const lines = await compareAll(await buildAll(entry, root, undefined, version));
  if (lines.length === 0) {
    console.log("What is generated agrees with the spec.");
    return 0;
  }
  console.error(lines.join("\n"));
  console.error(`${lines.length} file(s) differ from the spec: run \`npm run generate\` and commit the result.`);
  return 1;
}

async function write(entry: string, root: string, version?: string, previous?: Programs): Promise<Programs> {
  const started = performance.now();
  const { buildAll, writeAll } = await loadPipeline();
  // Everything is made before the first file is touched: an error leaves all as it was.
  const build = await buildAll(entry, root, previous, version);
  const lines = await writeAll(build);
  for (const line of lines) console.log(line);
  const time = `${Math.round(performance.now() - started)} ms`;
  console.log(lines.length === 0 ? `Nothing changed (${time}).` : `${lines.length} file(s) changed (${time}).`);
  return build.programs;
}

async function derive(entry: string, root: string): Promise<number> {
  const { deriveAll } = await import("./derive.ts");
  const { writeDerived } = await import("./output.ts");
  await writeDerived(await deriveAll(entry, root));
  return 0;
}

await runCommand(
  usage,
  async () => {
    const { values } = parseArgs({
      options: {
        check: { type: "boolean", default: false },
        watch: { type: "boolean", default: false },
        derived: { type: "boolean", default: false },
        spec: { type: "string" },
        root: { type: "string", default: "." },
        "api-version": { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    const { root, spec = join(root, "spec/main.tsp"), "api-version": version } = values;
    if (values.help) {
      console.log(usage);
      return 0;
    }
    if ([values.check, values.watch, values.derived].filter(Boolean).length > 1)
      throw new UsageError("--check, --watch and --derived exclude each other.");
    if (!existsSync(join(root, "package.json"))) throw new UsageError(`--root: there is no package.json in ${root}.`);
    if (values.derived) return derive(spec, root);
    if (values.check) return check(spec, root, version);
    if (values.watch) {
      const { findFurtherSpecs } = await import("./further-specs.ts");
      const entries = [spec, ...findFurtherSpecs(root).map((path) => join(root, path))];
      return watchSpecs(entries, (previous) => write(spec, root, version, previous));
    }
    await write(spec, root, version);
    return 0;
  },
  (error) => (error instanceof SpecError ? `${error.message}\nNothing was written.` : undefined),
);
