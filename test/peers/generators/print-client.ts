// Our client of a document, with the types of the document, written to ours/; prints how many operations are left out.
import { readSpec } from "@packages/contract/src/source/read-spec.ts";
import { formatCode } from "../../../packages/generator/src/format-code.ts";
import { printOutputs, writeAll } from "../../../packages/generator/src/pipeline.ts";
import { readProject } from "../../../packages/generator/src/project.ts";

const [file = ""] = process.argv.slice(2);
const spec = await readSpec(file, { skipUnsupported: true });
const places = { packages: "ours", reference: "ours/reference", spec: "spec" };
const build = await printOutputs(spec, readProject("."), places, ["openapi", "client"]);
await writeAll({ ...build, outputs: await formatCode(build.outputs) });
console.log(`left out: ${spec.leftOut.length}`);
