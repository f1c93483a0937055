// The documentation site: which Markdown files are pages, where they are, and how they look. `npm run docs` builds it.
import { fileURLToPath } from "node:url";
import { tabStyles } from "@packages/contract/src/design/stylesheet.ts";
import { tokens } from "@packages/contract/src/design/tokens.ts";
import { type DefaultTheme, defineConfigWithTheme } from "vitepress";
import { anchor } from "../../packages/generator/src/docs/markdown.ts";
import { colours } from "./colours.ts";
import { drawDiagrams } from "./diagrams.ts";
import { rewriteLinks, showBracesAsText } from "./links.ts";
import { type Page, readOtherFiles, readPages } from "./pages.ts";
import { panelOf, placePanel } from "./panels.ts";
import { portuguese } from "./portuguese.ts";
import { readRepository } from "./repository.ts";
import { search, shareIndex } from "./search.ts";
import { readServers, type Server } from "./servers.ts";
import { sidebarsOf } from "./sidebars.ts";
import { labelCells } from "./tables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = readPages(root);
const repository = readRepository(root);
const servers = readServers();

/** Configuration of the default theme, with the servers that a page can call. */
export interface ThemeConfig extends DefaultTheme.Config {
  servers: Server[];
}

export default defineConfigWithTheme<ThemeConfig>({
  title: "pix-contract",
  description: "The contract of a PIX payment service, and everything made from it.",
  lang: "en",
  locales: {
    root: { label: "English", lang: "en" },
    pt: {
      label: "Português",
      lang: "pt-BR",
      link: "/pt/",
      themeConfig: { servers, ...portuguese, ...editLink("Editar esta página") },
    },
  },
  // Pages come from several folders of the project. VitePress has no list of inclusions.
  srcDir: "..",
  srcExclude: readOtherFiles(root, pages),
  rewrites: (path: string) => pages.find((page) => page.file === path)?.page ?? path,
  outDir: "./.vitepress/dist",
  cacheDir: "../node_modules/.cache/vitepress",
  // Static file servers find the pages.
  cleanUrls: false,
  head: [
    ["meta", { "http-equiv": "Content-Security-Policy", content: contentSecurityPolicy() }],
    ["style", {}, tokens + tabStyles],
    ["link", { rel: "icon", type: "image/svg+xml", href: "/icon.svg" }],
  ],
  transformPageData: async ({ filePath, frontmatter }) => {
    const panel = await panelOf(filePath);
    return {
      description:
        pages.find(({ file }) => file === filePath)?.description ?? "This page does not exist.",
      frontmatter: {
        ...frontmatter,
        ...(panel && { pageClass: "call-page", aside: false, panel }),
        // Generated pages are edited in the spec, or in what prints them.
        ...(/^(?:docs\/reference|generated)\//.test(filePath) && { editLink: false }),
      },
    };
  },
  markdown: {
    // As GitHub has them.
    anchor: { slugify: anchor },
    theme: colours,
    config: (md) => {
      md.use(rewriteLinks, { root, pages, repository });
      md.use(showBracesAsText);
      md.use(drawDiagrams);
      md.use(labelCells);
      md.use(placePanel);
    },
  },
  themeConfig: {
    servers,
    search,
    outline: { level: [2, 3] },
    nav: [
      { text: "Guides", link: "/guides/start", activeMatch: "^/guides/" },
      { text: "API reference", link: "/reference/", activeMatch: "^/reference/" },
      { text: "Packages", link: firstOf("packages/"), activeMatch: "^/packages/" },
      {
        text: "Project",
        link: "/overview",
        activeMatch: "^/(project|decisions|overview|figures|reliability)",
      },
    ],
    sidebar: sidebarsOf(pages),
    // Not every page has a translation: the other language begins at its first page.
    i18nRouting: false,
    ...(repository && { socialLinks: [{ icon: "github", link: repository.url }] }),
    ...editLink("Edit this page"),
  },
  vite: {
    plugins: [shareIndex],
    resolve: {
      alias: [
        {
          find: /^.*\/VPHome\.vue$/,
          replacement: fileURLToPath(new URL("theme/Home.vue", import.meta.url)),
        },
      ],
    },
    publicDir: fileURLToPath(new URL("../public", import.meta.url)),
  },
});

function editLink(text: string): DefaultTheme.Config {
  return repository ? { editLink: { text, pattern: `${repository.edit}/:path` } } : {};
}

function firstOf(folder: string): string {
  const first = pages.find(({ page }: Page) => page.startsWith(folder));
  return `/${first?.page.replace(/\.md$/, "") ?? ""}`;
}

/** Nothing comes from elsewhere. What a reader tries goes to this machine at most. */
function contentSecurityPolicy(): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self' http://127.0.0.1:* http://localhost:*",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
