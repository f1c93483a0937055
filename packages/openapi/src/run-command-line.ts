import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { SpecError } from "../../contract/src/spec-error.ts";
import { compareContracts } from "../../review/src/compare-contracts.ts";
import type { Loaded } from "../../review/src/load/loaded.ts";
import { readText } from "../../review/src/load/read-text.ts";
import { isFormat, outcome, print, printFormats } from "../../review/src/report/print.ts";
import { count, type Report } from "../../review/src/report/report.ts";
import { fetchVersion, isVersion, PublishedError } from "./published.ts";

/** Where a command writes. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
}

/** A word of the command line is wrong. */
class UsageError extends Error {}

const usageOf = (name: string): string => `Usage: npx ${name} diff OLD NEW [options]

Says what changed from one version of the contract to another, whom it affects and how badly.

  OLD, NEW     published versions (1.0, 1.1.2, latest), which npm fetches from your registry, or OpenAPI documents
               (.yaml, .json)
  --format F   ${printFormats.join(", ")} (md)
  --out FILE   write the report there, and one line to the terminal
  --help       show this

Exit code: 0, 1 on a breaking change unless the major version of the contract moved, 2 where it could not compare.
`;

/** The package that the command comes with. */
interface Package {
  name: string;
  version: string;
}

function ownPackage(): Package {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Package;
}

/** Runs the command; returns its exit code. */
export async function runCommandLine(args: string[], streams: Streams, own: Package = ownPackage()): Promise<number> {
  const usage = usageOf(own.name);
  try {
    const { values, positionals } = readArguments(args);
    if (values.version) {
      streams.out(`${own.version}\n`);
      return 0;
    }
    if (values.help || args.length === 0) {
      streams.out(usage);
      return 0;
    }
    const [command, from, to, ...rest] = positionals;
    if (command !== "diff") throw new UsageError(`${command ?? "Nothing"} is no command: there is diff.`);
    if (from === undefined || to === undefined) throw new UsageError("diff takes two versions or documents.");
    if (rest.length > 0) throw new UsageError(`diff takes two versions or documents; what is ${rest.join(" ")}?`);
    const { format } = values;
    if (!isFormat(format)) throw new UsageError(`--format: '${format}' is none of ${printFormats.join(", ")}.`);
    const [base, head] = await Promise.all([load(from, own.name), load(to, own.name)]);
    const report = await compareContracts(base, head);
    await write(print(report, format), report, values.out, streams);
    return outcome(report);
  } catch (error) {
    if (error instanceof UsageError) streams.err(`${error.message}\n\n${usage}`);
    else if (error instanceof SpecError || error instanceof PublishedError) streams.err(`${error.message}\n`);
    else throw error;
    return 2;
  }
}

function readArguments(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { format: { ...text, default: "md" }, out: text, help: flag, version: flag };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function load(name: string, packageName: string): Promise<Loaded> {
  if (existsSync(name)) return { name, ...readText(await readFile(name, "utf8"), name, name) };
  if (/[\\/]|\.(ya?ml|json)$/.test(name)) throw new UsageError(`There is no file ${name}.`);
  if (!isVersion(name)) throw new UsageError(`${name} is neither a file nor a version.`);
  const { version, document } = await fetchVersion(packageName, name);
  return { name: version, ...readText(document, "openapi.yaml", `${packageName}@${version}`) };
}

async function write(text: string, report: Report, file: string | undefined, { out }: Streams): Promise<void> {
  if (file === undefined) return out(text);
  await writeFile(file, text).catch((error: Error) => {
    throw new UsageError(`--out ${file}: it cannot be written (${error.message}).`);
  });
  out(`${report.verdict}: ${count(report)}; the report is in ${file}.\n`);
}
