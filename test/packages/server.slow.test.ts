// The server as somebody else gets it: packed, installed into an empty project, compiled and run there.
import { createHmac } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packed } from "../support/packages.ts";
import { installMatrix, missing, runtimes } from "./support/matrix.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const name = "@pix-contract/server";
let folder: string;
let tarball: string;
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
const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "server-consumer-"));
  const matrix = installMatrix().catch(() => {});
  tarball = await packed(name);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const types = `@types/node@${JSON.parse(await readFile(join(root, "package.json"), "utf8")).devDependencies["@types/node"]}`;
  await run("npm", ["install", tarball, types, "--prefer-offline", "--no-audit", "--no-fund"], folder);

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
  await copyFile(join(import.meta.dirname, "support/fetch-probe.mjs"), join(folder, "fetch-probe.mjs"));
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

test("the checks take at most 40 kB", async () => {
  const dist = join(folder, "node_modules", name, "dist");
  const files = (await readdir(dist)).filter((file) => /^checks-.*\.js$/.test(file));
  const sizes = await Promise.all(files.map(async (file) => (await readFile(join(dist, file))).length));
  expect(sizes).toHaveLength(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40_000);
});

test("publint finds nothing", async () => {
  await run(bin("publint"), [tarball, "--strict"]);
});

test("the types resolve everywhere", async () => {
  await run(bin("attw"), [tarball]);
});

test("nothing but what is built is packed", async () => {
  const installed = join(folder, "node_modules", name);
  expect((await readdir(installed)).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
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
const cases = nodes.flatMap((node) => (["require", "import"] as const).map((way) => [node, way] as const));

test.for(cases)("on %s, got by %s, it boots, judges and answers", async ([node, way], { skip }) => {
  const [program = ""] = runtimes[node] ?? [];
  const reason = missing(program);
  if (reason) skip(reason);
  const file = way === "import" ? "probe-import.mjs" : "probe-require.cjs";
  expect(JSON.parse(await run(program, [file], folder))).toEqual({
    // One line for each authenticator, and one for all handlers.
    refused: "SetupError 3",
    token: "200 OK",
    wrong: "401 INVALID_CREDENTIALS",
    sent: "200 OK",
    again: "200 OKtrue",
    other: "409 DUPLICATE_IDEMPOTENCY_KEY",
    keyless: "400 MISSING_IDEMPOTENCY_KEY",
    key: "400 INVALID_PIX_KEY",
    invalid: "500 INTERNAL_ERROR",
    thrown: "500 INTERNAL_ERROR",
    missing: "501 NOT_IMPLEMENTED",
    nowhere: "404 NOT_FOUND",
    method: "405 METHOD_NOT_ALLOWED",
    noise: "400 MALFORMED_REQUEST",
    slow: "408 REQUEST_TIMEOUT",
    large: "431 HEADERS_TOO_LARGE",
    invalidResponses: "listWebhooks",
    next: "processing,canceled",
    signed: `t=0,v1=${createHmac("sha256", "s").update("0.{}").digest("hex")}`,
  });
});

test.for(["Bun", "Deno"])("on %s, the handler for Fetch judges and answers", async (name, { skip }) => {
  const [program = "", ...args] = runtimes[name] ?? [];
  const reason = missing(name === "Deno" ? args[0] : program);
  if (reason) skip(reason);
  expect(JSON.parse(await run(program, [...args, "fetch-probe.mjs"], folder))).toEqual({
    sent: "200 OK",
    again: "200 OKtrue",
    other: "409 DUPLICATE_IDEMPOTENCY_KEY",
    twice: "400 MALFORMED_JSON",
    large: "413 PAYLOAD_TOO_LARGE",
    stranger: "401 INVALID_TOKEN",
    missing: "501 NOT_IMPLEMENTED",
    nowhere: "404 NOT_FOUND",
  });
});

test("the example of the README is about thirty lines", () => {
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(35);
});
