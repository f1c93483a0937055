// `npm ci` runs it: writes the generated files that are not committed, and leaves the others as they are, so that
// `npm run generate -- --check` finds a difference.
import { writeDerived } from "../packages/generator/src/output.ts";
import { buildAll } from "../packages/generator/src/pipeline.ts";
import { noteGenerated } from "./start/generated-from.ts";

const { derived } = await buildAll("spec/main.tsp", ".");
await writeDerived(derived);
noteGenerated();
