import { X509Certificate } from "node:crypto";
import { access, constants, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import tls from "node:tls";
import { UsageError } from "../../contract/src/command.ts";
import { type CheckName, checkNames, checks } from "./checks.ts";
import { loadContract } from "./contract.ts";
import { UnreachableError } from "./errors.ts";
import type { ConformanceOptions } from "./options.ts";
import { writeReport } from "./output/formats.ts";
import { runConformance } from "./pix/run-conformance.ts";
import { type Invocation, readOptions } from "./read-options.ts";
import { compare, type Report } from "./report.ts";
import { parseJson } from "./texts.ts";

/** Where a command writes. */
export interface Streams {
  out(text: string): unknown;
  /** What is no result: progress and errors. */
  err(text: string): unknown;
}

/**
 * Runs the command; returns its exit code: 0 nothing found, 1 findings, 2 it could not run, or not to its end.
 *
 * @param signal ends the run early: it cleans up and reports what it has found
 */
export async function runCommandLine(args: readonly string[], streams: Streams, signal?: AbortSignal): Promise<number> {
  try {
    const invocation = readOptions(args, loadContract(), (text) => streams.out(text));
    if (invocation === "list") streams.out(listChecks());
    if (typeof invocation === "string") return 0;
    await checkFolders(invocation.files);
    const earlier = invocation.baseline === undefined ? undefined : await readBaseline(invocation.baseline);
    if (invocation.ca !== undefined) await trust(invocation.ca);
    const options = { ...invocation.options, ...(signal && { signal }) };
    const found = await runConformance(options, invocation.quiet ? undefined : (line) => streams.err(`${line}\n`));
    const report = earlier ? compare(found, earlier) : found;
    for (const [format, file] of invocation.files) await writeFile(file, writeReport(report, format));
    streams.out(writeReport(report, invocation.format));
    return exitCodeOf(report, options);
  } catch (error) {
    if (error instanceof UsageError) streams.err(`${error.message}\nSee pix-conformance --help.\n`);
    else if (error instanceof UnreachableError) streams.err(`${error.message}\n`);
    else streams.err(`It could not run: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** Who gives a run a budget asks for no more than it lasts for; a run that ends early unasked, or checks nothing, is none. */
function exitCodeOf(
  { findings, conforms, stopped, comparison }: Report,
  { budget, maxRequests, signal }: ConformanceOptions,
): number {
  if ((comparison?.added ?? findings).length > 0) return 1;
  if (comparison && stopped === undefined) return 0;
  const isAsked = stopped !== undefined && (budget !== undefined || maxRequests !== undefined) && !signal?.aborted;
  return conforms || isAsked ? 0 : 2;
}

/** A report that cannot be written is known before the run, not after it. */
async function checkFolders(files: Invocation["files"]): Promise<void> {
  for (const [name, file] of files) {
    await access(dirname(file), constants.W_OK).catch(() => {
      throw new UsageError(`--${name} ${file}: there is no folder ${dirname(file)} to write to.`);
    });
    const known = await stat(file).catch(() => undefined);
    if (known?.isDirectory()) throw new UsageError(`--${name} ${file}: that is a folder, not a file.`);
  }
}

async function readBaseline(file: string): Promise<Report> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`--baseline ${file}: ${error.message}.`);
  });
  const report = parseJson(text) as Report | undefined;
  if (!Array.isArray(report?.findings)) throw new UsageError(`--baseline ${file}: that is no report in JSON.`);
  return report;
}

/** Trusts the authorities of a file besides those of Node, for every connection of this process. */
async function trust(file: string): Promise<void> {
  const certificates = await readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`--ca ${file}: ${error.message}.`);
  });
  if (typeof tls.setDefaultCACertificates !== "function")
    throw new UsageError(`--ca needs Node 22.19 or 24.5; on this one, set NODE_EXTRA_CA_CERTS=${file}.`);
  try {
    // What is no certificate would be passed over.
    new X509Certificate(certificates);
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificates]);
  } catch (error) {
    throw new UsageError(`--ca ${file}: ${error instanceof Error ? error.message : error}.`);
  }
}

function listChecks(): string {
  const groups = [...Map.groupBy(checkNames, (name) => checks[name].group)];
  const lines = (names: readonly CheckName[]): string[] => names.map((name) => `  ${name}: ${checks[name].about}\n`);
  return groups.map(([group, names]) => `${group}\n${lines(names).join("")}`).join("\n");
}
