import type { MarkdownRenderer } from "vitepress";

/** Plugin: each cell of a table knows the name of its column, for where there is no room for columns. */
export function labelCells(md: MarkdownRenderer): void {
  md.core.ruler.push("label-cells", ({ tokens }) => {
    let columns: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "thead_open") columns = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") columns.push(textOf(tokens[index + 1]));
      if (token.type === "td_open") {
        const name = columns[column];
        column += 1;
        if (name) token.attrSet("data-label", name);
      }
    }
  });
}

function textOf(inline: { children: { content: string }[] | null } | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join("");
}
