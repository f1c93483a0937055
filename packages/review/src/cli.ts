#!/usr/bin/env node
// The command: what its flags mean. The comparison is in compare.ts.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../../contract/src/command.ts";
import { SpecError } from "../../contract/src/spec-error.ts";
import { load } from "./load/load.ts";
import { stripPrefix } from "./load/strip-prefix.ts";
import { makeReport, type ProjectFiles } from "./make-report.ts";
import { isFormat, outcome, print, printFormats } from "./report/print.ts";
import { count } from "./report/report.ts";

const usage = `Usage: contract-review --base X [--head Y] [options]

Says what changed from one contract to another, whom it breaks, and where it was written.

  --base X          the contract as it was: a git ref, an OpenAPI document (.yaml, .json) or a spec (.tsp, or its folder)
  --head Y          the contract as it is to be: the same (the spec of the working tree)
  --format F        ${printFormats.join(", ")} (md)
  --out FILE        write the report there, and one line to the terminal
  --decisions FILE  severities and accepted changes (review.yaml)
  --seen FILE       an earlier report, in Markdown or JSON: what it did not have is marked as new
  --strip-prefix P  leave a beginning of all paths out, such as /v1; --base-prefix and --head-prefix for one side
  --spec FILE       main file of the spec in a git ref and in the working tree (spec/main.tsp)
  --document FILE   committed document, which a git ref is read from if it has one (generated/openapi/openapi.yaml)
  --help            show this

Exit code: 1 on a breaking change that no decision accepts, unless the head's major version is a later one; 2 where there
is no comparison: wrong options, or a contract that cannot be read.
`;

const text = { type: "string" } as const;
const options = {
  ...{ base: text, head: text, out: text, seen: text, "strip-prefix": text, "base-prefix": text, "head-prefix": text },
  format: { ...text, default: "md" },
  decisions: text,
  spec: { ...text, default: "spec/main.tsp" },
  document: { ...text, default: "generated/openapi/openapi.yaml" },
  help: { type: "boolean", default: false },
} as const;

async function review(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.base === undefined) throw new UsageError("--base is missing: say what to compare with.");
  const { format } = values;
  if (!isFormat(format)) throw new UsageError(`--format: '${format}' is not one of ${printFormats.join(", ")}.`);
  if (values.decisions !== undefined && !existsSync(values.decisions))
    throw new UsageError(`File not found: ${values.decisions}.`);
  const project: ProjectFiles = {
    ...{ root: ".", spec: values.spec, document: values.document, decisions: values.decisions ?? "review.yaml" },
    consumers: "test/consumers",
  };
  const prefix = values["strip-prefix"];
  const base = stripPrefix(await load(values.base, project), values["base-prefix"] ?? prefix);
  const head = stripPrefix(await load(values.head ?? project.spec, project), values["head-prefix"] ?? prefix);
  const seen = values.seen === undefined ? undefined : await readFile(values.seen, "utf8").catch(() => undefined);
  if (values.seen !== undefined && seen === undefined) throw new UsageError(`File not found: ${values.seen}.`);
  const report = await makeReport(base, head, project, { isWorkingTree: values.head === undefined, seen });
  const printed = print(report, format);
  if (values.out === undefined) process.stdout.write(printed);
  else {
    await writeFile(values.out, printed).catch(({ message }: Error) => {
      throw new UsageError(`${values.out} cannot be written: ${message}.`);
    });
    console.log(`${report.verdict}: ${count(report)}; the report is in ${values.out}.`);
  }
  return outcome(report);
}

await runCommand(usage, review, (error) => (error instanceof SpecError ? error.message : undefined), 2);
