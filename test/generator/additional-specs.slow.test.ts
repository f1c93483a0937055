// Workspaces with a spec of their own: an interface besides the contract's.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findAdditionalSpecs } from "../../packages/generator/src/additional-specs.ts";
import { generate, type Outcome, startGenerate } from "./support/generate.ts";
import { makeLibraryProject, type Project } from "./support/project.ts";

const spec = (service: string, place: string): string => `
import "@typespec/http";
using Http;

/** Which shelves there are. */
@service(#{ title: "Shelves" })
namespace ${service};

/** A shelf. */
model Shelf {
  /** Where it stands. */
  place: string;
}

/** Find a shelf. */
@get @route("/${place}") op find(): Shelf;
`;

let project: Project;
let flags: string[];
const files = ["openapi.json", "openapi.yaml", "package.json", "types.d.ts"];

// One project for all tests, which take turns: a generation takes seconds.
beforeAll(async () => {
  project = await makeLibraryProject();
  const manifest = join(project.root, "package.json");
  const content = JSON.parse(await readFile(manifest, "utf8")) as object;
  await writeFile(manifest, JSON.stringify({ ...content, workspaces: ["rooms/*", "cellar"] }));
  await write("rooms/reading/spec/main.tsp", spec("Shelves", "shelves"));
  await write("rooms/quiet/index.js", "");
  flags = ["--spec", project.entry, "--root", project.root];
});
afterAll(() => rm(project.root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(project.root, path, ".."), { recursive: true });
  await writeFile(join(project.root, path), text);
}

function read(path: string): Promise<string> {
  return readFile(join(project.root, "generated", path), "utf8");
}

function run(...more: string[]): Promise<Outcome> {
  return generate([...flags, ...more]);
}

test("every workspace with a spec is found, once and in order", async () => {
  await write("cellar/spec/main.tsp", "");
  expect(findAdditionalSpecs(project.root)).toEqual([
    "cellar/spec/main.tsp",
    "rooms/reading/spec/main.tsp",
  ]);
  await rm(join(project.root, "cellar"), { recursive: true });
  expect(findAdditionalSpecs(project.root)).toEqual(["rooms/reading/spec/main.tsp"]);
});

describe("a workspace's spec", () => {
  test("becomes a document and types, in the folder of its service's name; they say where they come from", async () => {
    expect(await run()).toMatchObject({ code: 0, stderr: "" });
    expect((await readdir(join(project.root, "generated/shelves"))).sort()).toEqual(files);
    expect(JSON.parse(await read("shelves/openapi.json"))).toMatchObject({
      info: { title: "Shelves" },
      paths: { "/shelves": { get: { operationId: "find" } } },
    });
    for (const file of ["shelves/openapi.yaml", "shelves/types.d.ts"]) {
      expect(await read(file)).toContain(
        "Generated from rooms/reading/spec/ by `npm run generate`",
      );
    }
    expect(await read("shelves/types.d.ts")).toContain('"/shelves": {');
    expect(await read("openapi/openapi.yaml")).not.toContain("/shelves");
  });

  test("is checked, and written again where it differs", async () => {
    expect(await run("--check")).toMatchObject({ code: 0 });
    await writeFile(join(project.root, "generated/shelves/openapi.yaml"), "{}");
    await writeFile(join(project.root, "generated/shelves/old.json"), "{}");
    const { code, stderr } = await run("--check");
    expect(code).toBe(1);
    expect(stderr).toMatch(/differs {2}.*generated[\\/]shelves[\\/]openapi\.yaml/);
    expect(stderr).toMatch(/obsolete {2}.*generated[\\/]shelves[\\/]old\.json/);
    await run();
    expect(await run("--check")).toMatchObject({ code: 0 });
  });

  test("that does not compile, or whose folder is taken, stops everything: nothing is written", async () => {
    const before = await read("shelves/openapi.json");
    for (const broken of ["model {", spec("OpenApi", "racks")]) {
      await write("rooms/reading/spec/main.tsp", broken);
      const { code, stderr } = await run();
      expect(code).toBe(1);
      expect(stderr).toContain("rooms/reading/spec/main.tsp");
      expect(stderr).toContain("Nothing was written.");
      expect(await read("shelves/openapi.json")).toBe(before);
    }
    await write("rooms/reading/spec/main.tsp", spec("Shelves", "shelves"));
  });

  test("is watched", async () => {
    const watch = startGenerate(["--watch", ...flags]);
    onTestFinished(async () => {
      watch.child.kill("SIGKILL");
      await watch.ended;
    });
    await expect.poll(watch.said).toContain("Watching ");
    await write("rooms/reading/spec/main.tsp", spec("Shelves", "racks"));
    await expect.poll(() => read("shelves/openapi.json")).toContain('"/racks"');
  });
});
