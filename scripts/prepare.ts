// `npm ci` runs it: writes the generated files that are not committed, and leaves the others as they are, so that
// `npm run generate -- --check` finds a difference.
import { runCommand } from "@packages/contract/src/command.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { writeDerived } from "../packages/generator/src/output.ts";
import { buildAll } from "../packages/generator/src/pipeline.ts";
import { noteGenerated } from "./start/generated-from.ts";

async function prepare(): Promise<number> {
  const { derived } = await buildAll("spec/main.tsp", ".");
  await writeDerived(derived);
  noteGenerated();
  return 0;
}

await runCommand("", prepare, (error) => (error instanceof SpecError ? error.message : undefined));
