import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contract } from "@packages/contract/src/model.ts";
import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { fence } from "../../packages/generator/src/docs/markdown.ts";
import {
  type Panel,
  type PanelRequest,
  panelsOf,
} from "../../packages/generator/src/docs/panel.ts";
import { readProject } from "../../packages/generator/src/project.ts";
import { colours } from "./colours.ts";
import { placeholders } from "./servers.ts";

/** A panel whose code is highlighted. */
export interface ShownPanel extends Omit<Panel, "requests" | "responses"> {
  requests: (Omit<PanelRequest, "code"> & { code: { label: string; html: string }[] })[];
  responses: { status: number; name: string; summary: string; html: string }[];
  /** Colours of the code. */
  css: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const contract = JSON.parse(
  readFileSync(`${root}/generated/openapi/contract.json`, "utf8"),
) as Contract;
const panels = panelsOf(readProject(root), contract, placeholders);

/** Name of a page's panel: that of its file. */
function nameOf(file: string): string {
  return /(?:^|\/)docs\/reference\/((?:operation|event)-.+)\.md$/.exec(file)?.[1] ?? "";
}

/** Plugin: the panel of a page stands before its first section, where a phone shows it; its example of curl is in it. */
export function placePanel(md: MarkdownRenderer): void {
  md.core.ruler.push("place-panel", (state) => {
    const { path = "", realPath = path } = state.env as { path?: string; realPath?: string };
    if (!panels[nameOf(realPath)]) return;
    const first = state.tokens.findIndex(
      ({ type, tag }) => (type === "heading_open" && tag === "h2") || type === "bullet_list_open",
    );
    const panel = new state.Token("html_block", "", 0);
    panel.content = "<CallPanel />\n";
    const isExample = ({ type, info }: { type: string; info: string }): boolean =>
      type === "fence" && info === "sh";
    state.tokens = [...state.tokens.slice(0, first), panel, ...state.tokens.slice(first)].filter(
      (one) => !isExample(one),
    );
  });
}

/** The panel of a page of the reference; undefined for any other page. */
export async function panelOf(file: string): Promise<ShownPanel | undefined> {
  const panel = panels[nameOf(file)];
  if (!panel) return undefined;
  // Not sooner: VitePress makes one renderer, and its first caller decides how.
  const markdown = await createMarkdownRenderer(root, { theme: colours });
  const styles: string[] = [];
  // A class for each style of the highlighter, which writes it out on every word, and without quotation marks, which
  // are escaped twice in a page's script: pages are small.
  const show = (language: string, text: string): string =>
    markdown
      .render(fence(language, text.trimEnd()))
      .replaceAll(/style="(--shiki[^"]*)"/g, (_, style: string) => {
        if (!styles.includes(style)) styles.push(style);
        return `class=s${styles.indexOf(style)}`;
      })
      .replaceAll(/<span class="line">(.*)<\/span>/g, "$1")
      .replaceAll(
        /(<span class=(s\d+)>[^<]*)(?:<\/span><span class=\2>[^<]*)+/g,
        (same, _, name: string) => same.replaceAll(`</span><span class=${name}>`, ""),
      );
  const shown = {
    ...panel,
    requests: panel.requests.map(({ code, ...request }) => ({
      ...request,
      code: code.map(({ label, language, text }) => ({ label, html: show(language, text) })),
    })),
    responses: panel.responses.map(({ status, name, summary, body }) => ({
      status,
      name,
      summary,
      html: body === undefined ? "" : show("json", JSON.stringify(shorten(body), null, 2)),
    })),
  };
  return {
    ...shown,
    css: styles.map((style, index) => `.call-panel .s${index}{${style}}`).join(""),
  };
}

/** A value whose long texts, like images, are cut: a reader learns nothing from them. */
function shorten(value: unknown): unknown {
  if (typeof value === "string") return value.length > 160 ? `${value.slice(0, 60)}…` : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}
