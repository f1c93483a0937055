import { globSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SpecError } from "@packages/contract/src/spec-error.ts";

/**
 * Generates now and whenever a .tsp file next to one of the entries changes, until the process is interrupted. The files
 * are polled: Node's recursive watch misses, on Linux, a file that an editor replaces. Errors of a spec are printed.
 */
export async function watchSpecs(
  entries: readonly string[],
  generate: () => Promise<void>,
): Promise<number> {
  const folders = entries.map((entry) => dirname(entry));
  const interrupt = new AbortController();
  // Once each: a second signal ends a generation that is under way.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupt.abort());
  let seen: string | undefined;
  while (!interrupt.signal.aborted) {
    if (seen !== readSourceState(folders)) {
      const isFirst = seen === undefined;
      // An editor writes a file in several steps. The state is read before the generation, during which files may change.
      await wait(20);
      seen = readSourceState(folders);
      await attempt(generate);
      if (isFirst) console.log(`Watching ${folders.join(", ")} for changes; Ctrl-C ends it.`);
    }
    await wait(100, undefined, { signal: interrupt.signal }).catch(() => {});
  }
  return 0;
}

/** Paths, times and sizes of the .tsp files below some folders. */
function readSourceState(folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    globSync("**/*.tsp", { cwd: folder, exclude: (name) => name === "node_modules" }).map((path) =>
      join(folder, path),
    ),
  );
  const states = files.map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${file} ${stats?.mtimeMs} ${stats?.size}`;
  });
  return states.sort().join("\n");
}

async function attempt(generate: () => Promise<void>): Promise<void> {
  try {
    await generate();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(`${error.message}\nNothing was written.`);
  }
}
