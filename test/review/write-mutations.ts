// `npm run docs -- mutations`: edits every declaration of the spec in every way and writes what the review made of it into
// the page of rules. `-- 4` tries each fourth edit. Fails where a finding names something else than what was edited.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EditedSpec, type Judgement, type Result, results } from "./judge.ts";
import { edits } from "./mutate.ts";
import { commentOn, commentPage, printCommentPage } from "./pull-request.ts";

const root = join(import.meta.dirname, "../..");
const page = join(root, "docs/guides/review-rules.md");
const title = "## Every declaration of this spec, edited";
const share = Number(process.argv[2] ?? 1);
const columns = Object.keys(results) as Result[];

function print(judgements: readonly Judgement[], all: number): string {
  const row = (name: string, own: readonly Judgement[]): string => {
    const counts = columns.map((column) => own.filter(({ result }) => result === column).length);
    return `| ${[name, own.length, ...counts].join(" | ")} |`;
  };
  const rows = edits.map((edit) =>
    row(
      edit,
      judgements.filter(({ mutation }) => mutation.edit === edit),
    ),
  );
  const meanings = Object.entries(results).map(([name, meaning]) => `- ${name}: ${meaning}`);
  return [
    `${title}\n\nEach declaration of \`spec/\` is edited once in each way, and the review of the edit is judged by its lines.`,
    `\`npm run docs -- mutations\` repeats it and writes this table: on ${new Date().toISOString().slice(0, 10)} for ${judgements.length} of ${all} edits.`,
    `\n${meanings.join("\n")}\n`,
    `| Edit | All | ${columns.join(" | ")} |\n|---|${"---:|".repeat(columns.length + 1)}`,
    ...rows,
    `${row("all", judgements)}\n`,
  ].join("\n");
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "mutations-")));
try {
  const spec = new EditedSpec(root, join(folder, "project"));
  const judgements: Judgement[] = [];
  const all = spec.mutations();
  for (const mutation of all.filter((_, index) => index % share === share - 1)) {
    const judgement = await spec.judge(mutation);
    judgements.push(judgement);
    const { edit, what, name, file } = mutation;
    if (judgement.result === "wrong")
      console.error(`${edit} ${what} ${name} of ${file}\n  ${judgement.findings.join("\n  ")}`);
    if (judgements.length % 25 === 0) console.log(`${judgements.length} edits`);
  }
  writeFileSync(join(root, commentPage), printCommentPage(await commentOn(spec)));
  const text = readFileSync(page, "utf8");
  const [before = ""] = text.split(`\n${title}`);
  writeFileSync(page, `${before.trimEnd()}\n\n${print(judgements, all.length)}`);
  process.exitCode = judgements.some(({ result }) => result === "wrong") ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
