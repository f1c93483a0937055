import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

const root = join(import.meta.dirname, "../../..");

/** A program of a page, compiled. */
export interface Program {
  /** Heading of the section that it stands in. */
  heading: string;
  path: string;
}

/**
 * Compiles every block of TypeScript on a page, each as a program of its own, in a project that has installed what they
 * import.
 *
 * @param project folder of the project
 * @param page path of the page within the repo
 */
export async function compilePrograms(project: string, page: string): Promise<Program[]> {
  const folder = join(project, "pages", page.replaceAll(/\W+/g, "-"));
  await mkdir(folder, { recursive: true });
  const programs: Program[] = [];
  let heading = "";
  const text = await readFile(join(root, page), "utf8");
  for (const [, title, code] of text.matchAll(/^#+ (.*)$|^```ts\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    if (code === undefined) continue;
    const path = join(folder, `${programs.length}.ts`);
    await writeFile(path, code);
    programs.push({ heading, path: path.replace(/\.ts$/, ".js") });
  }
  const config = {
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: ["."],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]);
  return programs;
}

/** A program on its way. */
export interface Running {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Ends when the output matches, or with an error when the program ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Code with which it ends. */
  ended: Promise<number | null>;
}

/** Starts a program. */
export function start({ path }: Program, environment: Record<string, string>): Running {
  const child = spawn(process.execPath, [path], { env: { ...process.env, ...environment, NO_COLOR: "1" } });
  let printed = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const until = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(printed);
        if (found) resolve(found);
      };
      child.stdout.on("data", look);
      ended.then((code) => reject(new Error(`It ended with ${code}: ${printed}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      printed += data.toString();
    });
  return { child, output: () => printed, until, ended };
}
