import { decode } from "@packages/contract/src/pointer.ts";
import { signal } from "@preact/signals";
import en from "../words/en.json" with { type: "json" };

/** A page. */
export type PageName = keyof typeof en.views;

/** The pages, in the order of the menu. */
export const views = Object.keys(en.views) as PageName[];

/** The shown part of a list. */
export type Filters = Readonly<Record<string, string>>;

/** The view: `#/charges/txn_1?status=paid`. */
export interface PageAddress {
  view: PageName;
  /** The open entry of the page's list. */
  id: string | undefined;
  filters: Filters;
}

/** The view that the address names, also if the browser is only about to show it. */
export function readRoute(): PageAddress {
  const [path = "", query] = location.hash.replace(/^#?\/?/, "").split("?");
  const [name, id] = path.split("/");
  const view = views.find((known) => known === name) ?? "overview";
  const filters = Object.fromEntries(new URLSearchParams(query));
  return { view, id: id ? decode(id) : undefined, filters };
}

/** The address of a page, for links. */
export function linkTo(view: PageName, id?: string, filters: Filters = {}): string {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  const query = String(new URLSearchParams(given));
  return `#/${view}${id ? `/${encodeURIComponent(id)}` : ""}${query && `?${query}`}`;
}

export const route = signal(readRoute());

addEventListener("hashchange", () => {
  route.value = readRoute();
});

export function go(address: string): void {
  location.hash = address;
}

/** Shows another part of the list, without a step of the browser's history for each letter that is typed. */
export function filterBy(changes: Filters): void {
  const { view, id, filters } = route.value;
  history.replaceState(null, "", linkTo(view, id, { ...filters, ...changes }));
  route.value = readRoute();
}
