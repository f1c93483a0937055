import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileState, statesOf } from "./support/files.ts";
import { type Running, startGenerate } from "./support/generate.ts";
import { makeLibraryProject, type Project } from "./support/project.ts";

let project: Project;
let watch: Running;
let main: string;

// One watch for all tests, which take turns. How long anything takes is waited for, not judged.
beforeAll(async () => {
  project = await makeLibraryProject();
  main = await readFile(project.entry, "utf8");
  watch = startGenerate(["--watch", "--spec", project.entry, "--root", project.root]);
});
afterAll(async () => {
  watch.child.kill("SIGKILL");
  await watch.ended;
  await rm(project.root, { recursive: true });
});

function documentText(): Promise<string> {
  return readFile(join(project.root, "generated/openapi/openapi.yaml"), "utf8").catch(() => "");
}

/** Waits until something holds; fails with the output of the command. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(holds, { interval: 50 })
    .toBe(true)
    .catch((cause: unknown) => {
      throw new Error(`It never came to be. The command said:\n${watch.said()}`, { cause });
    });
}

/** Waits for the document to have a title. */
function untilTitle(title: string): Promise<void> {
  return until(async () => (await documentText()).includes(`\n  title: ${title}\n`));
}

function titled(title: string): string {
  return main.replace("Lending library", title);
}

function generated(): Promise<Record<string, FileState>> {
  return statesOf(project.root, ["generated", "docs"]);
}

test("a change that comes while the first output is still being made is not lost", async () => {
  await writeFile(project.entry, titled("Early"));
  await untilTitle("Early");
  await until(() => watch.said().includes("Watching "));
});

test("the output follows a change", async () => {
  await writeFile(project.entry, titled("Written"));
  await untilTitle("Written");
});

test("it follows a file that is replaced, again and again, as editors do that write in one step", async () => {
  for (const title of ["Replaced", "Replaced twice", "Replaced thrice"]) {
    await writeFile(`${project.entry}.draft`, titled(title));
    await rename(`${project.entry}.draft`, project.entry);
    await untilTitle(title);
  }
});

test("it follows a file in a folder that is new", async () => {
  const folder = join(project.entry, "../attic/corner");
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "box.tsp"),
    'namespace Library;\n/** A box. */\nmodel Box { @example("oak") wood: string }\n',
  );
  const shelved = titled("Boxed").replace(
    "namespace Library;",
    'namespace Library;\n@Http.route("/box") @Http.get @OpenAPI.operationId("openBox") @tag("books") op openBox(): Box;',
  );
  await writeFile(
    project.entry,
    shelved.replace(
      'import "./books.tsp";',
      'import "./books.tsp";\nimport "./attic/corner/box.tsp";',
    ),
  );
  await untilTitle("Boxed");
  await writeFile(
    join(folder, "box.tsp"),
    "namespace Library;\n/** A crate. */\nmodel Box { wood: string }\n",
  );
  await until(async () => (await documentText()).includes("description: A crate."));
});

test("mistakes are reported and change no file; the watch goes on", async () => {
  const mistake = async (name: string): Promise<void> => {
    await writeFile(project.entry, `${titled("Broken")}\nop broken(): ${name};\n`);
    await until(() => watch.said().includes(`error invalid-ref: Unknown identifier ${name}\n`));
  };
  // Once the first is reported, everything before it is written.
  await mistake("Nothing");
  const before = await generated();
  await mistake("Nowhere");
  expect(await generated()).toEqual(before);
  expect(await documentText()).not.toContain("Broken");
  expect(watch.said()).toContain("Nothing was written.\n");
  await writeFile(project.entry, titled("Mended"));
  await untilTitle("Mended");
});

test("an interrupt ends it in order", async () => {
  watch.child.kill("SIGINT");
  const { code, stdout, stderr } = await watch.ended;
  expect(code).toBe(0);
  expect(stdout + stderr).not.toMatch(/\n {4}at |Error:/);
  const left = Object.keys(await generated()).filter((path) => path.endsWith(".tmp"));
  expect(left).toEqual([]);
});
