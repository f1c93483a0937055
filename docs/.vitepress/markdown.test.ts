// What the site makes of Markdown: links, tables, diagrams and the panel of a page; its pages, and how they are found.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { makeFolder } from "../../test/support/folder.ts";
import { drawDiagrams } from "./diagrams.ts";
import { rewriteLinks, showBracesAsText } from "./links.ts";
import { readOtherFiles, readPages } from "./pages.ts";
import { placePanel } from "./panels.ts";
import { readRepository } from "./repository.ts";
import { search, shareIndex } from "./search.ts";
import { readServers } from "./servers.ts";
import { labelCells } from "./tables.ts";

afterEach(() => void vi.unstubAllEnvs());

const page = (file: string, path: string) => ({ file, page: path, title: "", description: "" });
const pages = [
  page("docs/guides/a b.md", "guides/a b.md"),
  page("docs/guides/README.md", "guides/index.md"),
  page("docs/index.md", "index.md"),
  page("generated/client/README.md", "packages/client.md"),
];
const repository = { url: "https://g", browse: "https://g/blob/main", edit: "https://g/edit/main" };

let md: MarkdownRenderer;
beforeAll(async () => {
  md = await createMarkdownRenderer("/r");
  md.use(rewriteLinks, { root: "/r", pages, repository });
  for (const plugin of [showBracesAsText, drawDiagrams, labelCells, placePanel]) md.use(plugin);
});

/** The HTML of a page of the guides. */
function render(text: string, file = "docs/guides/b.md"): string {
  return md.render(text, { path: `/r/${file}`, realPath: `/r/${file}` });
}

test.for<[string, string | undefined]>([
  // Pages, by their files.
  ["a%20b.md", "/guides/a b.html"],
  ["./a%20b.md#first", "/guides/a b.html#first"],
  ["README.md", "/guides/"],
  ["../index.md", "/"],
  ["../guides", "/guides/"],
  ["../guides/#x", "/guides/#x"],
  ["../../generated/client", "/packages/client.html"],
  ["../../generated/client/README.md", "/packages/client.html"],
  // Other files of the project, in its repository.
  ["../../spec/main.tsp", "https://g/blob/main/spec/main.tsp"],
  ["../../spec/", "https://g/blob/main/spec"],
  ["x.ts#L1", "https://g/blob/main/docs/guides/x.ts#L1"],
  // Outside of the project.
  ["../../../o.ts", undefined],
  // Links that are whole already.
  ["#here", "#here"],
  ["/guides/start", "/guides/start.html"],
  ["https://example.com/a.md", "https://example.com/a.md"],
  ["mailto:a@example.com", "mailto:a@example.com"],
])("a link to %s leads to %s", ([href, expected]) => {
  const html = render(`before [text](${href}) and [other](https://b.c) after`);
  const [, found] = /<a href="([^"]*)"[^>]*>text<\/a>/.exec(html) ?? [];
  expect(found).toBe(expected);
  if (expected === undefined) expect(html).toContain(`<span title="${href}">text</span>`);
  expect(html).toMatch(/<a href="https:\/\/b.c"[^>]*>other<\/a> after<\/p>/);
});

test("pictures of the site are where the site has them", () => {
  const html = render('<img src="../public/a.png" srcset="../../docs/public/b.png">');
  expect(html).toContain('src="../public/a.png" srcset="/b.png"');
});

test("two braces are two braces", () => {
  expect(render("a {{ b }} c")).toContain("a &#123;&#123; b &#125;&#125; c");
});

test("each cell knows the name of its column, of its own table", () => {
  const html = render(
    "| A | `B` |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n| C | |\n|---|---|\n| 5 | 6 |",
  );
  const cells = [...html.matchAll(/<td(?: data-label="([^"]*)")?>(\d)/g)].map(
    ([, label, digit]) => `${digit}${label ?? ""}`,
  );
  expect(cells).toEqual(["1A", "2B", "3A", "4B", "5C", "6"]);
});

