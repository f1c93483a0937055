// What belongs to the whole contract: version, servers, body limit, version policy.
import type { Side } from "../notes.ts";
import { canonical, isTree, type Place, type Source, type Tree } from "../place.ts";
import { show } from "../schema/finding.ts";
import { type Context, calls } from "./context.ts";
import type { ReadOperation } from "./read-operations.ts";
import { bytes } from "./words.ts";

export function compareService(context: Context): void {
  compareVersions(context);
  compareServers(context, calls("client"), serversIn(context.base), serversIn(context.head));
  compareBodyLimit(context);
  compareVersionPolicy(context);
}

export function versionOf({ root }: Source): string {
  return isTree(root.info) ? show(root.info.version) : "";
}

/** -1 where the first version is the earlier one, 1 where it is the later, 0 where they are the same. */
export function compareVersionNumbers(a: string, b: string): number {
  return Math.sign(a.localeCompare(b, "en", { numeric: true }));
}

function compareVersions(context: Context): void {
  const [before, after] = [versionOf(context.base), versionOf(context.head)];
  const order = compareVersionNumbers(before, after);
  if (order === 0) return;
  const at = { baseAt: "/info/version", headAt: "/info/version" };
  context.notes.add(calls("client"), {
    kind: order < 0 ? "version-raised" : "version-lowered",
    subject: "The version",
    before,
    after,
    ...at,
  });
}

type Servers = Map<string, Place>;

/** The servers of the innermost holder that names any. */
function serversIn(source: Source, ...holders: Place[]): Servers {
  const root = { value: source.root, at: "" };
  const holder = holders.find(({ value }) => Array.isArray(value.servers) && value.servers.length > 0) ?? root;
  const servers = source.entries(holder, "servers");
  return new Map(servers.map((place) => [show(place.value.url).replace(/(.)\/$/, "$1"), place]));
}

/** Servers of an operation or its path, which count instead of those of the whole contract. */
export function compareOwnServers(context: Context, side: Side, was: ReadOperation, is: ReadOperation): void {
  if (![was.place, was.item, is.place, is.item].some(({ value }) => "servers" in value)) return;
  const [base, head] = [serversIn(context.base, was.place, was.item), serversIn(context.head, is.place, is.item)];
  compareServers(context, side, base, head, `${is.id}: server `);
}

function compareServers(context: Context, side: Side, was: Servers, is: Servers, title = "The server "): void {
  const kept = [...was.keys()].some((url) => is.has(url));
  for (const [url, place] of was) {
    const other = is.get(url);
    if (other) compareVariables(context, side, `${title}${url}`, place, other);
    else
      context.notes.add(side, {
        kind: kept ? "server-removed" : "every-server-replaced",
        subject: `${title}${url}`,
        baseAt: place.at,
      });
  }
  for (const [url, place] of is)
    if (!was.has(url)) context.notes.add(side, { kind: "server-added", subject: `${title}${url}`, headAt: place.at });
}

function compareVariables(context: Context, side: Side, subject: string, base: Place, head: Place): void {
  const [was, is] = [base, head].map(({ value }) => (isTree(value.variables) ? value.variables : {}));
  for (const name of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [before, after] = [was?.[name], is?.[name]].map((variable) => {
      if (!isTree(variable)) return "nothing";
      const values = Array.isArray(variable.enum) ? ` of ${variable.enum.join(", ")}` : "";
      return `${show(variable.default)}${values}`;
    });
    if (before !== after)
      context.notes.add(side, {
        kind: "server-variable-changed",
        subject,
        name,
        before,
        after,
        baseAt: base.at,
        headAt: head.at,
      });
  }
}

function compareBodyLimit(context: Context): void {
  const [was, is] = [context.base, context.head].map(({ root }) => root["x-body-limit"]);
  if (was === is) return;
  const [before, after] = [was, is].map((value) => (typeof value === "number" ? value : Number.POSITIVE_INFINITY)) as [
    number,
    number,
  ];
  const words = (value: number): string => (Number.isFinite(value) ? bytes(value) : "not limited");
  context.notes.add(calls("client"), {
    kind: after < before ? "body-limit-lowered" : "body-limit-raised",
    subject: "The limit of a request body",
    before: words(before),
    after: words(after),
    baseAt: "/x-body-limit",
    headAt: "/x-body-limit",
  });
}

function compareVersionPolicy(context: Context): void {
  const [was, is] = [context.base, context.head].map(
    ({ root }): Tree => (isTree(root["x-version-policy"]) ? root["x-version-policy"] : {}),
  );
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [before, after] = [was?.[key], is?.[key]];
    if (canonical(before) === canonical(after) || key === "interfaceVersion") continue;
    const path = key === "prefix" || key === "scheme";
    context.notes.add(calls("client"), {
      kind: path && before !== undefined ? "version-path-changed" : "version-policy-changed",
      subject: "The version policy",
      name: key,
      before: show(before),
      after: show(after),
      baseAt: "/x-version-policy",
      headAt: "/x-version-policy",
    });
  }
}
