// The command and its words. The work is done in pipeline.ts.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { nameCommand } from "@packages/contract/src/command.ts";
import { describeUsageError, suggestName } from "@packages/contract/src/command-line.ts";
import { fitHelp, narrowLists } from "@packages/contract/src/fit-help.ts";
import { type SpecOptions, UnsupportedError } from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { Command, CommanderError, Option } from "commander";
import { initProject } from "./init.ts";
import { own } from "./installed.ts";
import type { Build } from "./pipeline.ts";

/** The pipeline, loaded when there is work for it: it takes both compilers, TypeSpec's and TypeScript's. */
async function loadPipeline(): Promise<typeof import("./pipeline.ts")> {
  enableCompileCache();
  return import("./pipeline.ts");
}

/** Exit codes besides those of a usage error (2) and of success (0). */
const generatorCodes = {
  /** The spec has an error, or with --check files differ. */
  failed: 1,
  /** Operations are not supported, and nothing was written. */
  unsupported: 3,
  /** Operations are not supported; everything else was generated. */
  leftOut: 4,
};

async function checkOutput(entry: string, root: string, options: SpecOptions): Promise<number> {
  const { buildAll, compareAll } = await loadPipeline();
  const build = await buildAll(entry, root, options);
  const lines = await compareAll(build);
  if (lines.length === 0) {
    console.log("What is generated agrees with the spec.");
    return printLeftOut(build);
  }
  console.error(lines.join("\n"));
  console.error(
    `${lines.length} file(s) differ from the spec: run \`npm run generate\` and commit the result.`,
  );
  return generatorCodes.failed;
}

/** Returns the files that the spec was read from, and sets the exit code. */
async function writeOutput(
  entry: string,
  root: string,
  options: SpecOptions,
): Promise<readonly string[]> {
  const started = performance.now();
  const { buildAll, writeAll } = await loadPipeline();
  // Everything is made before the first file is touched: an error leaves all as it was.
  const build = await buildAll(entry, root, options);
  const lines = await writeAll(build);
  for (const line of lines) console.log(line);
  process.exitCode = printLeftOut(build);
  const time = `${Math.round(performance.now() - started)} ms`;
  console.log(
    lines.length === 0
      ? `Nothing changed (${time}).`
      : `${lines.length} file(s) changed (${time}).`,
  );
  return build.files;
}

/** Prints the operations that were left out. Returns the exit code. */
function printLeftOut({ leftOut }: Build): number {
  if (leftOut.length === 0) return 0;
  console.error(`${leftOut.join("\n")}\n${leftOut.length} operation(s) left out.`);
  return generatorCodes.leftOut;
}

interface GenerateOptions {
  check?: boolean;
  watch?: boolean;
  root: string;
  spec?: string;
  apiVersion?: string;
  int64?: "number" | "bigint";
  skipUnsupported?: boolean;
  overlay?: string[];
}

async function generate(
  this: Command,
  {
    root,
    spec = join(root, "spec/main.tsp"),
    apiVersion,
    int64,
    skipUnsupported,
    overlay,
    ...given
  }: GenerateOptions,
): Promise<void> {
  const [word] = this.args;
  if (word !== undefined) {
    const names = program.commands.map((command) => command.name());
    this.error(`unknown command '${word}'${suggestName(word, names).replace(" ", "\n")}`);
  }
  if (!existsSync(join(root, "package.json"))) this.error(`There is no package.json in ${root}.`);
  if (!existsSync(spec))
    this.error(`There is no spec at ${spec}; \`npx ${own.name} init\` makes one.`);
  const options = { version: apiVersion, int64, skipUnsupported, overlays: overlay };
  if (given.check) process.exitCode = await checkOutput(spec, root, options);
  else if (given.watch) {
    const { findAdditionalSpecs } = await import("./additional-specs.ts");
    const { watchSpecs } = await import("./watch.ts");
    const entries = [
      spec,
      ...(overlay ?? []),
      ...findAdditionalSpecs(root).map((path) => join(root, path)),
    ];
    process.exitCode = await watchSpecs(entries, () => writeOutput(spec, root, options));
  } else await writeOutput(spec, root, options);
}

const commandName = nameCommand(import.meta.url, "generate", own.name);
const program = new Command(commandName)
  .version(own.version)
  .exitOverride()
  .configureHelp(narrowLists)
  .configureOutput({
    outputError: (text, write) => write(`${describeUsageError(text, commandName)}\n`),
  });
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
    new Option("--watch", "generate again whenever a file of the spec changes").conflicts("check"),
  )
  .option(
    "--spec <file>",
    "main file of the spec: TypeSpec, or an OpenAPI document as .yaml or .json (spec/main.tsp in the root)",
  )
  .option(
    "--overlay <file...>",
    "OpenAPI Overlay with changes of the document, such as its behaviour; several are applied in turn",
  )
  .option("--skip-unsupported", "leave out operations that cannot be carried out")
  .addOption(
    new Option("--int64 <type>", "type of integers with the format int64 or uint64 in programs")
      .choices(["number", "bigint"])
      .default("number"),
  )
  .option("--api-version <version>", "version of a service that has several")
  .option("--root <folder>", "folder that holds package.json, generated/ and docs/", ".")
  // A word may be a mistyped command: `generate` suggests one.
  .allowExcessArguments()
  .action(generate);
const codesHelp = `
Exit codes:
  0  everything was generated, or Ctrl-C ended --watch
  1  the spec has an error and nothing was written, or with --check files differ
  2  the command was called wrongly
  3  operations cannot be carried out, and nothing was written
  4  operations were left out because of --skip-unsupported; the others were
     generated`;
program
  .addHelpText("after", () => `\n${main.helpInformation()}`)
  .addHelpText("afterAll", () => fitHelp(codesHelp));
program
  .command("init")
  .description("make a small spec and a package.json in this folder")
  .option("--spec <file>", "an OpenAPI document to use instead of a small spec")
  .argument(
    "[name]",
    "name of the project: its packages are @name/client, @name/server, … (the folder's name)",
  )
  .option("--overlay <file...>", "OpenAPI Overlay that the project's command generate applies")
  .action((name: string | undefined, { spec, overlay }: { spec?: string; overlay?: string[] }) =>
    initProject(process.cwd(), name, spec, overlay),
  );

function printFailure(error: SpecError): string {
  return error instanceof UnsupportedError
    ? "Nothing was written. --skip-unsupported leaves these operations out."
    : "Nothing was written.";
}

/** Runs the command and sets the exit code. */
export async function runGenerator(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof SpecError) {
      console.error(`${error.message}\n${printFailure(error)}`);
      process.exitCode =
        error instanceof UnsupportedError ? generatorCodes.unsupported : generatorCodes.failed;
    } else throw error;
  }
}
