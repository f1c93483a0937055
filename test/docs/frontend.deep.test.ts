// docs/guides/frontend.md: the frontend that it prints, with the packages as they would be published and the tools that it
// names, in a browser.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import chromium from "@sparticuz/chromium";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { useBrowser } from "../support/browser.ts";
import { findPort } from "../support/find-port.ts";
import { makeFolder } from "../support/folder.ts";
import { type Listening, listen } from "../support/listen.ts";
import { installFolder, packed } from "../support/shared.ts";
import { type Running, start } from "./support/programs.ts";

const root = join(import.meta.dirname, "../..");
const tools = join(root, "test/frontend");
const browser = useBrowser();
const ports = { mock: await findPort(), vite: await findPort() };
const running = new Set<Running>();
const folder = await makeFolder(afterAll);
const project = join(folder, "project");

beforeAll(async () => {
  await mkdir(project);
  await installFolder(tools);
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ name: "project", private: true, type: "module" }),
  );
  for (const name of ["openapi", "client", "mock"]) {
    const tarball = await packed(`@pix-contract/${name}`);
    const target = join(project, "node_modules/@pix-contract", name);
    await mkdir(target, { recursive: true });
    await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", target]);
  }
  await mkdir(join(project, "node_modules/.bin"), { recursive: true });
  await symlink("../@pix-contract/mock/dist/cli.js", bin("pix-mock"));
  await linkModules(join(tools, "node_modules"));
  await linkModules(join(root, "node_modules"));
  for (const [name, text] of await readFiles()) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
});
afterAll(async () => {
  for (const one of running) await one.stop();
});

/** Links what is installed in a folder, but for the project's own packages and what is there already. */
async function linkModules(modules: string, into = join(project, "node_modules")): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const name of await readdir(modules)) {
    if (name === "@pix-contract" || name === ".cache") continue;
    if (name === ".bin" || name.startsWith("@"))
      await linkModules(join(modules, name), join(into, name));
    else if (!existsSync(join(into, name))) await symlink(join(modules, name), join(into, name));
  }
}

/** The files that the guide prints, with the ports of the test. */
async function readFiles(): Promise<[name: string, text: string][]> {
  const guide = await readFile(join(root, "docs/guides/frontend.md"), "utf8");
  return [
    ...guide.matchAll(/^```(?:ts|html)\n((?:\/\/|<!--) (\S+\.\w+)[^\n]*\n[\s\S]*?)^```$/gm),
  ].map(([, text = "", name = ""]) => [
    name,
    text.replaceAll("4010", String(ports.mock)).replaceAll("5173", String(ports.vite)),
  ]);
}

const bin = (name: string): string => join(project, "node_modules/.bin", name);

function begin(command: string[], file: string): Running {
  const one = start({ command, cwd: project, env: process.env }, file);
  running.add(one);
  return one;
}

test("the guide prints these files, and they compile", async () => {
  const names = (await readFiles()).map(([name]) => name);
  expect(names).toEqual([
    "transfer-form.ts",
    "index.html",
    "vite.config.ts",
    "playwright.config.ts",
    "errors.spec.ts",
    ".storybook/main.ts",
    ".storybook/preview.ts",
    "handlers.ts",
    "transfer.stories.ts",
    "handlers.test.ts",
  ]);
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  const files = names.filter((name) => name.endsWith(".ts"));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await run(join(root, "node_modules/.bin/tsc"), ["-p", project]);
});

test("Playwright starts mock and Vite, and every screen is as its test says", async () => {
  // In addition to the guide: which browser is installed here.
  const { args } = chromium;
  const launch = {
    executablePath: await chromium.executablePath(),
    args: args.filter((flag) => !/single|zygote/.test(flag)),
  };
  await writeFile(
    join(project, "here.config.ts"),
    `import config from "./playwright.config.ts";
export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launch)} }, workers: 1 };\n`,
  );
  const tests = begin([bin("playwright"), "test", "--reporter=line", "--config"], "here.config.ts");
  expect(await tests.ended, tests.output()).toBe(0);
  expect(tests.output()).toMatch(/2 passed/);
});

test("Storybook's stories show success and error without a server", async ({ skip }) => {
  await run(bin("msw"), ["init", "public", "--no-save"], project);
  const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: "1" };
  const build = ["build", "--quiet", "--disable-telemetry", "--output-dir", "stories"];
  await promisify(execFile)(bin("storybook"), build, { cwd: project, env, maxBuffer: 2 ** 26 });
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const site = await serve(join(project, "stories"));
  try {
    const page = await started.newPage();
    for (const [story, shown] of [
      ["queued", "queued"],
      ["no-balance", "INSUFFICIENT_BALANCE"],
      ["queued", "queued"],
    ]) {
      await page.goto(`${site.url}/iframe.html?id=transfer--${story}&viewMode=story`);
      await page.getByRole("button", { name: "Send" }).click();
      await page
        .getByRole("alert")
        .getByText(shown ?? "", { exact: true })
        .waitFor();
    }
    await page.close();
  } finally {
    site.close();
  }
});

test("handlers.test.ts passes", async () => {
  const program = begin([process.execPath], "handlers.test.ts");
  expect(await program.ended, program.output()).toBe(0);
  expect(program.output()).toMatch(/pass 1\n/);
});

/** Serves a folder on a free port of this machine. */
function serve(files: string): Promise<Listening> {
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
  };
  return listen(async (request, response) => {
    const path = join(files, new URL(request.url ?? "/", "http://here").pathname);
    const found = await readFile(path).catch(() => undefined);
    response.writeHead(found ? 200 : 404, {
      "content-type": types[extname(path)] ?? "application/octet-stream",
    });
    response.end(found);
  });
}
