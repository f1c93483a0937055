import { renderMermaidSVG } from "beautiful-mermaid";
import { Marked } from "marked";
import { anchor } from "../docs/markdown.ts";

/** What a page is made of. */
export interface Rendered {
  html: string;
  /** Where its links lead, as they are written. */
  links: string[];
}

/** Markdown as HTML: headings with GitHub's anchors, wide tables in a box of their own, diagrams drawn. */
export function renderMarkdown(text: string): Rendered {
  const links: string[] = [];
  const seen = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const name = anchor(heading);
        const count = seen.get(name) ?? 0;
        seen.set(name, count + 1);
        const id = count === 0 ? name : `${name}-${count}`;
        return `<h${depth} id="${escapeHtml(id)}"><a href="#${escapeHtml(id)}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      code({ text: code, lang }) {
        const drawing = lang === "mermaid" ? draw(code) : undefined;
        return drawing ?? `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
      },
    },
    walkTokens: (token) => {
      if (token.type === "link") links.push(token.href);
    },
  });
  const html = marked.parse(text, { async: false });
  // A table scrolls by itself, so that the page need not.
  const boxed = html
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return { html: boxed, links };
}

/** A diagram in the colours of the page; undefined where it cannot be drawn, so that it is shown as code. */
function draw(diagram: string): string | undefined {
  try {
    const svg = renderMermaidSVG(diagram, {
      bg: "var(--page)",
      fg: "var(--text)",
      transparent: true,
      font: "system-ui",
    });
    // The library asks for a font of another host; the page brings its own.
    const own = svg.replaceAll(/@import url\([^)]*\);/g, "");
    return `<figure class="diagram" tabindex="0">${own}</figure>\n`;
  } catch {
    return undefined;
  }
}

/** Text as HTML that shows it as it is. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
