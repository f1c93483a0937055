// Servers that path items and operations have of their own.
import type { Server } from "../openapi.ts";
import { isTree } from "../pointer.ts";

/** An operation's own server, as far as it differs from the document's. */
export interface OwnServer {
  /** Path of the server, which its operations have before their own. */
  prefix?: string;
  /** The server without that path: `/` if it is another path of the document's own server. */
  servers?: Server[];
}

/**
 * The servers of a document, and what differs for operations with others: servers that all operations have are the document's.
 *
 * @param lists the servers of each operation or its path item, if they have any
 */
export function adoptServers(
  given: unknown,
  lists: readonly unknown[],
): { servers: Server[] | undefined; own: OwnServer[] } {
  const all = new Set(lists.map((list) => JSON.stringify(list)));
  const servers = listServers(given) ?? (all.size === 1 ? listServers(lists[0]) : undefined);
  const known = new Set((servers ?? [{ url: "/" }]).map(filledUrl));
  const [usual = "/"] = known;
  const own = lists.map((list): OwnServer => {
    const [server] = listServers(list) ?? [];
    if (!server || known.has(filledUrl(server))) return {};
    const [host, path] = splitUrl(filledUrl(server));
    const isSamePath = path === splitUrl(usual)[1];
    // A host that only the caller knows is that of the other operations.
    const isSameHost = host === "" || host.includes("{") || host === splitUrl(usual)[0];
    if (isSameHost) return isSamePath ? {} : { prefix: path, servers: [{ url: "/" }] };
    const [template] = splitUrl(server.url);
    return {
      ...(!isSamePath && { prefix: path }),
      servers: [{ ...server, url: isSamePath ? server.url : template }],
    };
  });
  return { servers, own };
}

function listServers(list: unknown): Server[] | undefined {
  const found = Array.isArray(list)
    ? list.filter((one): one is Server => isTree(one) && typeof one.url === "string")
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
function splitUrl(url: string): [host: string, path: string] {
  const [, host = "", path = ""] = /^([^/]*:\/\/[^/]*)?(.*)$/s.exec(url) ?? [];
  return [host, path.replace(/\/+$/, "").replace(/^(?=[^/])/, "/")];
}
