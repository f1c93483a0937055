import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createMarkdownRenderer } from "vitepress";
import type { Contract } from "../../../packages/contract/src/model.ts";
import { fence } from "../../../packages/generator/src/docs/markdown.ts";
import { type Panel, type PanelRequest, panelsOf } from "../../../packages/generator/src/docs/panel.ts";
import { readProject } from "../../../packages/generator/src/project.ts";
import { colours } from "../colours.ts";

/** A panel whose code is highlighted. */
export interface ShownPanel extends Omit<Panel, "requests" | "responses"> {
  requests: (Omit<PanelRequest, "code"> & { code: { label: string; html: string }[] })[];
  responses: { status: number; name: string; summary: string; html: string }[];
}

declare const data: Record<string, ShownPanel>;

export { data };

const root = fileURLToPath(new URL("../../..", import.meta.url));

export default {
  watch: ["../../../generated/openapi/contract.json"],
  async load(): Promise<Record<string, ShownPanel>> {
    const contract = JSON.parse(readFileSync(`${root}/generated/openapi/contract.json`, "utf8")) as Contract;
    const markdown = await createMarkdownRenderer(root, { theme: colours });
    const show = (language: string, text: string): string => markdown.render(fence(language, text.trimEnd()));
    return Object.fromEntries(
      Object.entries(panelsOf(readProject(root), contract)).map(([page, panel]) => [
        page,
        {
          ...panel,
          requests: panel.requests.map(({ code, ...request }) => ({
            ...request,
            code: code.map(({ label, language, text }) => ({ label, html: show(language, text) })),
          })),
          responses: panel.responses.map(({ status, name, summary, body }) => ({
            ...{ status, name, summary },
            html: body === undefined ? "" : show("json", JSON.stringify(shorten(body), null, 2)),
          })),
        },
      ]),
    );
  },
};

/** A value whose long texts, like images, are cut: nobody reads them. */
function shorten(value: unknown): unknown {
  if (typeof value === "string") return value.length > 160 ? `${value.slice(0, 60)}…` : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}