test("a diagram is drawn, one that cannot be drawn and other code are code", () => {
  const drawn = render("```mermaid\ngraph LR\n  A --> B\n```");
  expect(drawn).toMatch(/^<figure class="diagram" .*v-html="&quot;<svg/);
  expect(drawn).not.toContain("@import");
  for (const code of ["```mermaid\nnothing of the kind\n```", "```sh\ngraph LR\n```"])
    expect(render(code)).not.toContain("<figure");
});

test.for([
  ["docs/reference/operation-createCharge.md", "before"],
  ["docs/guides/operation-createCharge.md", "none"],
  ["docs/reference/operation-nothing.md", "none"],
] as const)("the panel on %s: %s", ([file, where]) => {
  const html = render("# Head\n\nText.\n\n```sh\ncurl x\n```\n\n## Part\n\n```json\n{}\n```", file);
  const panel = html.indexOf("<CallPanel");
  if (where === "none") expect(panel).toBe(-1);
  else expect([html.indexOf("Text.") < panel, panel < html.indexOf("<h2")]).toEqual([true, true]);
  expect(html.includes("curl")).toBe(where === "none");
  expect(html).toContain("{}");
});

/** A folder with these files. */
async function makeProject(files: Record<string, string>): Promise<string> {
  const folder = await makeFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

test("each Markdown file that readers need is a page in its place; others are none", async () => {
  const texts = {
    "docs/index.md": "index.md",
    "docs/README.md": "overview.md",
    "docs/pt-BR/README.md": "pt/index.md",
    "docs/pt-BR/guides/start.md": "pt/guides/start.md",
    "docs/decisions/README.md": "decisions/index.md",
    "docs/guides/start.md": "guides/start.md",
    "generated/client/README.md": "packages/client.md",
    "generated/client/MORE.md": "packages/client-MORE.md",
    "packages/client/README.md": "packages/client-runtime.md",
    "packages/review/README.md": "packages/review.md",
    "CHANGELOG.md": "project/changelog.md",
  };
  const others = ["test/house/README.md", "packages/review/src/NOTES.md"];
  const folder = await makeProject({
    ...Object.fromEntries([...Object.keys(texts), ...others].map((file) => [file, "# T"])),
    "node_modules/a/README.md": "# T",
    "packages/a/dist/README.md": "# T",
  });
  const found = readPages(folder);
  expect(Object.fromEntries(found.map(({ file, page }) => [file, page]))).toEqual(texts);
  expect(readOtherFiles(folder, found).sort()).toEqual(others.toSorted());
});

test.for<[text: string, title: string, description: string]>([
  ["# A `b` {#c}\n\nFirst. Second.", "A b", "First."],
  ["# A\n\n`GET /a`\n\nText with [a link](b.md) and `code`.", "A", "Text with a link and code."],
  ["# A\n\n[English](a.md).\n\nThe text:\n\n- B.", "A", "The text."],
  ["# A\n\n![p](q.png)\n\nVersion 1.2 is\nhere. More.", "A", "Version 1.2 is here."],
  ["Text.", "docs/a.md", ""],
])("%j is called %j: %j", async ([text, title, description]) => {
  const folder = await makeProject({ "docs/a.md": text });
  expect(readPages(folder)).toEqual([{ file: "docs/a.md", page: "a.md", title, description }]);
});

test.for([
  ["git+https://github.com/o/n.git", "https://github.com/o/n"],
  ["https://github.com/o/n", "https://github.com/o/n"],
  ["git@github.com:o/n.git", "https://github.com/o/n"],
  ["ssh://git@github.com/o/n.git", "https://github.com/o/n"],
  ["https://example.com/o/n.git", undefined],
  ["/srv/n.git", undefined],
])("the repository %s is shown at %s", async ([address, url]) => {
  const folder = await makeProject({
    "package.json": JSON.stringify({ repository: { url: address } }),
  });
  expect(readRepository(folder)).toEqual(
    url && { url, browse: `${url}/blob/main`, edit: `${url}/edit/main` },
  );
});

test("servers beside the site are reached through it, those of a machine by their addresses", () => {
  expect(readServers().map(({ name, path, url }) => [name, path === url])).toEqual([
    ["sandbox", true],
    ["mock", true],
  ]);
  vi.stubEnv("DOCS_SERVERS", '[{"name":"mock","url":"http://a"}]');
  expect(readServers()).toEqual([{ name: "mock", url: "http://a", path: "/try/mock" }]);
});

test("the synonyms of a page belong to its first section alone", () => {
  const { miniSearch } = search.options as {
    miniSearch: { options: { extractField(section: object, field: string): unknown } };
  };
  const { extractField } = miniSearch.options;
  const id = "/pt/guides/client-transfers.html";
  expect(extractField({ id, titles: [] }, "words")).toContain("pagamento duplicado");
  expect(extractField({ id: `${id}#keys`, titles: [] }, "words")).toContain("duplicate payment");
  expect(extractField({ id, titles: ["Above"] }, "words")).toBe("");
  expect(extractField({ id: "/nothing", titles: [] }, "words")).toBe("");
  expect(extractField({ id, titles: [], title: "T" }, "title")).toBe("T");
});

test("Portuguese pages have the index of all", () => {
  expect(shareIndex.transform("export default {}", "/@localSearchIndex")).toBe(
    'export default {"pt": () => import("@localSearchIndexroot"),}',
  );
  expect(shareIndex.transform("export default {}", "/other")).toBeUndefined();
});
