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

/** The same for the client's part: `@timeout` becomes the default timeout of a call. */
const clientRecipe: Record<string, [before: string, after: string]> = {
  "packages/contract/src/model.ts": [
    "  rateLimit?: behaviour.RateLimit;",
    "  rateLimit?: behaviour.RateLimit;\n  /** Seconds. */\n  timeout?: number;",
  ],
  "packages/contract/src/read-contract.ts": [
    '    rateLimit: operation["x-rate-limit"],',
    '    rateLimit: operation["x-rate-limit"],\n    timeout: operation["x-timeout"],',
  ],
  "packages/generator/src/client/print-contract.ts": [
    "    method: operation.method,",
    "    method: operation.method,\n    ...(operation.timeout !== undefined && { timeout: operation.timeout * 1000 }),",
  ],
  "packages/client/src/contract-table.ts": [
    "  /** Path, with the names of its parameters in braces. */",
    "  /** Default of the option `timeout`, in milliseconds. */\n  timeout?: number;\n  /** Path, with the names of its parameters in braces. */",
  ],
  "packages/client/src/call-state.ts": [
    "timeout = client.timeout",
    "timeout = operation.timeout ?? client.timeout",
  ],
  "packages/client/src/options.ts": [
    "   * @example { timeout: 5_000 }",
    "   * Default: the contract's, or the client's.\n   *\n   * @example { timeout: 5_000 }",
  ],
};

const sentence = "The service answers within 30 seconds.";
let copy: ProjectCopy;

beforeAll(async () => {
  copy = await copyProject();
  for (const [file, [before, added]] of Object.entries(recipe))
    await copy.replace(file, before, `${before}\n${added}`);
  for (const [file, [before, after]] of Object.entries(clientRecipe))
    await copy.replace(file, before, after);
  const operation = '@operationId("createTransfer")';
  await copy.replace("spec/transfers.tsp", operation, `${operation} @timeout(30)`);
  const lookup = '@operationId("getTransfer")';
  await copy.replace("spec/transfers.tsp", lookup, `${lookup} @timeout(1)`);
  await copy.run("packages/generator/src/generate.ts");
});
afterAll(() => copy.remove());

test("the files are those that CONTRIBUTING lists", async () => {
  const guide = await readFile(join(home, "CONTRIBUTING.md"), "utf8");
  const [, section = ""] = guide.split("### How to add a behaviour");
  const [own = ""] = section.split("\n## ");
  const [table = "", ...rest] = own.split("Tests need");
  const filesIn = (text: string) => [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file);
  expect(filesIn(table)).toEqual(Object.keys(recipe));
  expect(filesIn(rest.join())).toEqual(Object.keys(clientRecipe));
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

test("the review calls it risky once, as any field that it does not know", async () => {
  const base = join(home, "generated/openapi/openapi.yaml");
  const flags = ["--base", base, "--head", "generated/openapi/openapi.yaml", "--format", "json"];
  const report = JSON.parse(await copy.run("packages/review/src/cli.ts", ...flags));
  const added = { kind: "extension-added", severity: "risky" };
  expect(report.changes).toMatchObject([{ ...added, follows: [added] }]);
  expect(report.changes).toHaveLength(1);
});

test("the client acts on it: a call without a timeout ends after the contract's", async () => {
  const program = `
    import { createPixClient } from "./generated/client/src/index.ts";
    const client = createPixClient({
      apiKey: "key",
      apiSecret: "secret",
      baseUrl: "https://pix.example.com",
      retry: false,
      fetch: async (input, init) => {
        const { url, signal } = new Request(input, init);
        if (url.endsWith("/auth"))
          return Response.json({ success: true, token: "t", tokenType: "Bearer", expiresIn: 1800000 });
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const begin = Date.now();
    const { name } = await client.transfers.get("trf_1").catch((error) => error);
    console.log(name, Date.now() - begin < 10_000);
  `;
  await copy.write("program.ts", program);
  expect(await copy.run("program.ts")).toContain("TimeoutError true");
});
