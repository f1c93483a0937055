// The path that every server of a document begins with, where it moved between servers and paths.
import { listServers, splitUrl } from "@packages/contract/src/servers.ts";
import { isTree, type Source } from "../place.ts";

/** For each document, the path of its servers; empty if it makes no difference. */
export interface BasePaths {
  base: string;
  head: string;
}

/**
 * The base paths of two documents, if as many paths are the same with them as without them: `https://a/v1` with `/books` is
 * `https://a` with `/v1/books`.
 */
export function findBasePaths(base: Source, head: Source): BasePaths {
  const was = commonPath(base);
  const is = commonPath(head);
  const none = { base: "", head: "" };
  if (was === undefined || is === undefined || was === is) return none;
  const shared = countShared(base, was, head, is);
  const isAddress = shared > 0 && shared >= countShared(base, "", head, "");
  return isAddress ? { base: was, head: is } : none;
}

/** The path of all servers; undefined if they have several, or a path or an operation has its own servers. */
function commonPath({ root }: Source): string | undefined {
  const { paths } = root;
  const [first = "", ...others] = new Set(listServers(root)?.map(({ url }) => splitUrl(url)[1]));
  const items = Object.values(isTree(paths) ? paths : {}).filter(isTree);
  const holders = items.flatMap((item) => [item, ...Object.values(item).filter(isTree)]);
  return others.length > 0 || holders.some(listServers) ? undefined : first;
}

function countShared(base: Source, was: string, head: Source, is: string): number {
  const known = new Set(pathsOf(base).map((path) => was + path));
  return pathsOf(head).filter((path) => known.has(is + path)).length;
}

function pathsOf({ root }: Source): string[] {
  return Object.keys(isTree(root.paths) ? root.paths : {});
}
