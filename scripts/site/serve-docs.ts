import { readFile, stat } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { dirname, join, posix } from "node:path";
import { listen } from "../../runtime/mock/listen.ts";
import { findPages, type Section } from "./find-pages.ts";
import { layout } from "./layout.ts";
import { escapeHtml, renderMarkdown } from "./render-markdown.ts";

/** The documentation, served. */
export interface Docs {
  url: string;
  close(): Promise<void>;
}

/** Where to serve it. */
export interface DocsOptions {
  port: number;
  host?: string;
  /** Flag of the command that sets the port. */
  flag?: string;
}

/**
 * Serves the Markdown pages of a project as web pages, read anew on each request. Pages have the addresses of their
 * files, so that the links between them work as they are written. Beside pages only what a page links to can be had.
 *
 * @throws an error that says in one sentence what is wrong with the address, with the `code` of Node's: `EADDRINUSE`
 */
export async function serveDocs(
  root: string,
  { port, host = "127.0.0.1", flag = "--port" }: DocsOptions,
): Promise<Docs> {
  const server: Server = createServer((request, response) => {
    answer(root, request.url ?? "/", response).catch((error: unknown) => {
      console.error(error);
      send(response, 500, "text/plain", "The page could not be made: the reason is on the terminal.\n");
    });
  });
  const url = await listen(server, port, host, flag);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(root: string, url: string, response: ServerResponse): Promise<void> {
  const path = pathOf(url);
  if (path === "") return void response.writeHead(302, { location: "/docs/README.md" }).end();
  const sections = await findPages(root);
  const page = sections.flatMap(({ pages }) => pages).find((candidate) => candidate.path === path);
  if (page) {
    const { html } = renderMarkdown(await readFile(join(root, path), "utf8"));
    return send(response, 200, "text/html", layout(page.title, html, sections, path));
  }
  if ((await linkedPaths(root, sections)).has(path)) {
    const listing = listPages(path, sections);
    if (listing !== undefined) return send(response, 200, "text/html", layout(path, listing, sections, path));
    if ((await stat(join(root, path))).isFile())
      return send(response, 200, "text/plain", await readFile(join(root, path), "utf8"));
  }
  const missing = `<h1>There is no such page</h1><p><code>${escapeHtml(url)}</code> is none of the pages that are listed here.</p>`;
  send(response, 404, "text/html", layout("There is no such page", missing, sections, ""));
}

/** The path that an address names, from the root of the project; what no path is where it names none. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split(/[?#]/)[0] ?? "").replaceAll(/^\/+|\/+$/g, "");
  } catch {
    return "?";
  }
}

/** Pages in a folder as a list; undefined where there are none. */
function listPages(folder: string, sections: Section[]): string | undefined {
  const pages = sections.flatMap((section) => section.pages).filter(({ path }) => path.startsWith(`${folder}/`));
  if (pages.length === 0) return undefined;
  const items = pages.map(({ path, title }) => `<li><a href="/${encodeURI(path)}">${escapeHtml(title)}</a></li>`);
  return `<h1>${escapeHtml(folder)}</h1><ul>${items.join("")}</ul>`;
}

/** Every path of the project that a page links to. */
async function linkedPaths(root: string, sections: Section[]): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const { path } of sections.flatMap(({ pages }) => pages)) {
    for (const link of renderMarkdown(await readFile(join(root, path), "utf8")).links) {
      const [file = ""] = link.split("#");
      if (file === "" || /^[a-z]+:/i.test(file)) continue;
      const target = posix.normalize(posix.join(dirname(path), decodeURI(file))).replace(/\/$/, "");
      if (!target.startsWith("..")) paths.add(target);
    }
  }
  return paths;
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      "content-type": `${type}; charset=utf-8`,
      // Nothing from elsewhere, and no scripts.
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    })
    .end(body);
}
