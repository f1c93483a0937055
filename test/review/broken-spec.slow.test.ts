// A spec that the compiler finds errors in is compared as far as it was read, and the report has the compiler's words.
import { afterAll, expect, test } from "vitest";
import { copyProject } from "../support/copy-project.ts";

const copy = await copyProject();
afterAll(() => copy.remove());

type Edit = [file: string, from: string, to: string];

/** The report on the spec with some edits, which are undone, compared with the committed document. */
async function review(edits: Edit[], format = "text"): Promise<{ code: number; text: string }> {
  const original = new Map<string, string>();
  for (const [file, from, to] of edits) {
    const text = await copy.read(file);
    if (!original.has(file)) original.set(file, text);
    if (!text.includes(from)) throw new Error(`${file} has no "${from}".`);
    await copy.write(file, text.replace(from, to));
  }
  const flags = ["--base", "generated/openapi/openapi.yaml", "--format", format];
  const report = await copy
    .run("packages/review/src/cli.ts", ...flags)
    .then((text) => ({ code: 0, text }))
    .catch(({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }));
  for (const [file, text] of original) await copy.write(file, text);
  return report;
}

const charges = "spec/models/transactions.tsp";
/** An edit that is compared, whatever the mistake is. */
const lowerLimit: Edit = ["spec/common/text.tsp", "@maxLength(140)", "@maxLength(100)"];
const lowered = /breaking {2}spec\/common\/text\.tsp:\d+ .*\n.*`Description`.*from 140 to 100/;

const mistakes: [name: string, edit: Edit, words: RegExp][] = [
  [
    "the type of a field is unknown",
    [charges, "  amountInCents: Amount;", "  amountInCents: Amont;"],
    /^ {2}spec\/models\/transactions\.tsp:\d+ {2}error invalid-ref: Unknown identifier Amont$/m,
  ],
  [
    "an error of a union is unknown",
    ["spec/transactions.tsp", "JsonResponse<422, AmountTooLow", "JsonResponse<422, AmountTooLw"],
    /^ {2}spec\/transactions\.tsp:\d+ {2}error invalid-ref: Unknown identifier AmountTooLw$/m,
  ],
  [
    "the body of a response is unknown",
    ["spec/webhooks.tsp", "model CreatedWebhookEnvelope", "model CreatedEnvelope"],
    /^ {2}spec\/webhooks\.tsp:\d+ {2}error invalid-ref: Unknown identifier CreatedWebhookEnvelope$/m,
  ],
  [
    "a decorator is unknown",
    ["spec/transfers.tsp", "@rateLimit(", "@rateLimi("],
    /^ {2}spec\/transfers\.tsp:\d+ {2}error invalid-ref: Unknown decorator @rateLimi$/m,
  ],
  [
    "a field has no colon",
    [charges, "  amountInCents: Amount;", "  amountInCents Amount;"],
    /^ {2}spec\/models\/transactions\.tsp:\d+ {2}error token-expected: ':' expected\.$/m,
  ],
  [
    "a model has no brace",
    ["spec/models/transfers.tsp", "model TransferSummary {", "model TransferSummary"],
    /^ {2}spec\/models\/transfers\.tsp:\d+ {2}error token-expected: /m,
  ],
  [
    "an import has no file",
    ["spec/files.tsp", 'import "./webhooks.tsp"', 'import "./webhook.tsp"'],
    /^ {2}spec\/files\.tsp:\d+ {2}error import-not-found: /m,
  ],
];

test.for(mistakes)("%s: the rest is compared", async ([, edit, words]) => {
  const { code, text } = await review([edit, lowerLimit]);
  expect(text).toMatch(words);
  expect(text).toMatch(lowered);
  expect(text).toMatch(/^Contract: breaking, as far as the spec compiles$/m);
  expect(text).toMatch(/compared as far as the compiler read it/);
  expect(text).not.toMatch(/ErrorType|UnreadType|be anything/);
  expect(code).toBe(1);
});

test("what was not read is no finding", async () => {
  for (const [, edit] of mistakes.slice(0, 3)) {
    const { text } = await review([edit]);
    expect(text).not.toMatch(/^(breaking|risky)/m);
  }
});

test("a spec that makes no document: the report says so, and has the compiler's words", async () => {
  const edit: Edit = ["spec/main.tsp", "@service(#{", "@servic(#{"];
  const { code, text } = await review([edit]);
  expect(text).toMatch(/makes no document to compare/);
  expect(text).toMatch(
    /^ {2}spec\/main\.tsp:\d+ {2}error invalid-ref: Unknown decorator @servic$/m,
  );
  expect(text).toMatch(/version step: none/);
  expect(code).toBe(1);
  const lines = (await review([edit], "annotations")).text;
  expect(lines).toMatch(
    /^::error file=spec\/main\.tsp,line=\d+,title=breaking%3A spec-unread::The spec makes no document because of its mistakes, and is not compared\./m,
  );
  expect(lines).toMatch(
    /^::error file=spec\/main\.tsp,line=\d+,title=The spec does not compile%3A \d+ errors::error invalid-ref/m,
  );
});

test("a required field without an example", async () => {
  const before = "  /** Customer of the charge: the expected payer. */";
  const { code, text } = await review([
    [charges, before, `  /** Note. */\n  note: string;\n\n${before}`],
  ]);
  expect(code).toBe(1);
  expect(text).toMatch(
    /breaking {2}spec\/models\/transactions\.tsp:\d+ .*\n.*`ChargeRequest\.note`/,
  );
  expect(text).toMatch(/The spec does not compile: \d+ errors?/);
  expect(text).toMatch(/example/);
});

test("a removed operation that leaves an error which nothing answers with", async () => {
  const file = "spec/webhooks.tsp";
  const text = await copy.read(file);
  const begin = text.lastIndexOf("  /**\n", text.indexOf('@operationId("deleteWebhook")'));
  const end = text.indexOf("\n}\n", begin);
  const report = await review([[file, text.slice(begin, end), ""]]);
  expect(report.code).toBe(1);
  expect(report.text).toMatch(/breaking {2}.*\n.*deleteWebhook/);
  expect(report.text).toMatch(/The compiler warns: \d+ warnings?/);
  expect(report.text).not.toMatch(/as far as the (spec compiles|compiler read it)/);
  expect(report.text).toMatch(/WEBHOOK_NOT_FOUND/);
});
