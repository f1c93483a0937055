import { signal } from "@preact/signals";
import { type View, views } from "../names.ts";

/** What is shown: `#/charges/txn_1?status=paid`. */
export interface Route {
  view: View;
  /** What of the page's list is opened. */
  id: string | undefined;
  /** Which part of the list is shown. */
  status: string | undefined;
}

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [name, id] = path.split("/");
  const view = views.find((known) => known === name) ?? "charges";
  return { view, id: id ? decode(id) : undefined, status: new URLSearchParams(query).get("status") ?? undefined };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page, for links. */
export function linkTo(view: View, id?: string, status?: string): string {
  return `#/${view}${id ? `/${encodeURIComponent(id)}` : ""}${status ? `?status=${encodeURIComponent(status)}` : ""}`;
}

export const route = signal<Route>(readRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = readRoute(location.hash);
});

export function go(address: string): void {
  location.hash = address;
}
