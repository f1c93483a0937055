import { mkdir, writeFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { fieldsOf, follow } from "@packages/contract/src/shapes/shape.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import { buildAll } from "../../packages/generator/src/pipeline.ts";
import { SampleMaker } from "../../packages/generator/src/samples.ts";
import { findResources, pathParameter } from "../../packages/conformance/src/contract.ts";
import { runCommandLine } from "../../packages/conformance/src/run-command-line.ts";
import { pix } from "../../packages/conformance/src/pix/suite.ts";
import { makeFolder } from "./build.ts";
const file = process.argv[2]!;
const folder = await makeFolder();
process.on("exit", () => {});
try {
const { outputs, derived, contract } = await buildAll(file, folder, { skipUnsupported: true });
for (const o of [...outputs, ...derived].filter((one) => one.folder.startsWith(join(folder, "generated")))) for (const [path, text] of Object.entries(o.files)) { await mkdir(dirname(join(o.folder, path)), { recursive: true }); await writeFile(join(o.folder, path), text); }
const { createSpecServer } = await import(pathToFileURL(join(folder, "generated/server/src/index.ts")).href);
const samples = new SampleMaker();
const { shapeOf } = shapesOf(contract);
const resources = findResources(contract as any);
const stores = new Map(resources.map((r) => [r, new Map<string, any>()]));
let n = 0; let invalid = 0;
const sampleOf = (op: any) => {
  const [s] = listSuccesses(op) as any[];
  if (!s) return { status: 200, body: undefined, headers: {} };
  const kind = s.mediaType && bodyKind(s.mediaType);
  const body = s.mediaType === undefined ? undefined : kind === "bytes" ? new Uint8Array([1]) : samples.make(shapeOf(s.schema ?? {}), { isWhole: true, name: "text" });
  const headers = Object.fromEntries(s.headers.filter((h: any) => h.required).map((h: any) => [h.name.toLowerCase(), samples.make(shapeOf(h.schema), { name: "text" })]));
  return { status: s.status, body, headers };
};
const handlers = Object.fromEntries(contract.operations.map((op: any) => [op.id, ({ body, params, reply }: any) => {
  const r = resources.find((x) => [x.create, x.read, x.list, x.remove].includes(op));
  const answer: any = structuredClone(sampleOf(op));
  const put = (rec: any) => { if (answer.body && typeof answer.body === "object" && "data" in answer.body) answer.body.data = rec; else answer.body = rec; };
  const get = () => answer.body && typeof answer.body === "object" && "data" in answer.body ? answer.body.data : answer.body;
  if (r) {
    const store = stores.get(r)!;
    const key = params && Object.values(params)[0];
    if (op === r.create) { n++; const rec = get(); for (const [k, v] of Object.entries(body ?? {})) if (k in fieldsOf(follow(shapeOf((listSuccesses(op) as any[])[0].schema ?? {}))) || k in rec) rec[k] = v; rec.id = typeof rec.id === "number" ? n : `id-${n}`; store.set(String(rec.id), rec); put(rec); }
    else if (op === r.list) put([...store.values()]);
    else if (op === r.read || op === r.remove) {
      const found = store.get(String(key));
      if (!found) return reply.send(404, op.responses.find((x: any) => x.status === 404)?.schema ? samples.make(shapeOf(op.responses.find((x: any) => x.status === 404).schema), { isWhole: true, name: "text" }) : undefined);
      if (op === r.remove) store.delete(String(key)); else put(found);
    }
  }
  return reply.send(answer.status, answer.body, answer.headers);
}]));
const names = [...new Set(contract.operations.flatMap(({ security }: any) => security.flat()))] as string[];
const ok = (cred: any) => (cred === "secret" || cred?.password === "secret" || cred?.password==="") ? { caller: {}, callerId: "any" } : null;
const server = await createSpecServer({ handlers, authenticators: Object.fromEntries(names.map((x) => [x, ok])), logger: false, onInvalidResponse: (i: any) => { if (invalid++ < 5) console.log("invalid response", JSON.stringify(i).slice(0, 300)); } });
const url = await server.listen({ port: 0, host: "127.0.0.1" });
console.log("==", basename(file), contract.operations.length, "operations", resources.map((r) => r.name));
const t = Date.now();
let json = "";
const code = await runCommandLine(pix, [url, "--contract", file, "--api-key", "key", "--api-secret", "secret", "--seed", "1", "--cases", "5", "--budget", "2m", "--html", `/tmp/conformance/new/${basename(file)}.html`, "--json", `/tmp/conformance/new/${basename(file)}.report.json`, ...process.argv.slice(3)], { out: (x) => { json += x; }, err: (x) => process.stderr.write(x.slice(0, 1500)) });
console.log(json); console.log("code", code, (Date.now() - t) / 1000, "s invalid", invalid);
await server.close();
} finally { await rm(folder, { recursive: true, force: true }); }
process.exit(0);
