import { globSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isDocument } from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";

/**
 * Generates now and whenever a .tsp file next to one of the entries changes, or a file of a document, until the process is
 * interrupted. The files are polled: Node's recursive watch misses, on Linux, a file that an editor replaces. Errors of
 * a spec are printed.
 *
 * @param generate returns the files of a document
 */
export async function watchSpecs(
  entries: readonly string[],
  generate: () => Promise<readonly string[]>,
): Promise<number> {
  const folders = entries.filter((entry) => !isDocument(entry)).map((entry) => dirname(entry));
  let files = entries.filter(isDocument);
  const interrupt = new AbortController();
  // Once each: a second signal ends a generation that is under way.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupt.abort());
  let seen: string | undefined;
  while (!interrupt.signal.aborted) {
    if (seen !== readSourceState(folders, files)) {
      const isFirst = seen === undefined;
      // An editor writes a file in several steps. The state is read before the generation, during which files may change.
      await wait(20);
      seen = readSourceState(folders, files);
      const read = await attempt(generate);
      const known = seen === readSourceState(folders, files);
      if (read && read.length > 0) files = [...read];
      // Files that the document did not refer to before do not count as changes.
      if (known) seen = readSourceState(folders, files);
      if (isFirst)
        console.log(`Watching ${[...folders, ...files].join(", ")} for changes; Ctrl-C ends it.`);
    }
    await wait(100, undefined, { signal: interrupt.signal }).catch(() => {});
  }
  return 0;
}

/** Paths, times and sizes of the .tsp files below some folders, and of other files. */
function readSourceState(folders: readonly string[], others: readonly string[]): string {
  const specs = folders.flatMap((folder) =>
    globSync("**/*.tsp", { cwd: folder, exclude: (name) => name === "node_modules" }).map((path) =>
      join(folder, path),
    ),
  );
  const states = [...specs, ...others].map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${file} ${stats?.mtimeMs} ${stats?.size}`;
  });
  return states.sort().join("\n");
}

async function attempt<Result>(generate: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await generate();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(`${error.message}\nNothing was written.`);
    return undefined;
  }
}
