import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { listen } from "../support/listen.ts";
import { token, useMock } from "./mock.ts";

const mock = useMock();
const browser = useBrowser();
// A page from another origin.
const site = await listen((_, response) =>
  response.setHeader("content-type", "text/html").end("<!doctype html>"),
);
afterAll(site.close);

async function openPage(skip: (note: string) => never): Promise<Page> {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const page = await started.newPage();
  await page.goto(`http://localhost:${site.port}/`);
  return page;
}

/** Fetches in the page and reads what a page may read. */
function fetchInPage(page: Page, url: string, init: RequestInit, names: string[]) {
  return page.evaluate(
    async ([address, options, wanted]) => {
      const response = await fetch(address, JSON.parse(options));
      const headers = wanted.map((name) => [name, response.headers.get(name)]);
      return {
        status: response.status,
        headers: Object.fromEntries(headers),
        body: await response.json(),
      };
    },
    [url, JSON.stringify(init), names] as const,
  );
}

test("a page of another origin asks for a 429, with credentials, and reads all of it", async ({
  skip,
}) => {
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

test("the page of the mock sends a chosen request and shows its answer", async ({ skip }) => {
  const page = await openPage(skip);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(mock.url);
  // It opens on a call with a body, and its success.
  await page.getByRole("region", { name: "Request" }).getByText("/api/v1/pix/in/qrcode").waitFor();
  await page
    .locator("select[name=operation]")
    .selectOption({ label: "POST /api/v1/pix/out/pixkey: Send a transfer (PIX OUT)" });
  await page.getByRole("radio", { name: "429" }).check();
  const response = page.getByRole("region", { name: "Response" });
  await response.getByText('"code": "RATE_LIMIT_EXCEEDED"').waitFor();
  expect(await response.textContent()).toContain("Example from the contract");
  await page.getByRole("button", { name: "Send" }).click();
  await response.getByText("HTTP 429").waitFor();
  expect(await response.locator("pre").textContent()).toMatch(/^[\s\S]*retry-after: \d+/);
  for (const [name, text] of [
    ["curl", /^curl -i -X POST 'http:.*\/api\/v1\/pix\/out\/pixkey'/],
    ["fetch", /^await fetch\("http:/],
    ["Prefer", /^Prefer: code=429, example=rate-limit-exceeded$/],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    expect(await page.locator("pre").first().textContent()).toMatch(text);
  }
  expect(errors).toEqual([]);
});
