// The parts of the whole contract: version, servers, body limit, version policy, delivery and signature.
import type { Side } from "../notes.ts";
import { isTree, type Place, type Source, type Tree } from "../place.ts";
import { quoteValue } from "../schema/finding.ts";
import { comparePromise } from "./compare-promises.ts";
import {
  type CompareContext,
  callSide,
  compareRemarks,
  holds,
  match,
  noteBasis,
  rootOf,
} from "./context.ts";
import type { ReadOperation } from "./read-operations.ts";

export function compareService(context: CompareContext): void {
  const base = rootOf(context.base);
  const head = rootOf(context.head);
  const client = callSide("client");
  const receiver = callSide("receiver");
  const before = versionOf(base.value);
  const after = versionOf(head.value);
  // A pre-release comes before its release, and build metadata does not count.
  const [from, to] = [before, after].map((version) =>
    version.replace(/\+.*/, "").replace(/^[^-]*$/, "$&-zz"),
  );
  const order = from?.localeCompare(to ?? "", "en", { numeric: true }) ?? 0;
  const states = { before, after, baseAt: "/info/version", headAt: "/info/version" };
  const kind = order < 0 ? "version-raised" : "version-lowered";
  if (order !== 0) context.notes.add(client, { kind, subject: "The version", ...states });
  const { basePaths } = context;
  const was = originsOf(serversIn(context.base), basePaths.base);
  compareServers(context, client, was, originsOf(serversIn(context.head), basePaths.head));
  const limit = ({ value }: Place): Place => ({ value, at: "/x-body-limit" });
  comparePromise(
    context,
    client,
    "x-body-limit",
    "The limit of a request body",
    limit(base),
    limit(head),
  );
  const parts = [
    [client, "x-version-policy", "The version policy"],
    [receiver, "x-notification-delivery", "Delivery of notifications"],
    [receiver, "x-notification-identity", "The identity of a change"],
    [receiver, "x-notification-signature", "The signature of notifications"],
  ] as const;
  const nothing = { value: {}, at: "" };
  for (const [side, key, subject] of parts) {
    const was = holds(base, key);
    const is = holds(head, key);
    if (key === "x-version-policy")
      comparePromise(context, side, key, subject, was ?? nothing, is ?? nothing);
    else comparePromise(context, side, key, subject, was, is);
  }
  compareRemarks(context, client, { base, head }, "The contract");
}

export function versionOf({ info }: Tree): string {
  return isTree(info) && info.version !== undefined ? String(info.version) : "";
}

type Servers = Map<string, Place>;

/** The servers of the innermost holder that names any; OpenAPI's default `/` if none does. */
function serversIn(source: Source, ...holders: Place[]): Servers {
  const holder = holders.find(
    ({ value }) => Array.isArray(value.servers) && value.servers.length > 0,
  );
  const root = rootOf(source);
  const servers = source.entries(holder ?? root, "servers");
  if (servers.length === 0) return new Map([["/", { value: {}, at: root.at }]]);
  return new Map(
    servers.map((place) => [quoteValue(place.value.url).replace(/(.)\/$/, "$1"), place]),
  );
}

/** Servers without the path that counts as a part of each path. */
function originsOf(servers: Servers, basePath: string): Servers {
  if (basePath === "") return servers;
  return new Map(
    [...servers].map(([url, place]) => [url.slice(0, -basePath.length) || "/", place]),
  );
}

/** Servers of an operation or its path, which count instead of those of the whole contract. */
export function compareOwnServers(
  context: CompareContext,
  side: Side,
  was: ReadOperation,
  is: ReadOperation,
): void {
  if (![was.place, was.item, is.place, is.item].some(({ value }) => "servers" in value)) return;
  const base = serversIn(context.base, was.place, was.item);
  const head = serversIn(context.head, is.place, is.item);
  compareServers(context, side, base, head, `${is.id}: server `);
}

function compareServers(
  context: CompareContext,
  side: Side,
  was: Servers,
  is: Servers,
  title = "The server ",
): void {
  const removed = [...was.keys()].some((url) => is.has(url))
    ? "server-removed"
    : "every-server-replaced";
  match(was, is, {
    removed: ({ at }, url) =>
      context.notes.add(side, { kind: removed, subject: `${title}${url}`, baseAt: at }),
    added: ({ at }, url) =>
      context.notes.add(side, { kind: "server-added", subject: `${title}${url}`, headAt: at }),
    kept: (base, head, url) => compareVariables(context, side, `${title}${url}`, base, head),
  });
}

function compareVariables(
  context: CompareContext,
  side: Side,
  subject: string,
  base: Place,
  head: Place,
): void {
  const variablesOf = (source: Source, server: Place): Map<string, Place> =>
    new Map(source.children(source.child(server, "variables")));
  const was = variablesOf(context.base, base);
  const is = variablesOf(context.head, head);
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const old = was.get(name);
    const now = is.get(name);
    const before = describeVariable(old);
    const after = describeVariable(now);
    const states = { name, before, after, baseAt: base.at, headAt: head.at };
    if (before !== after)
      context.notes.add(side, { kind: "server-variable-changed", subject, ...states });
    if (old && now) noteBasis(context, { base: old, head: now }, `${subject}: ${name}`);
  }
}

/** Its default and its values, whose order means nothing. */
function describeVariable(variable: Place | undefined): string {
  if (!variable) return "nothing";
  const { default: usual, enum: values } = variable.value;
  return quoteValue(usual) + (Array.isArray(values) ? ` of ${[...values].sort().join(", ")}` : "");
}
