import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { initProject } from "./init.ts";
import { own } from "./installed.ts";

let printed = "";
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((text) => {
    printed = text;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Makes a project in a folder; gives its package.json. */
function init(root: string, ...given: [name?: string, document?: string, overlays?: string[]]) {
  initProject(root, ...given);
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

test("a new project has a spec, and a package.json with the name of the folder", async () => {
  const root = await makeFolder();
  const manifest = init(root);
  expect(manifest).toMatchObject({
    name: basename(root).toLowerCase(),
    version: "0.1.0",
    private: true,
    type: "module",
    workspaces: ["generated/*"],
    devDependencies: { [own.name]: own.version, "@typespec/compiler": expect.any(String) },
  });
  expect(manifest.scripts.generate).toMatch(/ generate$/);
  expect(readFileSync(join(root, "spec/main.tsp"), "utf8")).toContain("@service");
  expect(printed).toContain("The spec is in spec/main.tsp.");
  expect(() => init(root)).toThrow(`There is a folder spec in ${root} already.`);
});

test("what a package.json has stays", async () => {
  const root = await makeFolder();
  const old = {
    name: "loans",
    version: "2.0.0",
    private: false,
    workspaces: ["apps/*", "generated/*"],
    scripts: { generate: "own", test: "t" },
    devDependencies: { [own.name]: "0.0.1", other: "1.0.0" },
    license: "MIT",
  };
  writeFileSync(join(root, "package.json"), JSON.stringify(old));
  const manifest = init(root);
  expect(manifest).toMatchObject(old);
  expect(manifest.devDependencies).toHaveProperty("@typespec/compiler");
  writeFileSync(join(root, "package.json"), JSON.stringify({ ...old, workspaces: ["apps/*"] }));
  writeFileSync(join(root, "own.json"), "{}");
  const again = init(root, "library", join(root, "own.json"));
  expect(again).toMatchObject({ name: "library", workspaces: ["apps/*", "generated/*"] });
});

test("a document and its overlays stand in the command with their paths from the project, quoted for a shell", async () => {
  const root = await makeFolder();
  const document = join(root, "my api.yaml");
  writeFileSync(document, "");
  const { scripts } = init(root, "loans", document, [join(root, "a.yaml"), join(root, "b c.yaml")]);
  expect(scripts.generate).toMatch(
    / generate --spec "my api\.yaml" --overlay a\.yaml --overlay "b c\.yaml"$/,
  );
  expect(existsSync(join(root, "spec"))).toBe(false);
  expect(printed).toContain('generate --spec "my api.yaml"');
});

test.for([
  ["loans", "none.yaml", "There is no file "],
  ["loans", "package.json.txt", "is not an OpenAPI document"],
  ["Loans!", "library.yaml", "Loans!"],
] as const)(
  "%s with the document %s is refused, and nothing is written",
  async ([name, file, message]) => {
    const root = await makeFolder();
    if (file !== "none.yaml") writeFileSync(join(root, file), "");
    expect(() => init(root, name, join(root, file))).toThrow(message);
    expect(existsSync(join(root, "package.json"))).toBe(false);
  },
);
