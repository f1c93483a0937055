import { renderMermaidSVG } from "beautiful-mermaid";
import type { MarkdownRenderer } from "vitepress";

/** Plugin: Mermaid diagrams are drawn while the page is made, in its own colours; one that cannot be drawn is code. */
export function drawDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const drawing = token?.info.trim() === "mermaid" ? draw(token.content) : undefined;
    return drawing ?? fence?.(tokens, index, ...rest) ?? "";
  };
}

function draw(diagram: string): string | undefined {
  try {
    const svg = renderMermaidSVG(diagram, {
      bg: "var(--vp-c-bg)",
      fg: "var(--vp-c-text-1)",
      transparent: true,
      font: "system-ui",
    });
    // The library asks for a font of another host; the page brings its own.
    const own = svg.replaceAll(/@import url\([^)]*\);/g, "");
    // As a string, so that Vue does not take the drawing apart.
    const html = JSON.stringify(own).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<figure class="diagram" tabindex="0" role="group" aria-label="Diagram" v-html="${html}"></figure>\n`;
  } catch {
    return undefined;
  }
}
