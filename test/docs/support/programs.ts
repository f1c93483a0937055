import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { endGroupWithUs } from "../../support/end-with-us.ts";

const root = join(import.meta.dirname, "../../..");

/** A program that a page of the project prints. */
export interface Program {
  /** The page within the project. */
  page: string;
  /** Heading of the section that it stands in. */
  heading: string;
  /** Name of its file: the one that its first line gives, or a number. */
  file: string;
  text: string;
}

/** The programs of a page, in their order. */
export async function readPrograms(page: string): Promise<Program[]> {
  const programs: Program[] = [];
  let heading = "";
  const text = await readFile(join(root, page), "utf8");
  for (const [, title, language, code = ""] of text.matchAll(
    /^#+ (.*)$|^```(ts|js)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    if (language === undefined) continue;
    const named = /^\/\/ ([\w.-]+\.(?:ts|tsx|mjs|js))\n/.exec(code)?.[1];
    const file = named ?? `${programs.length}.${language === "ts" ? "ts" : "mjs"}`;
    programs.push({ page, heading, file, text: code });
  }
  return programs;
}

/** Blocks of code in a section of a page, of every language. */
export async function readBlocks(page: string, heading: string): Promise<string[]> {
  const text = await readFile(join(root, page), "utf8");
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^```\w+.*\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** How something is run: the words of its command, before a file's name where it has one, where, and with what environment. */
export interface Runner {
  command: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** A program on its way. */
export interface Running {
  child: ChildProcess;
  /** What it has printed so far, errors too. */
  output(): string;
  /** Ends when the output matches, or with an error when the program ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Code with which it ends. */
  ended: Promise<number | null>;
  /** Ends it, and whatever it has started. */
  stop(): Promise<void>;
}

/** Starts a program. */
export function start(
  { command, cwd, env }: Runner,
  file?: string,
  more: NodeJS.ProcessEnv = {},
): Running {
  const [program = "", ...args] = command;
  // Vitest sets these two for itself.
  const none = { PIX_BASE_URL: undefined, NODE_TEST_CONTEXT: undefined };
  const child = spawn(program, [...args, ...(file === undefined ? [] : [file])], {
    cwd,
    env: { ...env, ...none, NO_COLOR: "1", NODE_NO_WARNINGS: "1", ...more },
    stdio: ["ignore", "pipe", "pipe"],
    // Leads a group: npm does not hand a signal on to what it runs.
    detached: true,
  });
  endGroupWithUs(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      printed += data.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    child.once("error", ({ message }) => {
      printed += message;
      resolve(null);
    });
  });
  return {
    child,
    ended,
    output: () => printed,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(printed);
          if (found) resolve(found);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        ended.then((code) => reject(new Error(`It ended with ${code}: ${printed}`)));
        look();
      }),
    stop: async () => {
      const { pid, exitCode, signalCode } = child;
      if (pid !== undefined && exitCode === null && signalCode === null)
        process.kill(-pid, "SIGTERM");
      await ended;
    },
  };
}
