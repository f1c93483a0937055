// The spec as an ordinary TypeSpec project: TypeSpec's own command writes its document.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { makeFolder } from "../support/folder.ts";

const home = join(import.meta.dirname, "../..");
const compiler = join(home, "node_modules/@typespec/compiler/cmd");
const emitter = "@pix-contract/generator";
let folder: string;

beforeEach(async () => {
  folder = await makeFolder();
});

/** Runs `tsp compile spec` as anybody would, into a folder of the test's own. */
function compile(...flags: string[]): Promise<string> {
  return run(
    process.execPath,
    [
      join(compiler, "tsp.js"),
      "compile",
      "spec",
      "--option",
      `${emitter}.emitter-output-dir=${folder}`,
      "--output-dir",
      folder,
      ...flags,
    ],
    home,
  );
}

describe("tsp compile spec", () => {
  test("writes the very package that npm run generate writes, and nothing else", async () => {
    await compile();
    expect(await readdir(folder)).toEqual(["openapi"]);
    for (const file of [
      "openapi.yaml",
      "openapi.json",
      "types.d.ts",
      "package.json",
      "README.md",
    ]) {
      const committed = await readFile(join(home, "generated/openapi", file), "utf8");
      expect(await readFile(join(folder, "openapi", file), "utf8"), file).toBe(committed);
    }
  });

  test("warns of what TypeSpec's own emitter of OpenAPI leaves out", async () => {
    const said = await compile("--emit", "@typespec/openapi3");
    expect(said).toMatch(
      /behaviour\/openapi3-alone: .* webhooks and callbacks of 8 notifications and .* errors/,
    );
    const [file = ""] = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith(".yaml"),
    );
    expect(await readFile(join(folder, file), "utf8")).not.toMatch(/^ {2}\/notifications/m);
  });

  test("writes nothing with --no-emit, or where the spec has no document", async () => {
    await compile("--no-emit");
    const entry = "test/generator/library/shared.tsp";
    const flags = ["--emit", emitter, "--output-dir", folder];
    const wrong = run(
      process.execPath,
      [join(compiler, "tsp.js"), "compile", entry, ...flags],
      home,
    );
    await expect(wrong).rejects.toThrow(
      /error @pix-contract\/generator\/unsupported: The spec has to declare exactly one @service; it declares 0/,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
