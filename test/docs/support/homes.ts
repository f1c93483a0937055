// Where programs of the documentation are run: in a fresh clone, and in a project of somebody else's with the packages.
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { nodeWithTypes, runtimes } from "../../packages/support/matrix.ts";
import { installProject } from "../../packages/support/project.ts";
import { run } from "../../packages/support/run.ts";
import { publishedFolders, readManifest } from "../../release/packages.ts";
import { cloneProject } from "../../support/clone.ts";
import type { Program, Runner } from "./programs.ts";

const root = join(import.meta.dirname, "../../..");

/** A way to run programs. */
export interface Home {
  name: string;
  runner: Runner;
  /** Path of a program's file, as it is named where it is run. */
  pathOf(program: Program): string;
}

/** Folder of a page's programs: they import each other, those of the server across its pages. */
function folderOf(page: string): string {
  return page.replace(/(?<=guides\/server)-\w+/, "").replaceAll(/\W+/g, "-");
}

async function writePrograms(folder: string, programs: readonly Program[]): Promise<void> {
  for (const { page, file, text } of programs) {
    await mkdir(join(folder, folderOf(page)), { recursive: true });
    await writeFile(join(folder, folderOf(page), file), text);
  }
}

/** A clone in which nothing is built, on a machine with Node 20: the guides' `npm run -s node -- FILE`. */
export async function makeClone(folder: string, programs: readonly Program[]): Promise<Home> {
  await cloneProject(folder);
  await writePrograms(join(folder, "tmp"), programs);
  const [node20 = ""] = runtimes["Node 20"] ?? [];
  return {
    name: "a clone",
    runner: {
      command: ["npm", "run", "-s", "node", "--"],
      cwd: folder,
      env: { ...process.env, PATH: `${dirname(node20)}${delimiter}${process.env.PATH}` },
    },
    pathOf: ({ page, file }) => join("tmp", folderOf(page), file),
  };
}

/** An empty project with every package, as it would be published; programs are compiled there for who cannot run types. */
export async function makeProject(folder: string, programs: readonly Program[]): Promise<Home[]> {
  const names = publishedFolders(root).map((path) => readManifest(join(root, path)).name);
  const project = await installProject(
    names,
    [
      "@hono/node-server",
      "@types/express",
      "@types/node",
      "@types/pg",
      "ajv",
      "ajv-formats",
      "express",
      "fastify",
      "hono",
      "https-proxy-agent",
      "ipaddr.js",
      "jose",
      "msw",
      "pg",
      "qr",
      "@opentelemetry/api",
      "@opentelemetry/sdk-trace-node",
    ],
    folder,
  );
  await writePrograms(project, programs);
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config(programs)));
  await run(join(root, "node_modules/.bin/tsc"), ["-p", "."], project);
  const nodes = {
    "Node 20, compiled": runtimes["Node 20"]?.[0],
    "Node 22.18": nodeWithTypes,
  };
  return Object.entries(nodes).map(([name, node = ""]) => ({
    name,
    runner: { command: [node], cwd: project, env: process.env },
    pathOf: ({ page, file }) =>
      name.endsWith("compiled") && file.endsWith(".ts")
        ? join("out", folderOf(page), file.replace(/ts$/, "js"))
        : join(folderOf(page), file),
  }));
}

function config(programs: readonly Program[]): object {
  return {
    compilerOptions: {
      target: "es2022",
      lib: ["es2023"],
      module: "nodenext",
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: ".",
      outDir: "out",
    },
    files: programs
      .filter(({ file }) => file.endsWith(".ts"))
      .map(({ page, file }) => join(folderOf(page), file)),
  };
}
