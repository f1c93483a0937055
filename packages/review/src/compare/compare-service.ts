// The parts of the whole contract: version, servers, body limit, version policy, delivery and signature.
import { listServers } from "@packages/contract/src/servers.ts";
import type { Side } from "../differences.ts";
import { isTree, type Place, type Source, type Tree } from "../place.ts";
import { quoteValue } from "../schema/difference.ts";
import { comparePromise } from "./compare-promises.ts";
import {
  addBasisDifference,
  type CompareContext,
  callSide,
  compareRemarks,
  holds,
  match,
  rootOf,
} from "./context.ts";
import { type ReadOperation, readOperations } from "./read-operations.ts";

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
  if (order !== 0) context.differences.add(client, { kind, subject: "The version", ...states });
  const { basePaths } = context;
  if (areRootServersUsed(context))
    compareServers(
      context,
      client,
      serversIn(context.base, [], basePaths.base),
      serversIn(context.head, [], basePaths.head),
    );
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

/** A server by one of its addresses: a variable that lists its values stands for each of them. */
interface Server {
  /** As it is written, without the path that counts as a part of each path. */
  url: string;
  place: Place;
}

type Servers = Map<string, Server>;

/** Addresses of one server that are compared one by one. */
const maxAddresses = 100;

/**
 * The servers of the innermost holder that names any, by address; OpenAPI's default `/` if none does.
 *
 * @param basePath the path that counts as a part of each path
 */
function serversIn(source: Source, holders: Place[], basePath = ""): Servers {
  const holder = holders.find(({ value }) => listServers(value));
  const root = rootOf(source);
  const servers = source.entries(holder ?? root, "servers");
  const listed = servers.length > 0 ? servers : [{ value: { url: "/" }, at: root.at }];
  return new Map(
    listed.flatMap((place) => {
      const written = quoteValue(place.value.url).replace(/(.)\/$/, "$1");
      const url = basePath === "" ? written : written.slice(0, -basePath.length) || "/";
      return listAddresses(url, place).map((address) => [address, { url, place }] as const);
    }),
  );
}

/** The addresses that a URL stands for; variables without a list of values stay in it. */
function listAddresses(url: string, { value }: Place): string[] {
  const variables = Object.entries(isTree(value.variables) ? value.variables : {});
  const all = variables.reduce<string[]>(
    (urls, [name, variable]) => {
      const values = isTree(variable) && Array.isArray(variable.enum) ? variable.enum : [];
      const isListed = url.includes(`{${name}}`) && values.length > 0;
      const isFew = urls.length * values.length <= maxAddresses;
      if (!isListed || !isFew) return urls;
      return urls.flatMap((one) => values.map((each) => one.replaceAll(`{${name}}`, String(each))));
    },
    [url],
  );
  return all.map(normaliseAddress);
}

/** An address with its host in small letters and without the port that its scheme has anyway. */
function normaliseAddress(url: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/{]*/i;
  return url.replace(origin, (found) =>
    found.toLowerCase().replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2"),
  );
}

/** Whether operations of both documents have the servers of the whole contract, or neither has an operation. */
function areRootServersUsed({ base, head, basePaths }: CompareContext): boolean {
  const was = readOperations(base, "paths", basePaths.base);
  const is = readOperations(head, "paths", basePaths.head);
  const inherit = ({ place, item }: ReadOperation): boolean =>
    ![place, item].some(({ value }) => listServers(value));
  return was.length * is.length === 0 || (was.some(inherit) && is.some(inherit));
}

/**
 * Compares the servers of an operation, if it or its path item lists some in either document: they replace those of the
 * whole document, which `compareService` compares.
 */
export function compareOwnServers(
  context: CompareContext,
  side: Side,
  was: ReadOperation,
  is: ReadOperation,
): void {
  const owners = [was.place, was.item, is.place, is.item];
  const hasOwnServers = owners.some(({ value }) => listServers(value));
  if (!hasOwnServers) return;
  const base = serversIn(context.base, [was.place, was.item]);
  const head = serversIn(context.head, [is.place, is.item]);
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
  const compared = new Set<string>();
  match(was, is, {
    removed: ({ place }, url) =>
      context.differences.add(side, { kind: removed, subject: `${title}${url}`, baseAt: place.at }),
    added: ({ place }, url) =>
      context.differences.add(side, {
        kind: "server-added",
        subject: `${title}${url}`,
        headAt: place.at,
      }),
    kept: (base, head, address) => {
      if (base.url !== head.url || compared.has(head.url)) return;
      compared.add(head.url);
      compareVariables(context, side, `${title}${head.url}`, base.place, head.place, address);
    },
  });
}

function compareVariables(
  context: CompareContext,
  side: Side,
  subject: string,
  base: Place,
  head: Place,
  address: string,
): void {
  const variablesOf = (source: Source, server: Place): Map<string, Place> =>
    new Map(source.children(source.child(server, "variables")));
  const was = variablesOf(context.base, base);
  const is = variablesOf(context.head, head);
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const old = was.get(name);
    const now = is.get(name);
    const isOpen = address.includes(`{${name}}`);
    const before = describeVariable(old, isOpen);
    const after = describeVariable(now, isOpen);
    const states = { name, before, after, baseAt: base.at, headAt: head.at };
    if (before !== after)
      context.differences.add(side, { kind: "server-variable-changed", subject, ...states });
    if (old && now) addBasisDifference(context, { base: old, head: now }, `${subject}: ${name}`);
  }
}

/** Its default; the list of its values, whose order means nothing, only if the address does not have each of them. */
function describeVariable(variable: Place | undefined, isOpen: boolean): string {
  if (!variable) return "nothing";
  const { default: usual, enum: values } = variable.value;
  const isShown = isOpen && Array.isArray(values);
  return quoteValue(usual) + (isShown ? ` of ${[...values].sort().join(", ")}` : "");
}
