// The documentation as it is built: links lead somewhere, nothing comes from elsewhere, everybody can read it.
import { execFile, spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { findPort } from "../support/find-port.ts";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "docs/.vitepress/dist");
const vitepress = join(root, "node_modules/.bin/vitepress");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = useBrowser();

let url = "";
let server: ReturnType<typeof spawn>;
let pages: string[] = [];

beforeAll(async () => {
  await promisify(execFile)(vitepress, ["build", "docs"], { cwd: root });
  pages = globSync("**/*.html", { cwd: dist }).map((path) => path.replaceAll("\\", "/"));
  const port = await findPort();
  server = spawn(vitepress, ["preview", "docs", "--port", String(port)], { cwd: root, stdio: "ignore" });
  url = `http://localhost:${port}`;
  for (;;) {
    if (server.exitCode !== null) throw new Error("The preview has ended.");
    const found = await fetch(url).catch(() => undefined);
    if (found?.ok) break;
    await sleep(100);
  }
}, 180_000);
afterAll(() => server?.kill());

function read(path: string): string {
  return readFileSync(join(dist, path), "utf8");
}

/** One page of each kind. */
const kinds = [
  "index.html",
  "guides/mock.html",
  "figures.html",
  "reference/index.html",
  "reference/statuses.html",
  "reference/errors.html",
  "reference/operations/createTransfer.html",
  "reference/notifications/transaction_paid.html",
  "packages/client.html",
];

test("every kind of page is there", () => {
  expect(pages).toEqual(expect.arrayContaining([...kinds, "guides/start.html", "decisions/interface.html"]));
});

test("links lead to pages and headings that there are", () => {
  const lost: string[] = [];
  for (const path of pages) {
    for (const [, href = ""] of read(path).matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const { pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://docs/${path}`);
      const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const target = pages.find((page) => `/${page}` === decodeURI(file));
      if (target === undefined) lost.push(`${path}: ${href}`);
      else if (hash.length > 1 && !read(target).includes(`id="${decodeURIComponent(hash.slice(1))}"`)) {
        lost.push(`${path}: ${href}`);
      }
    }
  }
  expect(lost).toEqual([]);
});

async function open(skip: (note: string) => never, options: object): Promise<[Page, string[]]> {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const page = await (await (started as Browser).newContext(options)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  return [page, complaints];
}

test.for(kinds.flatMap((path) => (["light", "dark"] as const).map((scheme) => ({ path, scheme }))))(
  "$path, $scheme: nothing serious for axe, nothing from elsewhere, no complaint",
  { timeout: 60_000 },
  async ({ path, scheme }, { skip }) => {
    const [page, complaints] = await open(skip, { colorScheme: scheme, bypassCSP: true });
    await page.goto(`${url}/${path}`, { waitUntil: "networkidle" });
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof import("axe-core") }).axe.run();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    });
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test.for(kinds)("%s fits 320 px", { timeout: 60_000 }, async (path, { skip }) => {
  const [page] = await open(skip, { viewport: { width: 320, height: 700 } });
  await page.goto(`${url}/${path}`, { waitUntil: "networkidle" });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  await page.context().close();
});

test("the tabs of a request are moved between by arrow keys", { timeout: 60_000 }, async ({ skip }) => {
  const [page] = await open(skip, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/reference/operations/createTransfer.html`, { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tabpanel").innerText()).toContain("pix.transfers.create(");
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tabpanel").innerText()).toContain("POST /api/v1/pix/out/pixkey HTTP/1.1");
  await page.context().close();
});

test("a search finds an error by its code, by the keyboard alone", { timeout: 60_000 }, async ({ skip }) => {
  const [page] = await open(skip, { viewport: { width: 1280, height: 800 } });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.keyboard.press("Control+k");
  await page.locator(".search-input").waitFor();
  await page.keyboard.type("INSUFFICIENT_BALANCE");
  await page.locator(".results li").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\.html/);
  expect(await page.locator("main").innerText()).toContain("INSUFFICIENT_BALANCE");
  await page.context().close();
});
