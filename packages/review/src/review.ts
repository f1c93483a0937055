// `npm run review`: what the flags mean. The comparison is in compare.ts.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../../contract/src/command.ts";
import { SpecError } from "../../contract/src/spec-error.ts";
import { load } from "./load/load.ts";
import { makeReport, type Surroundings } from "./make-report.ts";
import { printAnnotations } from "./report/annotations.ts";
import { printChangelog } from "./report/changelog.ts";
import { printHtml } from "./report/html.ts";
import { printJson } from "./report/json.ts";
import { printMarkdown } from "./report/markdown.ts";
import { type Contracts, count, type Report } from "./report/report.ts";

const usage = `Usage: npm run review -- --base <git ref or file> [options]

  --base X          the contract as it was: a git ref, an OpenAPI document (.yaml, .json) or a spec (.tsp)
  --head X          the contract as it is to be: the same (spec/main.tsp of the working tree)
  --format F        md, json or html (md); annotations for the lines of a pull request on GitHub, changelog for a
                    draft of the change log
  --out FILE        write the report there, and one line to the terminal
  --allow-breaking  exit with 0 on a breaking change
  --help            show this

Exits with 1 on a breaking change, unless the head's major version is a later one, and with 2 for flags that it does
not know.
`;

const formats = ["md", "json", "html", "annotations", "changelog"] as const;
type Format = (typeof formats)[number];

const project: Surroundings = {
  root: ".",
  spec: "spec/main.tsp",
  document: "generated/openapi/openapi.yaml",
  ruleset: "spec/lint/ruleset.yaml",
  consumers: "test/consumers",
  inventory: "test/interface/inventory.yaml",
};

function readFormat(value: string): Format {
  const format = formats.find((known) => known === value);
  if (!format) throw new UsageError(`--format: '${value}' is none of ${formats.join(", ")}.`);
  return format;
}

function print(report: Report, contracts: Contracts, format: Format): string {
  const printers: Record<Format, () => string> = {
    md: () => printMarkdown(report),
    json: () => printJson(report),
    html: () => printHtml(report, contracts),
    annotations: () => printAnnotations(report),
    changelog: () => printChangelog(report),
  };
  return printers[format]();
}

async function review(): Promise<number> {
  const { values } = parseArgs({
    options: {
      base: { type: "string" },
      head: { type: "string" },
      format: { type: "string", default: "md" },
      out: { type: "string" },
      "allow-breaking": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.base === undefined) throw new UsageError("--base is missing: say what to compare with.");
  const format = readFormat(values.format);
  const base = await load(values.base, project);
  const head = await load(values.head ?? project.spec, project);
  const report = await makeReport(base, head, project, values.head === undefined);
  const text = print(report, { base, head }, format);
  if (values.out === undefined) process.stdout.write(text);
  else {
    await writeFile(values.out, text);
    console.log(`${report.verdict}: ${count(report)}; the report is in ${values.out}.`);
  }
  return report.verdict === "breaking" && !report.majorMoved && !values["allow-breaking"] ? 1 : 0;
}

await runCommand(usage, review, (error) => (error instanceof SpecError ? error.message : undefined));
