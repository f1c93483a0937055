import { X509Certificate } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import tls from "node:tls";
import { UsageError } from "@packages/contract/src/command.ts";
import { describeUsageError } from "@packages/contract/src/command-line.ts";
import { type CheckStatement, checks } from "./checks.ts";
import { UnreachableError } from "./errors.ts";
import { type FindingPlace, flatten, makeCause } from "./findings.ts";
import { listValues } from "./generate/list-values.ts";
import { tryParseJson } from "./json-values.ts";
import type { ConformanceOptions } from "./options.ts";
import { printReport } from "./output/formats.ts";
import { type BuiltIn, readRunOptions, withFlag } from "./read-options.ts";
import { compare, type Report, selectCounted } from "./report.ts";
import { runSuite, type Suite } from "./run.ts";

/**
 * Runs the command; returns its exit code: 0 no findings, 1 findings, 2 it could not start or finish, 3 its
 * `--budget` ended it without a finding.
 *
 * @param streams if it writes results (`out`), and progress and errors (`err`)
 * @param signal ends the run early: it cleans up and reports its findings so far
 */
export async function runCommandLine(
  builtIn: BuiltIn,
  args: readonly string[],
  streams: Record<"out" | "err", (text: string) => unknown>,
  signal?: AbortSignal,
): Promise<number> {
  try {
    const invocation = await readRunOptions(args, builtIn, (text) => streams.out(text));
    if (invocation === "help") return 0;
    if ("list" in invocation) {
      streams.out(`${listChecks(invocation.list)}\n${await listValues(invocation.list)}`);
      return 0;
    }
    const { files, baseline, ca } = invocation;
    // Fails before the run if a report cannot be written.
    for (const [name, file] of files)
      withFlag(`--${name}`, file, () => closeSync(openSync(file, "a")), "write");
    const note = (line: string) => invocation.quiet || streams.err(`${line}\n`);
    const earlier =
      baseline === undefined
        ? undefined
        : withFlag("--baseline", baseline, () => readBaseline(baseline, invocation.suite, note));
    if (ca !== undefined) withFlag("--ca", ca, () => trust(ca));
    const options = { ...invocation.options, ...(signal && { signal }) };
    for (const line of invocation.notes) note(line);
    const found = await runSuite(invocation.suite, options, note);
    const report = earlier ? compare(found, earlier) : found;
    for (const [format, file] of files) await writeFile(file, printReport(report, format));
    streams.out(printReport(report, invocation.format));
    return chooseExitCode(report, options);
  } catch (error) {
    if (error instanceof UsageError)
      streams.err(`${describeUsageError(error.message, builtIn.command)}\n`);
    else if (error instanceof UnreachableError) streams.err(`${error.message}\n`);
    else streams.err(`The run failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** The exit code of a run that came to a report. */
export function chooseExitCode(
  {
    findings,
    conforms,
    stopped,
    comparison,
  }: Pick<Report, "findings" | "conforms" | "stopped" | "comparison">,
  { budget, signal, strict = false }: Pick<ConformanceOptions, "budget" | "signal" | "strict">,
): number {
  if (selectCounted(comparison?.added ?? findings, { strict }).length > 0) return 1;
  if (conforms || (comparison && stopped === undefined)) return 0;
  const isBudget = stopped !== undefined && budget !== undefined && !signal?.aborted;
  return isBudget ? 3 : 2;
}

/** Reads the report of an earlier run; a report without causes gets them, and a note about that. */
export function readBaseline(
  file: string,
  { profile }: Pick<Suite, "profile">,
  note: (line: string) => void,
): Report {
  const report = tryParseJson(readFileSync(file, "utf8")) as Report | undefined;
  if (!Array.isArray(report?.findings)) throw new Error("not a JSON report of this command");
  const known: Readonly<Record<string, CheckStatement>> = { ...checks, ...profile.checks };
  const withoutCauses = flatten(report.findings).filter(({ causes }) => causes === undefined);
  for (const finding of withoutCauses) {
    const statement = known[finding.check];
    finding.causes = statement ? readEarlierCauses(statement, finding) : [];
  }
  if (withoutCauses.length > 0)
    note(`${file} has no causes: each of its requests is taken for one of each of its operations.`);
  return report;
}

/** The causes of a finding in a report of version 0.1.0, which does not tie requests to operations. */
function readEarlierCauses(statement: CheckStatement, finding: object): FindingPlace[] {
  const { operations, request, requests } = finding as Record<string, unknown>;
  const labels = [request, ...(Array.isArray(requests) ? requests : [])].map(String);
  return (Array.isArray(operations) ? operations : []).flatMap((operation) =>
    labels.map((label) => makeCause(statement, String(operation), label)),
  );
}

/** Trusts the authorities of a file, in addition to those of Node, for every connection of this process. */
function trust(file: string) {
  const certificates = readFileSync(file, "utf8");
  if (typeof tls.setDefaultCACertificates !== "function")
    throw new Error(`it needs Node 22.19 or 24.5; on this one, set NODE_EXTRA_CA_CERTS=${file}`);
  // Throws if the string is not a certificate, which Node would ignore.
  const own = new X509Certificate(certificates) && certificates;
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), own]);
}

function listChecks({ profile }: Suite): string {
  const groups = Map.groupBy(
    Object.entries({ ...checks, ...profile.checks }),
    ([, { group }]) => group,
  );
  const texts = [...groups].map(([group, some]) => {
    return `${group}\n${some.map(([name, { about }]) => `  ${name}: ${about}\n`).join("")}`;
  });
  return texts.join("\n");
}
