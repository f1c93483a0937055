// The documentation as it is built: links lead somewhere, nothing comes from elsewhere, everybody can read it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { buildSite, dist, findBarriers, type Site, serveSite } from "./support/site.ts";

const browser = useBrowser();

let site: Site;
let url = "";
let pages: string[] = [];

beforeAll(async () => {
  pages = await buildSite();
  site = await serveSite();
  url = site.url;
});
afterAll(() => site?.stop());

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

test.for(kinds)(
  "$0: nothing serious for axe in either theme, nothing from elsewhere, no complaint",
  { timeout: 60_000 },
  async (path, { skip }) => {
    const [page, complaints] = await open(skip, { bypassCSP: true });
    await page.goto(`${url}/${path}`, { waitUntil: "networkidle" });
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

/** Tables and text that are wider than their place; code and diagrams scroll by themselves. */
const findWide = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
  ...[...document.querySelectorAll(".vp-doc table")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 8)
    .map(({ innerText, scrollWidth }) => scrollWidth + ": " + innerText.slice(0, 40)),
]`;

test.for(kinds)("$0 fits 320 px and 1280, its tables too", async (path, { skip }) => {
  const [page] = await open(skip, { viewport: { width: 320, height: 700 } });
  await page.goto(`${url}/${path}`, { waitUntil: "networkidle" });
  expect(await page.evaluate(findWide)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.evaluate(findWide)).toEqual([]);
  await page.context().close();
});

test("where there is no room for columns, a cell says which one it is of", async ({ skip }) => {
  const [page] = await open(skip, { viewport: { width: 320, height: 700 } });
  await page.goto(`${url}/reference/errors.html`, { waitUntil: "networkidle" });
  const row = page.getByRole("row", { name: "INSUFFICIENT_BALANCE" });
  await row.getByRole("cell", { name: "Who acts account" }).waitFor();
  expect(await row.locator("td").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-label")))).toEqual([
    "Status",
    "Code",
    "Given when",
    "Retry",
    "Who acts",
  ]);
  await page.context().close();
});

test("the tabs of a request are moved between by arrow keys", async ({ skip }) => {
  const [page] = await open(skip, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/reference/operations/createTransfer.html`, { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tabpanel").innerText()).toContain("pix.transfers.create(");
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tabpanel").innerText()).toContain("POST /api/v1/pix/out/pixkey HTTP/1.1");
  await page.context().close();
});

test("a request is tried by the keyboard alone, and what came of it is said", async ({ skip }) => {
  const [page] = await open(skip, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/reference/operations/createCharge.html`, { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: "curl" }).focus();
  const press = async (until: string): Promise<void> => {
    for (let count = 0; count < 40; count++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate<string>("document.activeElement.textContent")).startsWith(until)) return;
    }
    throw new Error(`Tab does not lead to ${until}.`);
  };
  await press("Try it");
  await page.keyboard.press("Enter");
  await press("Send to the");
  // No server runs beside the preview.
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .getByText(/^No response from|^\d{3}/)
    .first()
    .waitFor();
  await page.context().close();
});

test("a search finds an error by its code, by the keyboard alone", async ({ skip }) => {
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
