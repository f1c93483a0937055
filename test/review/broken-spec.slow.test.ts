// A spec that the compiler finds errors in is compared as far as it goes, and the report has the compiler's words.
import { afterAll, beforeEach, expect, test } from "vitest";
import { copyProject } from "../support/copy-project.ts";

const copy = await copyProject();
afterAll(() => copy.remove());

const files = ["spec/models/transactions.tsp", "spec/webhooks.tsp"];
const original = new Map(
  await Promise.all(files.map(async (file) => [file, await copy.read(file)] as const)),
);
beforeEach(async () => {
  for (const [file, text] of original) await copy.write(file, text);
});

/** Compares the edited spec with the committed document. */
async function review(): Promise<{ code: number; text: string }> {
  const flags = ["--base", "generated/openapi/openapi.yaml", "--format", "text"];
  return copy
    .run("packages/review/src/cli.ts", ...flags)
    .then((text) => ({ code: 0, text }))
    .catch(({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }));
}

test("a required field without an example", async () => {
  const [file = ""] = files;
  const before = "  /** Who is to pay. */";
  await copy.replace(file, before, `  /** Note. */\n  note: string;\n\n${before}`);
  const { code, text } = await review();
  expect(code).toBe(1);
  expect(text).toMatch(
    /breaking {2}spec\/models\/transactions\.tsp:\d+ .*\n.*`ChargeRequest\.note`/,
  );
  expect(text).toMatch(/The spec does not compile: \d+ errors?/);
  expect(text).toMatch(/example/);
});

test("a removed operation that leaves an error which nothing answers with", async () => {
  const [, file = ""] = files;
  const text = original.get(file) ?? "";
  const begin = text.lastIndexOf("  /**\n", text.indexOf('@operationId("deleteWebhook")'));
  const end = text.indexOf("\n}\n", begin);
  await copy.write(file, text.slice(0, begin) + text.slice(end));
  const report = await review();
  expect(report.code).toBe(1);
  expect(report.text).toMatch(/breaking {2}.*\n.*deleteWebhook/);
  expect(report.text).toMatch(/The spec does not compile: \d+ errors?/);
  expect(report.text).toMatch(/WEBHOOK_NOT_FOUND/);
});
