// docs/guides/frontend.md: its programs, run as they are printed.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { token, useMock } from "../mock/mock.ts";
import { useBrowser } from "../support/browser.ts";

const root = join(import.meta.dirname, "../..");
const mock = useMock();
const browser = useBrowser();
let folder: string;
const programs = new Map<string, string>();

beforeAll(async () => {
  const guide = await readFile(join(root, "docs/guides/frontend.md"), "utf8");
  for (const [, name = "", text = ""] of guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)) programs.set(name, text);
  // Within the project, so that its packages are found.
  await mkdir(join(root, "tmp"), { recursive: true });
  folder = await mkdtemp(join(root, "tmp/frontend-"));
  for (const [name, text] of programs) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the guide has these programs", () => {
  expect([...programs.keys()]).toEqual(["vite.config.ts", "errors.spec.ts", "mock.test.ts"]);
});

test("Vite hands calls on to the mock", { timeout: 60_000 }, async () => {
  process.env.PIX_URL = mock.url;
  try {
    const { createServer } = await import("vite");
    const server = await createServer({
      root: folder,
      configFile: join(folder, "vite.config.ts"),
      server: { port: 0 },
      logLevel: "silent",
    });
    await server.listen();
    try {
      const [address = ""] = server.resolvedUrls?.local ?? [];
      const response = await fetch(`${address}api/v1/webhook`, {
        headers: { ...token, prefer: "code=429" },
      });
      expect(response.status).toBe(429);
    } finally {
      await server.close();
    }
  } finally {
    delete process.env.PIX_URL;
  }
});

/** The program of Playwright, run by the few words that it takes of Playwright's test runner. */
async function runSpec(page: Page): Promise<void> {
  const text = programs.get("errors.spec.ts") ?? "";
  const body = /async \(\{ page \}\) => \{\n([\s\S]*)\n\}\);/.exec(text)?.[1] ?? "";
  const expectAlert = (locator: { textContent(): Promise<string | null>; waitFor(): Promise<void> }) => ({
    toHaveText: async (wanted: string) => {
      await locator.waitFor();
      expect(await locator.textContent()).toBe(wanted);
    },
  });
  const run = new Function("page", "expect", `return (async () => {\n${body}\n})();`) as (
    page: Page,
    expect: typeof expectAlert,
  ) => Promise<void>;
  await run(page, expectAlert);
}

test("Playwright asks for an error on the way", { timeout: 60_000 }, async ({ skip }) => {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const call = `fetch("${mock.url}/api/v1/pix/out/pixkey", { method: "POST", headers: { authorization: "Bearer any" } })`;
  const html = `<button onclick='${call}.then((r) => r.json()).then(({ error }) => (document.querySelector("p").textContent = error.code))'>Send</button><p role=alert></p>`;
  const site = createHttpServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    const baseURL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const context = await started.newContext({ baseURL });
    const page = await context.newPage();
    await runSpec(page);
    await context.close();
  } finally {
    site.close();
  }
});

test("a test in Node starts the mock by itself", { timeout: 60_000 }, async () => {
  const source = pathToFileURL(join(root, "scripts/from-source.ts")).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", source, "--test", "--test-isolation=none", join(folder, "mock.test.ts")],
    { cwd: root },
  );
  expect(stdout).toMatch(/pass 1\n/);
  expect(stdout).toMatch(/fail 0\n/);
});
