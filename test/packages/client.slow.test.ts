// The client as somebody else gets it: packed, installed into an empty project, compiled and run there.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FaultServer } from "../client/support/server.ts";
import { useBrowser } from "../support/browser.ts";
import { runInPage } from "./support/browser.ts";
import { type Consumer, createConsumer, resolutions } from "./support/consumer.ts";
import { compilers, installMatrix, missing, oldestCompiler, runtimes } from "./support/matrix.ts";
import { run } from "./support/run.ts";
import { expected, startService } from "./support/service.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
let consumer: Consumer;
let service: FaultServer;
const browser = useBrowser();

beforeAll(async () => {
  [consumer, service] = await Promise.all([
    createConsumer(),
    startService(),
    installMatrix().catch(() => {}),
  ]);
});
afterAll(async () => {
  await service?.close();
  await consumer?.remove();
});

const packageFolder = (): string => join(consumer.folder, "node_modules/@pix-contract/client");

test("the types resolve everywhere", async () => {
  await run(bin("attw"), [consumer.tarball, "--exclude-entrypoints", "testing"]);
  // The handlers are a module alone, as msw is.
  const rules = ["--ignore-rules", "cjs-resolves-to-esm"];
  await run(bin("attw"), [consumer.tarball, "--entrypoints", "testing", ...rules]);
});

test("the declarations hold no `any`", async () => {
  for (const file of [
    "index.d.mts",
    "index.d.cts",
    "notifications.d.mts",
    "notifications.d.cts",
    "testing.d.mts",
  ]) {
    const text = await readFile(join(packageFolder(), "dist", file), "utf8");
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(node.parent.getText());
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    expect(found, file).toEqual([]);
  }
});

test("every map names sources that are there, and every declaration has a map", async () => {
  const dist = join(packageFolder(), "dist");
  const files = await readdir(dist);
  const maps = files.filter((name) => name.endsWith(".map"));
  expect(
    files
      .filter((name) => /\.d\.[cm]ts$/.test(name))
      .map((name) => `${name}.map`)
      .toSorted(),
  ).toEqual(maps.filter((name) => name.includes(".d.")).toSorted());
  expect(maps.length).toBeGreaterThan(8);
  for (const name of maps) {
    const { sources } = JSON.parse(await readFile(join(dist, name), "utf8")) as {
      sources: string[];
    };
    expect(sources.filter((source) => !existsSync(join(dist, source)))).toEqual([]);
  }
});

test("the map of a declaration leads an editor to its source", async () => {
  const dist = join(packageFolder(), "dist");
  const [file = ""] = (await readdir(dist)).filter((name) => /^client-.*\.d\.mts$/.test(name));
  const lines = (await readFile(join(dist, file), "utf8")).split("\n");
  const map = new SourceMap(JSON.parse(await readFile(join(dist, `${file}.map`), "utf8")));
  for (const declaration of ["function createPixClient(", "create(body: TransferRequest"]) {
    const line = lines.findIndex((text) => text.includes(declaration) && !text.includes("*"));
    const entry = map.findEntry(line, lines[line]?.indexOf("create") ?? 0);
    if (!("originalSource" in entry)) throw new Error(`${file} has no source for ${declaration}`);
    const source = await readFile(join(dist, entry.originalSource), "utf8");
    expect(source.split("\n")[entry.originalLine]).toContain(declaration);
  }
});

test("the sources compile with nothing of Node", async () => {
  await run(bin("tsc"), ["-p", join(root, "generated/client")]);
});

describe.concurrent("compilers", () => {
  const cases = Object.keys(compilers).flatMap((compiler) =>
    Object.keys(resolutions).map((resolution) => [compiler, resolution] as const),
  );
  test.for(cases)(
    "%s compiles the consumers under %s",
    async ([compiler, resolution], { skip }) => {
      const path = compilers[compiler] ?? "";
      const reason = missing(path);
      if (reason) skip(reason);
      await run(process.execPath, [path, "-p", `tsconfig.${resolution}.json`], consumer.folder);
    },
  );
});

/** Compiles a program of one file in the consumer's folder. Returns what the compiler printed. */
async function compile(compiler: string, name: string, program: string, settings: object) {
  const folder = join(consumer.folder, `${name}-${compiler.replaceAll(/\W/g, "")}`);
  await mkdir(folder);
  await writeFile(join(folder, "program.ts"), program);
  const compilerOptions = {
    target: "es2020",
    lib: ["es2020", "dom"],
    types: [],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    ...settings,
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["program.ts"] }),
  );
  const path = { ...oldestCompiler, ...compilers }[compiler] ?? "";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path, "-p", "tsconfig.json", "--pretty", "false"],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  return stdout;
}

