// `npm run lint -- contract`: Spectral's findings in the contract, each at the line of the spec that people edit.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { load } from "../packages/review/src/load/load.ts";
import { type Flaw, UnreadSpecError } from "../packages/review/src/load/loaded.ts";
import { workflowCommand } from "../packages/review/src/report/annotations.ts";
import { type Diagnostic, lint, loadRuleset } from "./lint/spectral.ts";

const projectFolder = resolve(import.meta.dirname, "..");
const document = "generated/openapi/openapi.yaml";

const lintUsage = `Usage: npm run -s lint -- contract [--format text|github-actions] [SPEC]

Lints the contract that a spec compiles to (default: spec/main.tsp) with spec/lint/ruleset.yaml.
Exit code: 1 with findings, 2 if the spec does not compile.
`;

/** A finding and its line of the spec; the place in the document if it has none. */
interface Placed extends Diagnostic {
  file: string;
  line: number | undefined;
}

async function findAll(spec: string): Promise<Placed[]> {
  const loaded = await load(spec, "head", { root: projectFolder, spec, document });
  const flaws = loaded.flaws ?? [];
  // A spec with errors may lack the parts that rules look at.
  if (flaws.some(({ severity }) => severity === "error")) throw new UnreadSpecError(flaws);
  const findings = await lint(await loadRuleset(), loaded.document);
  const written = await loaded.locate(findings.map(({ at }) => at.slice(1)));
  const placed = findings.map((finding) => {
    const { file, line } = written.get(finding.at.slice(1)) ?? { file: document, line: undefined };
    return { ...finding, file, line };
  });
  return [...flaws.map((flaw) => toFinding(flaw, spec)), ...placed];
}

/** A warning of the compiler: `unused-model: Nothing uses 'Parcel'.` */
function toFinding({ file, line, text }: Flaw, spec: string): Placed {
  const [rule = ""] = text.split(": ", 1);
  return { rule, message: text.slice(rule.length + 2), at: "#", file: file ?? spec, line };
}

const findingPrinters: Record<string, (finding: Placed) => string> = {
  text: ({ file, line, rule, message }) =>
    `${file}${line === undefined ? "" : `:${line}`} - error ${rule}: ${message}`,
  "github-actions": ({ file, line, rule, message }) =>
    workflowCommand("error", { title: rule, file, ...(line !== undefined && { line }) }, message),
};

async function lintContract(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { format: { type: "string", default: "text" } },
  });
  const print = findingPrinters[values.format];
  if (!print || !Object.hasOwn(findingPrinters, values.format)) {
    throw new UsageError(
      `--format: '${values.format}' is not one of ${Object.keys(findingPrinters).join(", ")}.`,
    );
  }
  if (positionals.length > 1)
    throw new UsageError(`One spec is linted at a time: ${positionals.join(", ")}.`);
  const [spec = "spec/main.tsp"] = positionals;
  const findings = await findAll(resolve(projectFolder, spec));
  for (const finding of findings) console.log(print(finding));
  if (findings.length === 0) console.log(`No lint findings in ${spec}.`);
  return findings.length > 0 ? 1 : 0;
}

await runCommand(
  lintUsage,
  lintContract,
  (error) => (error instanceof SpecError ? error.message : undefined),
  2,
);
