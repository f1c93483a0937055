// The recipe of CONTRIBUTING, carried out on a copy: its files are enough for a new behaviour to reach every reader.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "../support/copy-project.ts";
import { home } from "./support/project.ts";

/** What each file of the recipe gets, and the line before it. */
const recipe: Record<string, [before: string, added: string]> = {
  "packages/behaviour/lib/fields.tsp": [
    "extern dec rateLimit(target: Operation, options: valueof RateLimitOptions);",
    "/** Says within how many seconds an operation answers. Becomes `x-timeout`. */\nextern dec timeout(target: Operation, seconds: valueof Positive);",
  ],
  "packages/behaviour/src/index.ts": [
    "    sunset: $sunset,",
    '    timeout: makeField("x-timeout"),',
  ],
  "packages/behaviour/fields.json": [
    '  "$defs": {',
    '    "x-timeout": { "type": "integer", "minimum": 1, "description": "Seconds." },',
  ],
  "packages/contract/src/openapi.ts": [
    '  "x-rate-limit"?: behaviour.RateLimit;',
    '  "x-timeout"?: number;',
  ],
  "packages/contract/src/sentences.ts": [
    "  const sentences: Sentence[] = [];",
    `  const timeout = operation["x-timeout"];
  if (timeout !== undefined)
    sentences.push({
      keyword: "timeout",
      title: "Timeout",
      text: \`The service answers within \${timeout} seconds.\`,
    });`,
  ],
};
const sentence = "The service answers within 30 seconds.";
let copy: ProjectCopy;

beforeAll(async () => {
  copy = await copyProject();
  for (const [file, [before, added]] of Object.entries(recipe))
    await copy.replace(file, before, `${before}\n${added}`);
  const operation = '@operationId("createTransfer")';
  await copy.replace("spec/transfers.tsp", operation, `${operation} @timeout(30)`);
  await copy.run("packages/generator/src/generate.ts");
});
afterAll(() => copy.remove());

test("the files are those that CONTRIBUTING lists", async () => {
  const guide = await readFile(join(home, "CONTRIBUTING.md"), "utf8");
  const [, section = ""] = guide.split("### How to add a behaviour");
  const [table = ""] = section.split("Tests need");
  const listed = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file);
  expect(listed).toEqual(Object.keys(recipe));
});

test.each([
  ["the document's field", "generated/openapi/openapi.yaml", "x-timeout: 30"],
  ["the document's words", "generated/openapi/openapi.yaml", `**Timeout.** ${sentence}`],
  ["the reference", "docs/reference/operation-createTransfer.md", `: ${sentence}`],
  ["the client's comments", "generated/client/src/client.ts", `* Timeout: ${sentence}`],
  ["the client's page of methods", "generated/client/api.md", `Timeout: ${sentence}`],
])("it stands in %s", async (_, file, text) => {
  expect(await copy.read(file)).toContain(text);
});

test("the review calls it risky, as any field that it does not know", async () => {
  const base = join(home, "generated/openapi/openapi.yaml");
  const flags = ["--base", base, "--head", "generated/openapi/openapi.yaml", "--format", "json"];
  const report = JSON.parse(await copy.run("packages/review/src/cli.ts", ...flags));
  expect(report.changes).toMatchObject([{ kind: "extension-added", severity: "risky" }]);
});
