// The command and its words. The work is done in pipeline.ts.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { nameCommand } from "@packages/contract/src/command.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { Command, CommanderError, Option } from "commander";
import { initProject } from "./init.ts";
import { own } from "./installed.ts";

/** The pipeline, loaded when there is work for it: it takes both compilers, TypeSpec's and TypeScript's. */
async function loadPipeline(): Promise<typeof import("./pipeline.ts")> {
  enableCompileCache();
  return import("./pipeline.ts");
}

async function checkOutput(entry: string, root: string, version?: string): Promise<number> {
  const { buildAll, compareAll } = await loadPipeline();
  const lines = await compareAll(await buildAll(entry, root, version));
  if (lines.length === 0) {
    console.log("What is generated agrees with the spec.");
    return 0;
  }
  console.error(lines.join("\n"));
  console.error(
    `${lines.length} file(s) differ from the spec: run \`npm run generate\` and commit the result.`,
  );
  return 1;
}

async function writeOutput(entry: string, root: string, version?: string): Promise<void> {
  const started = performance.now();
  const { buildAll, writeAll } = await loadPipeline();
  // Everything is made before the first file is touched: an error leaves all as it was.
  const build = await buildAll(entry, root, version);
  const lines = await writeAll(build);
  for (const line of lines) console.log(line);
  const time = `${Math.round(performance.now() - started)} ms`;
  console.log(
    lines.length === 0
      ? `Nothing changed (${time}).`
      : `${lines.length} file(s) changed (${time}).`,
  );
}

interface GenerateOptions {
  check?: boolean;
  watch?: boolean;
  root: string;
  spec?: string;
  apiVersion?: string;
}

async function generate(
  this: Command,
  { root, spec = join(root, "spec/main.tsp"), ...given }: GenerateOptions,
): Promise<void> {
  if (!existsSync(join(root, "package.json"))) this.error(`there is no package.json in ${root}.`);
  if (!existsSync(spec))
    this.error(`there is no spec at ${spec}; \`npx ${own.name} init\` makes one.`);
  if (given.check) process.exitCode = await checkOutput(spec, root, given.apiVersion);
  else if (given.watch) {
    const { findAdditionalSpecs } = await import("./additional-specs.ts");
    const { watchSpecs } = await import("./watch.ts");
    const entries = [spec, ...findAdditionalSpecs(root).map((path) => join(root, path))];
    process.exitCode = await watchSpecs(entries, () => writeOutput(spec, root, given.apiVersion));
  } else await writeOutput(spec, root, given.apiVersion);
}

const program = new Command(nameCommand(import.meta.url, "generate", own.name))
  .version(own.version)
  .exitOverride()
  .showHelpAfterError("--help lists the options.");
const main = program
  .command("generate", { isDefault: true })
  .description("generate client, server, mock, OpenAPI document and reference")
  .addOption(
    new Option(
      "--check",
      "write nothing; list the files that differ from the spec, exit with 1 if there are any",
    ),
  )
  .addOption(
    new Option("--watch", "generate again whenever a .tsp file changes").conflicts("check"),
  )
  .option("--spec <file>", "main file of the spec (spec/main.tsp in the root)")
  .option("--api-version <version>", "version of a service that has several")
  .option("--root <folder>", "folder that holds package.json, generated/ and docs/", ".")
  .action(generate);
program.addHelpText("after", () => `\n${main.helpInformation()}`);
program
  .command("init")
  .description("make a small spec and a package.json in this folder")
  .argument(
    "[name]",
    "name of the project: its packages are @name/client, @name/server, … (the folder's name)",
  )
  .action((name?: string) => initProject(process.cwd(), name));

/** Runs the command and sets the exit code. */
export async function runGenerator(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof SpecError) {
      console.error(`${error.message}\nNothing was written.`);
      process.exitCode = 1;
    } else throw error;
  }
}
