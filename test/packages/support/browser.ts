import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Consumer } from "./consumer.ts";

const client = "/node_modules/@pix-contract/client/dist";
const entries = ["helpers", "hooks", "notifications", "pacing", "raw", "waits"];
const imports = {
  "@pix-contract/client": "/client-for-a-page.mjs",
  ...Object.fromEntries(
    entries.map((entry) => [`@pix-contract/client/${entry}`, `${client}/${entry}.mjs`]),
  ),
  "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs",
};
const html = `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
globalThis.runPrograms = async (names) => {
  const said = {};
  for (const name of names) said[name] = await (await import("/out/" + name + ".js")).main(location.origin);
  return said;
};
</script>`;

// The consumers are older than the rule that a client in a page has to be allowed: the page allows it for them.
const allowed = `export * from "${client}/index.mjs";
import { createPixClient as create } from "${client}/index.mjs";
export const createPixClient = (options) => create({ ...options, allowBrowser: true });
`;

/** What the programs of a project print, by name, in a page that has the project's files and the service at one address. */
export async function runInPage(
  browser: Browser,
  { folder, programs }: Consumer,
  service: string,
): Promise<Record<string, string>> {
  const page = await browser.newPage();
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: html });
    if (pathname === imports["@pix-contract/client"])
      return route.fulfill({ contentType: "text/javascript", body: allowed });
    if (!pathname.startsWith("/api/")) return route.fulfill({ path: join(folder, pathname) });
    return route.fetch({ url: service + pathname }).then(
      (response) => route.fulfill({ response }),
      () => route.abort("connectionreset"),
    );
  });
  await page.goto("http://localhost/");
  return page.evaluate<Record<string, string>>(`runPrograms(${JSON.stringify(programs)})`);
}
