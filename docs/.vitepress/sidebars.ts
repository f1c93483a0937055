import type { DefaultTheme } from "vitepress";
import type { Page } from "./pages.ts";

/** Guides in the order in which somebody new reads them; others follow. */
const guides = ["start", "mock", "frontend", "client", "sandbox", "server", "conformance", "spec"];

/** Folders of the reference by the heading that they stand under; what lies in none of them comes first. */
const folders: Record<string, string> = { operations: "Operations", notifications: "Notifications" };

/**
 * The navigation beside the pages, by where they are. Its groups do not fold: a heading that folds holds a button within
 * a button, which not everybody can use.
 */
export function sidebarsOf(pages: Page[]): DefaultTheme.SidebarMulti {
  const within = (folder: string): Page[] => pages.filter(({ page }) => page.startsWith(folder));
  const group = (text: string, shown: Page[]): DefaultTheme.SidebarItem[] =>
    shown.length > 0 ? [{ text, items: shown.map(itemOf) }] : [];
  const reference = within("reference/");
  const isNested = ({ page }: Page): boolean =>
    Object.keys(folders).some((name) => page.startsWith(`reference/${name}/`));
  const work = [...group("Guides", inOrder(within("guides/"), guides)), ...group("Packages", within("packages/"))];
  const project = [
    ...group("Project", [...within("overview"), ...within("figures"), ...within("reliability"), ...within("project/")]),
    ...group("Decisions", within("decisions/")),
  ];
  return {
    "/guides/": work,
    "/packages/": work,
    "/reference/": [
      ...group(
        "API reference",
        inOrder(
          reference.filter((page) => !isNested(page)),
          ["index"],
        ),
      ),
      ...Object.entries(folders).flatMap(([folder, text]) => group(text, within(`reference/${folder}/`))),
    ],
    "/decisions/": project,
    "/project/": project,
    "/overview": project,
    "/figures": project,
    "/reliability": project,
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
