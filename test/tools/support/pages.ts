import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { type Listening, listen } from "../../support/listen.ts";
import { toolFile } from "./tools.ts";

const page = (head: string, script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tool</title>${head}</head><body><div id="page"></div><script src="script.js"></script><script>${script}</script></body></html>`;

/** The pages that show a document: their files, how each is started and what stands there when it is. */
export const viewers = {
  redoc: {
    script: "redoc/bundles/redoc.standalone.js",
    html: page(
      "",
      `Redoc.init("../document", { expandResponses: "200" }, document.getElementById("page"));`,
    ),
    ready: "h1",
  },
  "swagger-ui": {
    script: "swagger-ui-dist/swagger-ui-bundle.js",
    html: page(
      '<link rel="stylesheet" href="style.css">',
      `SwaggerUIBundle({ url: "../document", dom_id: "#page", docExpansion: "list", deepLinking: true });`,
    ),
    ready: ".opblock",
  },
} as const;

export type Viewer = keyof typeof viewers;

/** A viewer with a document in it, and what its console said that is an error or a warning. */
export type OpenViewer = Awaited<ReturnType<typeof openViewer>>;

/** Serves the viewers with a document, each at its name. */
export async function serveViewers(documentFile: string): Promise<Listening> {
  return listen(async (request, response) => {
    const [, name = "", file = ""] = (request.url ?? "").split("?")[0]?.split("/") ?? [];
    const viewer = viewers[name as Viewer];
    const answer = async (type: string, path: string): Promise<void> => {
      response.setHeader("content-type", type).end(await readFile(path));
    };
    if (name === "document") await answer("text/plain", documentFile);
    else if (viewer && file === "")
      response.setHeader("content-type", "text/html").end(viewer.html);
    else if (viewer && file === "script.js")
      await answer("text/javascript", toolFile(viewer.script));
    else if (viewer && file === "style.css")
      await answer("text/css", toolFile("swagger-ui-dist/swagger-ui.css"));
    else response.writeHead(204).end();
  });
}

/** Opens a viewer and waits until it shows the document. Nothing but the viewer's own server is asked. */
export async function openViewer(browser: Browser, url: string, viewer: Viewer) {
  const opened = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
  });
  const complaints: string[] = [];
  opened.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  opened.on("pageerror", (error) => complaints.push(error.message));
  // Redoc fetches its maker's logo.
  await opened.route(
    (target) => !target.href.startsWith(url),
    (route) => route.fulfill({ status: 200, body: "" }),
  );
  await opened.goto(`${url}/${viewer}/`);
  await opened.waitForSelector(viewers[viewer].ready, { timeout: 60_000 });
  return { page: opened, complaints };
}
