// The recipe of CONTRIBUTING, carried out on a copy: its files are enough for a new behaviour to reach every reader.
import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { home } from "./support/project.ts";

const run = promisify(execFile);

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
let root: string;

function read(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}

async function addBehind(file: string, before: string, added: string): Promise<void> {
  const text = await read(file);
  expect(text, file).toContain(before);
  await writeFile(
    join(root, file),
    text.replace(before, () => `${before}\n${added}`),
  );
}

/** Links what is installed; the packages of the project are those of the copy. */
async function linkModules(): Promise<void> {
  const from = join(home, "node_modules");
  const to = join(root, "node_modules");
  const own = "@pix-contract";
  await mkdir(to);
  await cp(join(from, own), join(to, own), { recursive: true, verbatimSymlinks: true });
  for (const name of await readdir(from))
    if (name !== own) await symlink(join(from, name), join(to, name), "junction");
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "recipe-")));
  for (const part of ["packages", "spec", "package.json", "docs", "generated"])
    await cp(join(home, part), join(root, part), {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|dist)$/.test(path),
    });
  await linkModules();
  for (const [file, [before, added]] of Object.entries(recipe))
    await addBehind(file, before, added);
  await addBehind("spec/transfers.tsp", '  @operationId("createTransfer")', "  @timeout(30)");
  await run("node", ["packages/generator/src/generate.ts"], { cwd: root });
});
afterAll(() => rm(root, { recursive: true }));

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
  expect(await read(file)).toContain(text);
});

test("the review calls it risky, as any field that it does not know", async () => {
  const base = join(home, "generated/openapi/openapi.yaml");
  const flags = ["--base", base, "--head", "generated/openapi/openapi.yaml", "--format", "json"];
  const { stdout } = await run("node", ["packages/review/src/cli.ts", ...flags], { cwd: root });
  const changes: unknown = JSON.parse(stdout).changes;
  expect(changes).toMatchObject([{ kind: "extension-added", severity: "risky" }]);
});
