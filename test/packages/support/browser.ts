import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { launchBrowser } from "../../support/browser.ts";
import { startService } from "./service.ts";

/** A page that runs programs of a project. */
export interface Page {
  /** What the programs say, by name. */
  run(programs: string[]): Promise<Record<string, string>>;
  close(): Promise<void>;
}

const types: Record<string, string> = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html" };
const page = `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({
  imports: {
    "@pix-contract/client": "/client-for-a-page.mjs",
    ...Object.fromEntries(
      ["helpers", "notifications", "pacing", "waits"].map((entry) => [
        `@pix-contract/client/${entry}`,
        `/node_modules/@pix-contract/client/dist/${entry}.mjs`,
      ]),
    ),
    "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs",
  },
})}</script><script type="module">
globalThis.runPrograms = async (names) => {
  const said = {};
  for (const name of names) said[name] = await (await import("/out/" + name + ".js")).main(location.origin);
  return said;
};
</script>`;

// The consumers are older than the rule that a client in a page has to be allowed: the page allows it for them.
const allowed = `export * from "/node_modules/@pix-contract/client/dist/index.mjs";
import { createPixClient as create } from "/node_modules/@pix-contract/client/dist/index.mjs";
export const createPixClient = (options) => create({ ...options, allowBrowser: true });
`;

/**
 * Opens a page in Chromium that is served from a folder, with the service at the same address. Where Chromium does not
 * start, the reason; where everything has to be tried, an error.
 */
export async function openPage(folder: string): Promise<Page | string> {
  const service = await startService();
  const server = createServer(async (request, response) => {
    const path = normalize(request.url ?? "/");
    if (path === "/") return response.setHeader("content-type", "text/html").end(page);
    if (path === "/client-for-a-page.mjs") return response.setHeader("content-type", "text/javascript").end(allowed);
    if (path.startsWith("/api/")) {
      let body = "";
      for await (const chunk of request) body += chunk;
      const { method = "GET", headers } = request;
      const init = { method, headers: { authorization: headers.authorization ?? "" }, ...(body && { body }) };
      const answer = await fetch(service.url + path, init).catch(() => undefined);
      if (!answer) return response.socket?.resetAndDestroy();
      return response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    }
    const file = await readFile(join(folder, path)).catch(() => undefined);
    if (!file) return response.writeHead(404).end();
    return response.setHeader("content-type", types[extname(path)] ?? "text/plain").end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await service.close();
  };
  try {
    const browser = await launchBrowser();
    const tab = await browser.newPage();
    await tab.goto(url);
    return {
      run: (programs) => tab.evaluate<Record<string, string>>(`runPrograms(${JSON.stringify(programs)})`),
      close: async () => {
        await browser.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    if (process.env.CI) throw error;
    return `Chromium does not start here: ${error}`;
  }
}