describe.concurrent("the declarations with `lib` of ES2020 and none of Node", () => {
  const cases = Object.keys({ ...oldestCompiler, ...compilers }).flatMap((compiler) =>
    Object.keys(resolutions).map((resolution) => [compiler, resolution] as const),
  );
  test.for(cases)("%s, %s", async ([compiler, resolution], { expect, skip }) => {
    const reason = missing({ ...oldestCompiler, ...compilers }[compiler]);
    if (reason) skip(reason);
    const { exports } = JSON.parse(await readFile(join(packageFolder(), "package.json"), "utf8"));
    // Those of openapi-fetch and msw are not ours.
    const entries = Object.keys(exports).filter((name) => !/json$|raw$|testing$/.test(name));
    expect(entries.length).toBeGreaterThan(9);
    const imports = entries.map(
      (name, nth) => `export * as entry${nth} from "@pix-contract/client${name.slice(1)}";`,
    );
    const program = `${imports.join("\n")}
import { createPixClient, PixApiError, PixError } from "@pix-contract/client";
import { watch } from "@pix-contract/client/hooks";
import { withWaits } from "@pix-contract/client/waits";
const pix = withWaits(createPixClient({ hooks: watch({ onRetry: ({ error }) => console.warn(error.message) }) }));
export async function pay(): Promise<string> {
  try {
    const { id } = await pix.transfers.create({ pixKey: "destino@example.com", amount: 1_000 });
    return (await pix.transfers.waitUntilFinal(id)).status;
  } catch (error) {
    if (error instanceof PixApiError && error.code === "INSUFFICIENT_BALANCE") return error.message;
    return error instanceof PixError ? \`\${error.outcome}: \${error.cause}\` : "ours";
  }
}
`;
    const printed = await compile(compiler, resolution, program, {
      ...resolutions[resolution],
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
    });
    expect(printed).toBe("");
  });
});

test.for(["TypeScript 5.9", "TypeScript 7"])(
  "%s names what is missing, `watch` or `await`, in its first line",
  async (compiler, { skip }) => {
    const reason = missing(compilers[compiler]);
    if (reason) skip(reason);
    const statements = {
      "hooks: { onRetry: () => {} }": "'onRetry' does not exist in type 'HooksFromWatch'",
      "hooks: logTo(console)": "Type 'Hooks' is not assignable to type 'HooksFromWatch'",
    };
    const calls = {
      'pix.transfers.get("x").id': "Property 'id' does not exist on type 'Call<Transfer>'",
      "[...pix.webhooks.list()]": "Type 'Call<Webhook[]>' must have a '[Symbol.iterator]()' method",
    };
    const program = [
      'import { createPixClient } from "@pix-contract/client";',
      'import { logTo } from "@pix-contract/client/logger";',
      "const pix = createPixClient();",
      "export const all = [logTo];",
      ...Object.keys(statements).map((options) => `createPixClient({ ${options} });`),
      ...Object.keys(calls).map((call) => `console.log(${call});`),
    ];
    const printed = await compile(
      compiler,
      "careless",
      program.join("\n"),
      resolutions.nodenext ?? {},
    );
    const firstLines = printed.split("\n").filter((line) => line.startsWith("program.ts"));
    expect(firstLines).toEqual(
      Object.values({ ...statements, ...calls }).map((said) => expect.stringContaining(said)),
    );
  },
);

const said = (): Record<string, string | undefined> =>
  Object.fromEntries(
    consumer.programs.map((name) => [name, expected[name.split("/").at(-1) ?? ""]]),
  );

test.for(Object.keys(runtimes))(
  "%s runs the consumers, as modules and as CommonJS",
  async (name, { skip }) => {
    const [program = "", ...args] = runtimes[name] ?? [];
    const file = args.find((arg) => arg.startsWith("/")) ?? program;
    const reason = missing(file);
    if (reason) skip(reason);
    const output = await run(
      program,
      [...args, join(consumer.folder, "out/run.mjs"), service.url],
      consumer.folder,
    );
    expect(JSON.parse(output)).toEqual(said());
    const old = await run(
      program,
      [...args, join(consumer.folder, "out/run.cjs"), service.url],
      consumer.folder,
    );
    expect(old.trim()).toBe("function,function,1");
  },
);

test("errors of the module and of the CommonJS build know each other", async () => {
  const script = `
    import { createRequire } from "node:module";
    import * as module from "@pix-contract/client";
    const old = createRequire(import.meta.url)("@pix-contract/client");
    const facts = { operation: "x", outcome: "unknown", status: 402, code: "INSUFFICIENT_BALANCE" };
    const said = [module, old].flatMap((one, index) => {
      const other = [old, module][index];
      const error = new one.PixApiError("402", facts);
      return [error instanceof other.PixApiError, error instanceof other.PixError, error instanceof other.TimeoutError];
    });
    console.log(module.PixApiError !== old.PixApiError, said.join());
  `;
  await writeFile(join(consumer.folder, "copies.mjs"), script);
  const said = await run(process.execPath, ["copies.mjs"], consumer.folder);
  expect(said.trim()).toBe("true true,true,false,true,true,false");
});

test("Chromium runs the consumers", async ({ skip }) => {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  expect(await runInPage(started, consumer, service.url)).toEqual(said());
});
