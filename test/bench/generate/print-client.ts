// The client of a document alone, written to generated/: what other generators make of it.
import { readSpec } from "@packages/contract/src/source/read-spec.ts";
import { formatCode } from "../../../packages/generator/src/format-code.ts";
import { printOutputs, writeAll } from "../../../packages/generator/src/pipeline.ts";
import { readProject } from "../../../packages/generator/src/project.ts";

const [file = ""] = process.argv.slice(2);
const spec = await readSpec(file);
const places = { packages: "client-only", reference: "client-only/reference", spec: "spec" };
const build = await printOutputs(spec, readProject("."), places, ["client"]);
await writeAll({ ...build, outputs: await formatCode(build.outputs) });
