import { readFileSync } from "node:fs";
import type { Contract } from "@packages/contract/src/model.ts";
import type { DefaultTheme } from "vitepress";
import type { Page } from "./pages.ts";

/** Guides by reader, each group in the order in which somebody new reads it. */
const readers: Record<string, string[]> = {
  Begin: ["start", "glossary", "troubleshooting"],
  Integrate: [
    "client",
    "client-transfers",
    "client-keys",
    "client-notifications",
    "client-production",
    "client-tests",
    "client-tracing",
    "client-outcomes",
    "client-runtimes",
    "going-live",
  ],
  "Test with the sandbox": [
    "sandbox",
    "sandbox-tests",
    "sandbox-notifications",
    "sandbox-triggers",
    "sandbox-team",
  ],
  "Build a frontend": ["mock", "frontend"],
  "Provide the service": [
    "server",
    "server-hosts",
    "server-stores",
    "server-own-store",
    "server-notifications",
    "provider",
    "conformance",
  ],
  "Maintain the contract": [
    "spec",
    "spec-changes",
    "policy",
    "review-comment",
    "review-rules",
    "releasing",
  ],
  "Use it elsewhere": ["tools", "your-own-contract", "emitter", "accepted", "overlay"],
};

/** Pages of the reference that have their own place in the navigation, by the beginning of their names. */
const kinds = ["resource-", "operation-", "event-"];

const contract = JSON.parse(
  readFileSync(new URL("../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;

/**
 * The navigation of the pages, by folder. Its groups do not fold: a heading that folds holds a button within
 * a button, which not everybody can use.
 */
export function sidebarsOf(pages: Page[]): DefaultTheme.SidebarMulti {
  const within = (folder: string): Page[] => pages.filter(({ page }) => page.startsWith(folder));
  const group = (text: string, shown: Page[]): DefaultTheme.SidebarItem[] =>
    shown.length > 0 ? [{ text, items: shown.map(itemOf) }] : [];
  const reference = within("reference/");
  const isNested = ({ page }: Page): boolean =>
    kinds.some((kind) => page.startsWith(`reference/${kind}`));
  const work = [
    ...Object.entries(readers).flatMap(([reader, names]) =>
      group(
        reader,
        names.flatMap((name) => within(`guides/${name}.md`)),
      ),
    ),
    ...group("Packages", within("packages/")),
  ];
  const project = [
    ...group("Project", [
      ...within("overview"),
      ...within("figures"),
      ...within("reliability"),
      ...within("project/"),
    ]),
    ...group("Decisions", within("decisions/")),
  ];
  return {
    "/guides/": work,
    "/pt/": [
      ...group("Português", inOrder(within("pt/"), ["index", ...Object.values(readers).flat()])),
      {
        text: "Em inglês",
        items: [
          {
            text: "Os demais guias e a referência estão só em inglês.",
            link: "/guides/start",
            docFooterText: "Guias em inglês",
          },
        ],
      },
    ],
    "/packages/": work,
    "/reference/": [
      ...group(
        "API reference",
        inOrder(
          reference.filter((page) => !isNested(page)),
          ["index"],
        ),
      ),
      ...within("reference/resource-").map((page) => ({
        ...itemOf(page),
        items: itemsOf(page, pages),
      })),
    ],
    "/decisions/": project,
    "/project/": project,
    "/overview": project,
    "/figures": project,
    "/reliability": project,
  };
}

/** What belongs to a resource: its operations, and the events that a page of it names, in the order of life. */
function itemsOf({ page }: Page, pages: Page[]): DefaultTheme.SidebarItem[] {
  const group = contract.groups.find(({ name }) => page === `reference/resource-${name}.md`);
  const operations = group?.operations ?? [];
  const events = contract.notifications.filter(({ callbackOf }) =>
    operations.some(({ id }) => callbackOf.includes(id)),
  );
  const eventPages = events.flatMap(({ event }) =>
    pages.filter((one) => one.page === `reference/event-${event}.md`),
  );
  return [
    ...operations.map(operationItem),
    ...eventPages.map((one) => ({
      ...itemOf(one),
      text: `<span class="method">event</span> ${one.title}`,
    })),
  ];
}

/** An operation with its method, as people look for it. */
function operationItem({ id }: { id: string }): DefaultTheme.SidebarItem {
  const method = contract.operations.find((operation) => operation.id === id)?.method ?? "";
  return {
    text: `<span class="method">${method}</span> ${id}`,
    link: `/reference/operation-${id}`,
  };
}

function itemOf({ page, title }: Page): DefaultTheme.SidebarItem {
  return { text: title, link: `/${page.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1")}` };
}

function inOrder(pages: Page[], names: string[]): Page[] {
  const rank = ({ page }: Page): number => {
    const found = names.indexOf(page.replace(/^.*\/|\.md$/g, ""));
    return found === -1 ? names.length : found;
  };
  return [...pages].sort((a, b) => rank(a) - rank(b));
}
