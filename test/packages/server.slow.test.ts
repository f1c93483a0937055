// The server as somebody else gets it: packed, installed into an empty project, compiled and run there.
import { createHmac } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packed } from "../support/shared.ts";
import { resolutions } from "./support/consumer.ts";
import { installMatrix, missing, runtimes } from "./support/matrix.ts";
import { installProject } from "./support/project.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const name = "@pix-contract/server";
let folder: string;
let example: string;

const strict = {
  target: "es2022",
  lib: ["es2023"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  rootDir: ".",
  outDir: "out",
};
beforeAll(async () => {
  const matrix = installMatrix().catch(() => {});
  folder = await installProject([name], ["@types/node"]);
  const readme = await readFile(join(folder, "node_modules", name, "README.md"), "utf8");
  example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  await writeFile(join(folder, "example.ts"), example);
  await writeFile(
    join(folder, "old.cts"),
    `import server = require("${name}");\nconsole.log(typeof server.createPixServer);\n`,
  );
  // Node 20 runs no TypeScript.
  const probe = await readFile(join(import.meta.dirname, "support/server-probe.ts"), "utf8");
  await writeFile(join(folder, "probe.mjs"), stripTypeScriptTypes(probe));
  const say = ".then((said) => console.log(JSON.stringify(said)));\n";
  await writeFile(
    join(folder, "probe-import.mjs"),
    `import * as server from "${name}";\nimport { probe } from "./probe.mjs";\nprobe(server)${say}`,
  );
  await writeFile(
    join(folder, "probe-require.cjs"),
    `const server = require("${name}");\nimport("./probe.mjs").then(({ probe }) => probe(server))${say}`,
  );
  for (const [resolution, settings] of Object.entries(resolutions)) {
    const files = resolution === "nodenext" ? ["example.ts", "old.cts"] : ["example.ts"];
    const config = { compilerOptions: { ...strict, ...settings }, files };
    await writeFile(join(folder, `tsconfig.${resolution}.json`), JSON.stringify(config));
  }
  await matrix;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the checks take at most 44 kB, with the basis of each rule", async () => {
  const dist = join(folder, "node_modules", name, "dist");
  const files = (await readdir(dist)).filter((file) => /^checks-.*\.js$/.test(file));
  const sizes = await Promise.all(
    files.map(async (file) => (await readFile(join(dist, file))).length),
  );
  expect(sizes).toHaveLength(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(44_000);
});

test("the types resolve everywhere", async () => {
  await run(bin("attw"), [await packed(name)]);
});

test("nothing but what is built is packed", async () => {
  const installed = join(folder, "node_modules", name);
  expect((await readdir(installed)).sort()).toEqual([
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
  ]);
  const code = await readFile(join(installed, "dist/index.js"), "utf8");
  expect(code).not.toMatch(/require\(|from "ajv/);
});

test.for(Object.keys(resolutions))("a strict project compiles under %s", async (resolution) => {
  await run(bin("tsc"), ["-p", `tsconfig.${resolution}.json`, "--noEmit"], folder);
});

test("a project in CommonJS loads it", async () => {
  await run(bin("tsc"), ["-p", "tsconfig.nodenext.json"], folder);
  expect((await run(process.execPath, ["out/old.cjs"], folder)).trim()).toBe("function");
});

const nodes = Object.keys(runtimes).filter((runtime) => runtime.startsWith("Node "));
const cases = nodes.flatMap((node) =>
  (["require", "import"] as const).map((way) => [node, way] as const),
);

test.for(cases)("on %s, got by %s, it boots, judges and answers", async ([node, way], { skip }) => {
  const [program = ""] = runtimes[node] ?? [];
  const reason = missing(program);
  if (reason) skip(reason);
  const file = way === "import" ? "probe-import.mjs" : "probe-require.cjs";
  expect(JSON.parse(await run(program, [file], folder))).toEqual({
    // One line for each authenticator, and one for all handlers.
    refused: "SetupError 3",
    token: "200 OK",
    sent: "200 OK",
    again: "200 OKtrue",
    key: "400 INVALID_PIX_KEY",
    invalid: "500 INTERNAL_ERROR",
    thrown: "500 INTERNAL_ERROR",
    noise: "400 MALFORMED_REQUEST",
    slow: "408 REQUEST_TIMEOUT",
    large: "431 HEADERS_TOO_LARGE",
    invalidResponses: "listWebhooks",
    next: "false",
    signed: `t=0,v1=${createHmac("sha256", "s").update("0.{}").digest("hex")}`,
  });
});

const onFetch = `import { pixHandler } from "${name}/fetch";
const handler = pixHandler({
  authenticators: { ApiCredentials: () => null, AccessToken: () => ({ caller: "Loja", callerId: "1" }) },
  handlers: { listWebhooks: ({ reply }) => reply.ok([]) },
  partial: true,
  logger: false,
});
for (const headers of [{ authorization: "Bearer a.b.c" }, {}]) {
  const response = await handler(new Request("http://localhost/api/v1/webhook", { headers }));
  console.log(response.status, (await response.json()).error?.code);
}`;

test.for(["Bun", "Deno"])(
  "on %s, the handler for Fetch is loaded and answers",
  async (name, { skip }) => {
    const [program = "", ...args] = runtimes[name] ?? [];
    const reason = missing(name === "Deno" ? args[0] : program);
    if (reason) skip(reason);
    await writeFile(join(folder, "on-fetch.mjs"), onFetch);
    const said = await run(program, [...args, "on-fetch.mjs"], folder);
    expect(said).toBe("200 undefined\n401 INVALID_TOKEN\n");
  },
);

test("the example of the README is about thirty lines", () => {
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(35);
});
