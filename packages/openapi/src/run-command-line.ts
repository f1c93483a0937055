import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { describeUsageError } from "@packages/contract/src/command-line.ts";
import { fitHelp, narrowLists } from "@packages/contract/src/fit-help.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import {
  compareContracts,
  count,
  type Format,
  type Loaded,
  outcome,
  print,
  printFormats,
  readText,
} from "@pix-contract/review";
import { Command, CommanderError, Option } from "commander";
import { fetchVersion, isVersion, PublishedError } from "./published.ts";

/** The outputs of a command. */
type Streams = Record<"out" | "err", (text: string) => void>;

/** The package that the command comes with. */
interface Package {
  name: string;
  version: string;
  /** `published: false` as long as no version is on a registry. */
  config?: { published?: boolean };
}

function ownPackage(): Package {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Package;
}

/** Runs the command; returns its exit code. */
export async function runCommandLine(
  args: string[],
  streams: Streams,
  own: Package = ownPackage(),
): Promise<number> {
  let code = 0;
  const program = new Command(`npx ${own.name}`)
    .version(own.version)
    .exitOverride()
    .configureHelp(narrowLists)
    .configureOutput({
      writeOut: streams.out,
      writeErr: streams.err,
      outputError: (text, write) => write(`${describeUsageError(text, `npx ${own.name}`)}\n`),
    });
  program
    .command("diff")
    .description(
      "report the changes from one version of the contract to another, whom they affect and how badly",
    )
    .argument(
      "<OLD>",
      "a published version (1.0, 1.1.2, latest), which npm fetches from your registry, or a document",
    )
    .argument("<NEW>", "another one; documents are .yaml or .json files")
    .addOption(new Option("--format <F>", "form of the report").choices(printFormats).default("md"))
    .option("--out <FILE>", "write the report there, and one line to the terminal")
    .addHelpText("after", () =>
      fitHelp(
        "\nExit code: 0, 1 on a breaking change unless the major version of the contract\nmoved, 2 if it could not compare.",
      ),
    )
    .action(async function (
      this: Command,
      from: string,
      to: string,
      { format, out }: { format: Format; out?: string },
    ) {
      const load = (name: string): Promise<Loaded> =>
        openContract(name, own, (why) => this.error(why));
      const report = await compareContracts(await load(from), await load(to));
      code = outcome(report);
      if (out === undefined) return streams.out(print(report, format));
      await writeFile(out, print(report, format)).catch((error: Error) =>
        this.error(`--out ${out}: it cannot be written (${error.message}).`),
      );
      streams.out(`${report.verdict}: ${count(report)}; the report is in ${out}.\n`);
    });
  try {
    await program.parseAsync(args.length > 0 ? args : ["--help"], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof SpecError || error instanceof PublishedError)) throw error;
    streams.err(`${error.message}\n`);
    return 2;
  }
}

async function openContract(
  name: string,
  own: Package,
  refuse: (why: string) => never,
): Promise<Loaded> {
  if (existsSync(name)) return { name, ...readText(await readFile(name, "utf8"), name, name) };
  if (/[\\/]|\.(ya?ml|json)$/.test(name)) refuse(`File not found: ${name}.`);
  if (!isVersion(name)) refuse(`${name} is neither a file nor a version.`);
  if (own.config?.published === false)
    refuse(`${own.name} has no published versions yet: compare two documents.`);
  const { version, document } = await fetchVersion(own.name, name);
  return { name: version, ...readText(document, "openapi.yaml", `${own.name}@${version}`) };
}
