// The `servers` of a document, a path item or an operation.
import type { Server } from "./openapi.ts";
import { isTree } from "./pointer.ts";

/** The servers that a part of a document lists; undefined if it lists none, as an empty list counts. */
export function listServers({ servers }: { readonly servers?: unknown }): Server[] | undefined {
  const found = Array.isArray(servers)
    ? servers.filter((one): one is Server => isTree(one) && typeof one.url === "string")
    : [];
  return found.length > 0 ? found : undefined;
}

/** The address of a server with the defaults of its variables. */
export function filledUrl({ url, variables = {} }: Server): string {
  return url
    .replace(/\{([^{}]*)\}/g, (whole, name: string) => variables[name]?.default ?? whole)
    .replace(/(?<=.)\/+$/, "");
}

/** Scheme and host of an address, and its path without a slash at its end. */
export function splitUrl(url: string): [host: string, path: string] {
  const [, host = "", path = ""] = /^([^/]*:\/\/[^/]*)?(.*)$/s.exec(url) ?? [];
  return [host, path.replace(/\/+$/, "").replace(/^(?=[^/])/, "/")];
}
