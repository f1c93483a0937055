import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type CheckGroup, checkNames, checks } from "./checks.ts";
import { loadContract } from "./contract.ts";
import { type Format, writeReport } from "./output/formats.ts";
import { runConformance } from "./pix/run-conformance.ts";
import { type Invocation, readOptions, UsageError, usage } from "./read-options.ts";
import type { Report } from "./report.ts";
import type { Progress } from "./run.ts";
import { UnreachableError } from "./unreachable-error.ts";

/** Where a command writes. */
export interface Streams {
  out(text: string): void;
  /** What is no result: progress and errors. */
  err(text: string): void;
}

/** Runs the command; returns its exit code: 0 nothing found, 1 findings, 2 it could not run. */
export async function runCommandLine(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
): Promise<number> {
  try {
    const invocation = readOptions(args, env, loadContract());
    if (invocation === "help" || invocation === "list") {
      streams.out(invocation === "help" ? usage : listChecks());
      return 0;
    }
    await checkFolders(invocation.files);
    const report = await runConformance(invocation.options, invocation.quiet ? {} : progressTo(streams));
    await write(report, invocation, streams);
    return report.findings.length === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) streams.err(`${error.message}\nSee pix-conformance --help.\n`);
    else if (error instanceof UnreachableError) streams.err(`${error.message}\n`);
    else streams.err(`It could not run: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** A report that cannot be written is known before the run, not after it. */
async function checkFolders(files: Invocation["files"]): Promise<void> {
  for (const [name, file] of Object.entries(files)) {
    await access(dirname(file), constants.W_OK).catch(() => {
      throw new UsageError(`--${name} ${file}: there is no folder ${dirname(file)} to write to.`);
    });
    const known = await stat(file).catch(() => undefined);
    if (known?.isDirectory()) throw new UsageError(`--${name} ${file}: that is a folder, not a file.`);
  }
}

async function write(report: Report, { files, format }: Invocation, { out }: Streams): Promise<void> {
  for (const [name, file] of Object.entries(files)) await writeFile(file, writeReport(report, name as Format));
  out(writeReport(report, format));
}

function progressTo({ err }: Streams): Progress {
  return {
    probe: (name, state, { requests, findings }) => {
      if (state === "ended") err(`${name}: ${requests} requests so far, ${findings.found.length} findings\n`);
    },
  };
}

function listChecks(): string {
  const groups = [...new Set(checkNames.map((name): CheckGroup => checks[name].group))];
  return groups
    .map((group) => {
      const lines = checkNames
        .filter((name) => checks[name].group === group)
        .map((name) => `  ${name}: ${checks[name].about}`);
      return `${group}\n${lines.join("\n")}\n`;
    })
    .join("\n");
}
