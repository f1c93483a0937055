// The command and its flags. The comparison is in compare.ts.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { nameCommand, runCommand, UsageError } from "@packages/contract/src/command.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { load, loadHead } from "./load/load.ts";
import { stripPrefix } from "./load/strip-prefix.ts";
import { makeReport, type ProjectFiles } from "./make-report.ts";
import { defaultFormat, isFormat, outcome, print, printFormats } from "./report/print.ts";
import { count } from "./report/report.ts";

const reviewUsage = `Usage: ${nameCommand(import.meta.url, "review", "@pix-contract/review")} --base X [--head Y] [options]

Reports the changes between two contracts, the clients and servers that they
break, and their source lines.

  --base X          old contract: a git ref, an OpenAPI document (.yaml, .json)
                    or a spec (.tsp, or its folder)
  --head Y          new contract: one of the same (default: the spec of the
                    working tree)
  --format F        ${printFormats.join(", ")}
                    (default: text in a terminal, md otherwise)
  --out FILE        write the report to a file, and one line to the terminal
  --md FILE         write the report in this format as well; also --html,
                    --json and --sarif
  --decisions FILE  severities and accepted changes (default: review.yaml)
  --seen FILE       earlier report in Markdown or JSON; changes that it does
                    not have are marked as new
  --strip-prefix P  remove a prefix of all paths, such as /v1; --base-prefix
                    and --head-prefix for one side
  --spec FILE       main file of the spec in a git ref and in the working tree
                    (default: spec/main.tsp)
  --document FILE   committed document; of a git ref, the base is read from it,
                    and the head if it has no spec
                    (default: generated/openapi/openapi.yaml)
  --help            show this help

Exit code: 1 on a breaking change that no decision accepts, unless the head's
version is raised by that step (a major one; a minor one before 1.0), and on a
spec that the compiler finds errors in; 2 for wrong options or a contract that
cannot be read.
`;

const textOption = { type: "string" } as const;
/** Formats with a flag that names a file. */
const fileFormats = ["md", "html", "json", "sarif"] as const;
const flagTypes = {
  base: textOption,
  head: textOption,
  out: textOption,
  md: textOption,
  html: textOption,
  json: textOption,
  sarif: textOption,
  seen: textOption,
  "strip-prefix": textOption,
  "base-prefix": textOption,
  "head-prefix": textOption,
  format: textOption,
  decisions: textOption,
  spec: { ...textOption, default: "spec/main.tsp" },
  document: { ...textOption, default: "generated/openapi/openapi.yaml" },
} as const;

async function review(): Promise<number> {
  const { values } = parseArgs({ options: flagTypes });
  if (values.base === undefined)
    throw new UsageError("--base is missing: name the contract to compare with.");
  const isTerminal = process.stdout.isTTY && values.out === undefined;
  const format = values.format ?? defaultFormat(isTerminal);
  if (!isFormat(format))
    throw new UsageError(`--format cannot be '${format}'. It can be ${printFormats.join(", ")}.`);
  if (values.decisions !== undefined && !existsSync(values.decisions))
    throw new UsageError(`File not found: ${values.decisions}.`);
  const project: ProjectFiles = {
    root: ".",
    spec: values.spec,
    document: values.document,
    decisions: values.decisions ?? "review.yaml",
    consumers: "test/consumers",
  };
  const prefix = values["strip-prefix"];
  const base = stripPrefix(
    await load(values.base, "base", project),
    values["base-prefix"] ?? prefix,
  );
  const loaded = await loadHead(values.head ?? project.spec, base, project);
  const head = loaded.isUnread ? loaded : stripPrefix(loaded, values["head-prefix"] ?? prefix);
  const seen =
    values.seen === undefined
      ? undefined
      : await readFile(values.seen, "utf8").catch(() => {
          throw new UsageError(`File not found: ${values.seen}.`);
        });
  const report = await makeReport(base, head, project, {
    isWorkingTree: values.head === undefined,
    mayBeForeign:
      values.decisions === undefined &&
      [values.base, values.head].every((name) => name !== undefined && existsSync(name)),
    seen,
  });
  const printed = print(report, format);
  for (const name of fileFormats) {
    const file = values[name];
    if (file !== undefined) await writeReport(file, print(report, name));
  }
  if (values.out === undefined) process.stdout.write(printed);
  else {
    await writeReport(values.out, printed);
    console.log(`${report.verdict}: ${count(report)}; the report is in ${values.out}.`);
  }
  return outcome(report);
}

async function writeReport(file: string, printed: string): Promise<void> {
  await writeFile(file, printed).catch(({ message }: Error) => {
    throw new UsageError(`${file} cannot be written: ${message}.`);
  });
}

/** Runs the command, and sets the exit code of the process. */
export async function runReview(): Promise<void> {
  await runCommand(
    reviewUsage,
    review,
    (error) => (error instanceof SpecError ? error.message : undefined),
    2,
  );
}
