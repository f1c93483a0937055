import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SpecError } from "../../contract/src/spec-error.ts";
import type { Programs } from "./pipeline.ts";
import { watchFolder } from "./watch-folder.ts";

/**
 * Generates now and whenever a .tsp file next to one of the entries changes, until the process is interrupted. A spec
 * that does not compile is reported and waited for.
 */
export async function watchSpecs(
  entries: readonly string[],
  generate: (previous?: Programs) => Promise<Programs>,
): Promise<number> {
  const folders = entries.map((entry) => dirname(entry));
  let changed = true;
  let stopped = false;
  let wake = (): void => {};
  const stop = (): void => {
    stopped = true;
    wake();
  };
  // Once each: a generation is ended by a second signal only.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // Watched before the first generation, which takes long enough for a change.
  const closers = folders.map((folder) =>
    watchFolder(folder, (path) => {
      if (path.endsWith(".ts")) console.log(`${path} is loaded already: start again to use its change.`);
      if (!path.endsWith(".tsp")) return;
      changed = true;
      wake();
    }),
  );

  let programs: Programs | undefined;
  let announced = false;
  while (!stopped) {
    if (changed) {
      changed = false;
      programs = (await attempt(() => generate(programs))) ?? programs;
      if (!announced) console.log(`Watching ${folders.join(", ")} for changes; Ctrl-C ends it.`);
      announced = true;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // An editor writes a file in several steps: wait for the last.
      await wait(20);
    }
  }
  for (const close of closers) close();
  return 0;
}

async function attempt(generate: () => Promise<Programs>): Promise<Programs | undefined> {
  try {
    return await generate();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(error.message);
    console.error("Nothing was written.");
    return undefined;
  }
}
