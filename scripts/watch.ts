import { watch } from "node:fs/promises";
import { dirname } from "node:path";
import type { Program } from "@typespec/compiler";
import { SpecError } from "./contract/compile.ts";

/**
 * Generates now and whenever a .tsp file beside the entry changes, until the process is interrupted. A spec that does
 * not compile is reported and waited for.
 */
export async function watchSpec(entry: string, generate: (previous?: Program) => Promise<Program>): Promise<number> {
  const folder = dirname(entry);
  let program = await attempt(generate);
  console.log(`Watching ${folder} for changes; Ctrl-C ends it.`);
  let changed = false;
  let running = false;
  for await (const { filename } of watch(folder, { recursive: true })) {
    if (filename?.endsWith(".ts"))
      console.log(`${folder}/${filename} is loaded already: start again to use its change.`);
    if (!filename?.endsWith(".tsp")) continue;
    changed = true;
    if (running) continue;
    running = true;
    // An editor writes a file in several steps: wait for the last.
    setTimeout(async () => {
      while (changed) {
        changed = false;
        program = (await attempt(() => generate(program))) ?? program;
      }
      running = false;
    }, 20);
  }
  return 0;
}

async function attempt(generate: () => Promise<Program>): Promise<Program | undefined> {
  try {
    return await generate();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(error.message);
    console.error("The spec does not compile: nothing was written.");
    return undefined;
  }
}
