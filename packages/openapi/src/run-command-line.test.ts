import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { runCommandLine } from "./run-command-line.ts";

const own = { name: "@library-contract/openapi", version: "1.2.3" };
const folder = await makeFolder(afterAll);
let old = "";
let changed = "";
beforeAll(async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Library", version: "1.0" },
    paths: {},
    "x-body-limit": 2048,
  };
  [old, changed] = [join(folder, "old.json"), join(folder, "new.json")];
  await writeFile(old, JSON.stringify(document));
  await writeFile(changed, JSON.stringify({ ...document, "x-body-limit": 1024 }));
});

const run = (...args: string[]) => runAs(own, ...args);

async function runAs(
  manifest: typeof own & { config?: { published: boolean } },
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const said = { out: "", err: "" };
  const code = await runCommandLine(
    args,
    {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    },
    manifest,
  );
  return { code, ...said };
}

test("the exit code is 1 for a breaking change, 0 for a risky one and for none", async () => {
  const breaking = await run("diff", old, changed);
  expect(breaking.code).toBe(1);
  expect(breaking.out).toContain("Contract: breaking");
  expect(await run("diff", changed, old)).toMatchObject({ code: 0, err: "" });
  expect((await run("diff", old, old)).out).toContain("no change of meaning");
});

test("every format, and a file", async () => {
  expect(JSON.parse((await run("diff", old, changed, "--format", "json")).out)).toMatchObject({
    verdict: "breaking",
  });
  expect((await run("diff", old, changed, "--format", "changelog")).out).toContain("### Breaking");
  const file = join(folder, "diff.html");
  const { out } = await run("diff", old, changed, "--format", "html", "--out", file);
  expect(out).toBe(`breaking: 1 breaking; the report is in ${file}.\n`);
  expect(await readFile(file, "utf8")).toMatch(/^<!doctype html>/);
});

test("help and version", async () => {
  expect((await run("--help")).out).toContain("Usage: npx @library-contract/openapi ");
  expect((await run("diff", "--help")).out).toContain("diff [options] <OLD> <NEW>");
  expect((await run()).code).toBe(0);
  expect((await run("--version")).out).toBe("1.2.3\n");
});

test.for<[string[], string]>([
  [["compare"], "Unknown command 'compare'. See npx @library-contract/openapi --help."],
  [["diff", "1.0"], "NEW is missing."],
  [["diff", "1.0", "1.1", "1.2"], "Too many arguments for diff."],
  [["diff", "none.yaml", "1.1"], "File not found: none.yaml."],
  [["diff", "1.0;ls", "1.1"], "1.0;ls is neither a file nor a version."],
  [["diff", "1.0", "--fast"], "--fast"],
  [
    ["diff", "1.0", "1.1", "--format", "pdf"],
    "It can be md, text, json, html, annotations, changelog, sarif.",
  ],
])("%j is refused: %s", async ([args, message]) => {
  const { code, out, err } = await run(...args);
  expect(err).toContain(message);
  expect(err).toMatch(/^.+ See npx .+ --help\.\n$/);
  expect([code, out]).toEqual([2, ""]);
});

test("no registry is asked for a version before one is published", async () => {
  const { code, err } = await runAs({ ...own, config: { published: false } }, "diff", "1.0", "1.1");
  expect(err).toContain(
    "@library-contract/openapi has no published versions yet: compare two documents.",
  );
  expect(code).toBe(2);
});

test("a file that is no contract and a folder that cannot be written are refused", async () => {
  const file = join(folder, "text.yaml");
  await writeFile(file, "just text");
  expect((await run("diff", file, old)).err).toMatch(/is not an OpenAPI document/);
  expect((await run("diff", old, old, "--out", "/no/folder/x")).err).toContain(
    "--out /no/folder/x: it cannot be written",
  );
});
