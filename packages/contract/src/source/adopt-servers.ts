// Servers that path items and operations have of their own.
import type { Server } from "../openapi.ts";
import { filledUrl, listServers, splitUrl } from "../servers.ts";

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
  const [first] = lists;
  const servers =
    listServers({ servers: given }) ??
    (all.size === 1 ? listServers({ servers: first }) : undefined);
  const known = new Set((servers ?? [{ url: "/" }]).map(filledUrl));
  const [usual = "/"] = known;
  const own = lists.map((list): OwnServer => {
    const [server] = listServers({ servers: list }) ?? [];
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
