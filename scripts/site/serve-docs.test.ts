import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPages } from "./find-pages.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { type Docs, serveDocs } from "./serve-docs.ts";

const root = join(import.meta.dirname, "../..");
let docs: Docs;
beforeAll(async () => {
  docs = await serveDocs(root, { port: 0 });
});
afterAll(() => docs.close());

const pages = (await findPages(root)).flatMap((section) => section.pages);

async function read(path: string): Promise<{ status: number; type: string; html: string }> {
  const response = await fetch(docs.url + path);
  return { status: response.status, type: response.headers.get("content-type") ?? "", html: await response.text() };
}

/** What a page links to, as absolute addresses of this server. */
function linksOf(html: string, path: string): URL[] {
  const content = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return [...content.matchAll(/ href="([^"]+)"/g)]
    .map(([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), docs.url + path))
    .filter(({ origin }) => origin === new URL(docs.url).origin);
}

test("the documentation begins at the address itself", async () => {
  const { html } = await read("/");
  expect(html).toContain("<h1");
  expect(html).toContain('<a href="/docs/README.md" aria-current="page">');
});

test("every kind of page is there", () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["README.md", "CONTRIBUTING.md", "docs/guides/mock.md", "docs/reference/errors.md"]),
  );
});

test.for(pages.map(({ path }) => path))("%s is shown, and its links lead somewhere", async (path) => {
  const { status, type, html } = await read(`/${path}`);
  expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
  const targets = new Map<string, string>();
  for (const { pathname, hash } of linksOf(html, `/${path}`)) {
    if (!targets.has(pathname)) {
      const target = await read(pathname);
      expect.soft(target.status, pathname).toBe(200);
      targets.set(pathname, target.html);
    }
    if (hash)
      expect.soft(targets.get(pathname), pathname + hash).toContain(` id="${decodeURIComponent(hash.slice(1))}"`);
  }
});

test.for(pages.map(({ path }) => path))("%s loads nothing from elsewhere", async (path) => {
  const { html } = await read(`/${path}`);
  const shown = html.replaceAll(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, "");
  expect(shown).not.toMatch(/<script|<link|@import|url\(["']?https?:|src="http/);
});

test("diagrams are drawn, in the colours of the page", async () => {
  const { html } = await read("/docs/reference/statuses.md");
  const count = (await read("/docs/reference/statuses.md")).html.split('<figure class="diagram"').length - 1;
  expect(count).toBeGreaterThanOrEqual(2);
  expect(html).toContain("--fg:var(--text)");
  expect(html).not.toContain("stateDiagram-v2");
});

describe("Markdown", () => {
  test("a diagram that cannot be drawn is shown as code", () => {
    const { html } = renderMarkdown("```mermaid\nnothing that is known\n```\n");
    expect(html).toContain("<code>nothing that is known</code>");
  });

  test("code is shown, never run", () => {
    expect(renderMarkdown("```html\n<script>alert(1)</script>\n```\n").html).not.toContain("<script>");
  });

  test("headings of the same name have anchors of their own", () => {
    const { html } = renderMarkdown("## Start\n\n## Start\n");
    expect(html).toContain('id="start"');
    expect(html).toContain('id="start-1"');
  });
});

test.for([
  "/nothing.md",
  "/package.json",
  "/.git/config",
  "/docs/../package.json",
  "/docs/%2e%2e/package.json",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/%",
  "/node_modules/marked/README.md",
])("%s is not there to be had", async (path) => {
  // Not by fetch, which tidies the path up.
  const { hostname, port } = new URL(docs.url);
  const { request } = await import("node:http");
  const sent = request({ hostname, port, path }).end();
  const [response] = await once(sent, "response");
  response.resume();
  expect(response.statusCode).toBe(404);
});

test("a page that is written meanwhile is there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "docs-"));
  const other = await serveDocs(folder, { port: 0 });
  try {
    expect((await fetch(`${other.url}/README.md`)).status).toBe(404);
    await writeFile(join(folder, "README.md"), "# A <b>new</b> page\n");
    const response = await fetch(`${other.url}/README.md`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<title>A &#60;b&#62;new&#60;/b&#62; page</title>");
  } finally {
    await other.close();
    await rm(folder, { recursive: true });
  }
});

test("a port that is in use is named, with the flag that sets it", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  await expect(serveDocs(root, { port, flag: "--docs-port" })).rejects.toThrow(
    `Port ${port} is in use: stop what listens there or choose another with --docs-port.`,
  );
  taken.close();
});
