import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { addConsole } from "../../../packages/sandbox/src/console/add-console.ts";
import { writeConsole } from "../../../packages/sandbox/src/console/bundle-console.ts";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { makeFolder } from "../../support/folder.ts";

async function openApp() {
  const app = Fastify();
  await app.register(addConsole);
  return app;
}

test("the files for the package are the ones that are served, each with its type and a strict policy", async () => {
  const folder = await makeFolder();
  await writeConsole(folder);
  // The licenses of the packages in the script are for readers of the package, and not served.
  expect((await readdir(folder)).sort()).toEqual([
    "console.css",
    "console.js",
    "index.html",
    "licenses.txt",
  ]);
  await using app = await openApp();
  for (const [url, name, type] of [
    ["/_sandbox", "index.html", "text/html; charset=utf-8"],
    ["/_sandbox/console.js", "console.js", "text/javascript; charset=utf-8"],
    ["/_sandbox/console.css", "console.css", "text/css; charset=utf-8"],
  ] as const) {
    const { statusCode, headers, body } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": type,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      // What the browser makes of it is tried in safety.test.ts.
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; .*frame-ancestors 'none'$/,
      ),
    });
    // Not by toBe(): a difference would print the whole bundle in one line.
    expect(body === (await readFile(join(folder, name), "utf8")), name).toBe(true);
  }
});

test("what is not there is named by its path", async () => {
  await using app = await openApp();
  const answer = await app.inject("/_sandbox/charges/1?x=1");
  expect(answer.statusCode).toBe(404);
  expect(answer.json().error.message).toBe("The sandbox has no path /_sandbox/charges/1.");
});

test("a browser that opens the sandbox's address is led to the console, a program gets the contract's 404", async () => {
  await using sandbox = await createSandbox();
  const url = await sandbox.listen({ port: 0 });
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const led = await fetch(url, { headers: { accept }, redirect: "manual" });
  expect(led.status).toBe(302);
  expect(led.headers.get("location")).toBe("./_sandbox");
  expect(led.headers.get("vary")).toBe("accept");
  for (const method of ["GET", "POST"]) {
    const told = await fetch(url, { method });
    expect(told.status).toBe(404);
    expect(await told.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  }
});

test("a slash too many leads to the page, wherever it is served", async () => {
  await using app = await openApp();
  const { statusCode, headers } = await app.inject("/_sandbox/");
  expect(statusCode).toBe(308);
  const target = new URL(String(headers.location), "https://example.com/below/_sandbox/");
  expect(target.pathname).toBe("/below/_sandbox");
});
