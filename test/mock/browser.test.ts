import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import chromium from "@sparticuz/chromium";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basic, token, useMock } from "./mock.ts";

const mock = useMock();
let browser: Browser | undefined;
let reason = "";
let site: Server;

beforeAll(async () => {
  // A page from another origin, and an address without CORS to show that the browser minds.
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html>")).listen(
    0,
  );
  // The package switches the browser's same-origin policy off, which is what is tested here.
  const args = chromium.args.filter((flag) => flag !== "--disable-web-security");
  try {
    browser = await playwright.launch({ args, executablePath: await chromium.executablePath(), headless: true });
  } catch (error) {
    if (process.env.CI) throw error;
    reason = `Chromium does not start here: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
    console.warn(reason);
  }
});
afterAll(async () => {
  await browser?.close();
  site.close();
});

const siteUrl = (host: string) => `http://${host}:${(site.address() as AddressInfo).port}/`;

async function openPage(skip: (note: string) => never): Promise<Page> {
  if (!browser) return skip(reason);
  const page = await browser.newPage();
  await page.goto(siteUrl("localhost"));
  return page;
}

/** Fetches in the page and reads what a page may read. */
function fetchInPage(page: Page, url: string, init: RequestInit, names: string[]) {
  return page.evaluate(
    async ([address, options, wanted]) => {
      const response = await fetch(address, JSON.parse(options));
      const headers = wanted.map((name) => [name, response.headers.get(name)]);
      return { status: response.status, headers: Object.fromEntries(headers), body: await response.json() };
    },
    [url, JSON.stringify(init), names] as const,
  );
}

test("a page of another origin asks for a 429, with credentials, and reads all of it", async ({ skip }) => {
  const page = await openPage(skip);
  const init: RequestInit = {
    method: "POST",
    credentials: "include",
    headers: { ...token, "content-type": "application/json", prefer: "code=429" },
    body: "{}",
  };
  const names = [
    "retry-after",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-ratelimit-window",
  ];
  const answer = await fetchInPage(page, `${mock.url}/api/v1/pix/out/pixkey`, init, names);
  expect(answer).toMatchObject({
    status: 429,
    headers: { "retry-after": "42", "x-ratelimit-remaining": "0" },
    body: { success: false, error: { code: "RATE_LIMIT_EXCEEDED" } },
  });
  for (const name of names) expect(answer.headers[name], name).toMatch(/^\d+$/);
});

test("a page reads a token, a refusal and what a wrong call is told", async ({ skip }) => {
  const page = await openPage(skip);
  const auth = `${mock.url}/api/auth`;
  const names = ["www-authenticate", "allow"];
  const issued = await fetchInPage(page, auth, { method: "POST", headers: basic("key:se:cret") }, names);
  expect(issued).toMatchObject({ status: 200, body: { tokenType: "Bearer" } });
  const refused = await fetchInPage(page, `${mock.url}/api/v1/webhook`, { credentials: "include" }, names);
  expect(refused).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
  const wrong = await fetchInPage(page, auth, { method: "PUT", headers: token }, names);
  expect(wrong).toMatchObject({ status: 405, headers: { allow: "POST, OPTIONS" } });
});

test("the browser refuses a server without CORS", async ({ skip }) => {
  const page = await openPage(skip);
  await expect(fetchInPage(page, siteUrl("127.0.0.1"), { credentials: "include" }, [])).rejects.toThrow("fetch");
});
