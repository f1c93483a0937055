import { decode } from "@packages/contract/src/pointer.ts";
import { signal } from "@preact/signals";
import en from "../words/en.json" with { type: "json" };

/** A page. */
export type View = keyof typeof en.views;

/** The pages, in the order of the menu. */
export const views = Object.keys(en.views) as View[];

const filterNames = ["status", "outcome", "search", "minutes"] as const;

/** Which part of a list is shown. */
export type Filters = Partial<Record<(typeof filterNames)[number], string>>;

/** The view: `#/charges/txn_1?status=paid`. */
export interface Route {
  view: View;
  /** The open entry of the page's list. */
  id: string | undefined;
  filters: Filters;
}

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [name, id] = path.split("/");
  const view = views.find((known) => known === name) ?? "overview";
  const parameters = new URLSearchParams(query);
  const given = filterNames.flatMap((filter) => {
    const value = parameters.get(filter);
    return value ? [[filter, value] as const] : [];
  });
  return { view, id: id ? decode(id) : undefined, filters: Object.fromEntries(given) };
}

/** The address of a page, for links. */
export function linkTo(view: View, id?: string, filters: Filters = {}): string {
  const given = Object.entries(filters).filter(([, value]) => value);
  const query = given.length > 0 ? `?${new URLSearchParams(Object.fromEntries(given))}` : "";
  return `#/${view}${id ? `/${encodeURIComponent(id)}` : ""}${query}`;
}

export const route = signal<Route>(readRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = readRoute(location.hash);
});

export function go(address: string): void {
  location.hash = address;
}

/** Shows another part of the list, without a step of the browser's history for each letter that is typed. */
export function filterBy(changes: Filters): void {
  const { view, id, filters } = route.value;
  history.replaceState(null, "", linkTo(view, id, { ...filters, ...changes }));
  route.value = readRoute(location.hash);
}
