import { posix, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import type { Page } from "./pages.ts";
import type { Repository } from "./repository.ts";

/** What links are rewritten by. */
interface Site {
  root: string;
  pages: Page[];
  repository: Repository | undefined;
}

/** Source of a page, as VitePress reports it. */
interface Environment {
  path?: string;
  realPath?: string;
}

/**
 * Plugin: links between Markdown files, written as GitHub takes them, lead to the pages that the files are on the site;
 * links to other files of the project lead into its repository, or are plain text where it has none. Pictures of the
 * site, which a page names by their files, are where the site has them.
 */
export function rewriteLinks(md: MarkdownRenderer, { root, pages, repository }: Site): void {
  md.core.ruler.push("rewrite-links", (state) => {
    const { path = "", realPath = path } = state.env as Environment;
    const from = relative(root, realPath).replaceAll("\\", "/");
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (!href || /^(#|\/|[a-z]+:)/i.test(href)) continue;
      const target = resolve(href, from, pages, repository);
      if (target !== undefined) token.attrSet("href", target);
      else Object.assign(token, { tag: "span", attrs: [["title", href]] });
    }
    for (const token of state.tokens.filter(({ type }) => type === "html_block")) {
      token.content = token.content.replaceAll(
        /(\b(?:src|srcset)=")(?:\.\.\/)*docs\/public\//g,
        "$1/",
      );
    }
    // What ends a link that is no longer valid.
    let open: string[] = [];
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "link_open") open = [...open, token.tag];
      if (token.type === "link_close") token.tag = open.pop() ?? "a";
    }
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      if (token.tag === "span" && token.type.startsWith("link_"))
        token.type = token.type.replace("link", "span");
    }
  });
}

function resolve(
  href: string,
  from: string,
  pages: Page[],
  repository: Repository | undefined,
): string | undefined {
  const [, path = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const file = posix.normalize(posix.join(posix.dirname(from), decodeURI(path))).replace(/\/$/, "");
  const page =
    pages.find((page) => page.file === file) ??
    pages.find((page) => page.file === `${file}/README.md`);
  if (page) return `/${page.page.replace(/(^|\/)index\.md$/, "$1")}${hash}`;
  return repository && !file.startsWith("..") ? `${repository.browse}/${file}${hash}` : undefined;
}

/** Plugin: two braces in a text are two braces, not an expression of Vue's. */
export function showBracesAsText(md: MarkdownRenderer): void {
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...given) =>
    (text?.(...given) ?? "").replaceAll("{{", "&#123;&#123;").replaceAll("}}", "&#125;&#125;");
}
