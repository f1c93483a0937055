// The docs route in a browser, whole, against its Content-Security-Policy.
import { expect, test } from "vitest";
import { reference } from "../../generated/server/src/docs.ts";
import { useBrowser } from "../support/browser.ts";
import { contract } from "../support/contract.ts";
import { makeSample } from "./sample/server.ts";

const browser = useBrowser();

test("the page shows every operation and error, its links lead somewhere, and it asks no other host", async ({
  skip,
}) => {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const { server } = await makeSample({ docs: { path: "/docs", ...reference } });
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  const page = await started.newPage();
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on("request", (request) => void asked.push(request.url()));
  page.on("console", (message) => void complaints.push(message.text()));
  await page.goto(`${url}/docs`, { waitUntil: "networkidle" });

  const text = await page.innerText("main");
  for (const { summary, path } of contract.operations) expect(text).toContain(summary && path);
  for (const { code } of contract.errors) expect(text).toContain(code);
  const run = (code: string): Promise<unknown> => page.evaluate(code);
  expect(await run("getComputedStyle(document.querySelector('nav')).position")).toBe("sticky");
  const links = "[...document.querySelectorAll('a[href^=\"#\"]')].map((link) => link.getAttribute('href'))";
  expect(await run(`${links}.filter((href) => !document.getElementById(href.slice(1)))`)).toEqual([]);
  const wide = (): Promise<unknown> => run("document.documentElement.scrollWidth > innerWidth");
  expect(await wide()).toBe(false);
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await wide()).toBe(false);
  expect(asked).toEqual([`${url}/docs`]);
  expect(complaints).toEqual([]);

  // What gets into a page all the same, is not loaded and not run.
  const image = "<img src='https://other.example/a.png' onerror='window.ran = 1'>";
  await run(`document.body.insertAdjacentHTML("beforeend", "${image}")`);
  await expect.poll(() => complaints.join("\n")).toMatch(/Content Security Policy/);
  expect(await run("'ran' in window")).toBe(false);

  await page.getByRole("link", { name: "openapi.json" }).click();
  expect(page.url()).toBe(`${url}/openapi.json`);
  await page.close();
  await server.close();
});
