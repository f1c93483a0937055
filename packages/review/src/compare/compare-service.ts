// What belongs to the whole contract: version, servers, body limit, version policy.
import { canonical, isTree, type Place, type Source, type Tree } from "../place.ts";
import { show } from "../schema/finding.ts";
import { type Context, calls } from "./context.ts";
import { bytes } from "./words.ts";

export function compareService(context: Context): void {
  compareVersions(context);
  compareServers(context);
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

function serversOf(source: Source): Map<string, Place> {
  const servers = source.entries({ value: source.root, at: "" }, "servers");
  return new Map(servers.map((place) => [show(place.value.url).replace(/(.)\/$/, "$1"), place]));
}

function compareServers(context: Context): void {
  const [was, is] = [serversOf(context.base), serversOf(context.head)];
  const kept = [...was.keys()].some((url) => is.has(url));
  for (const [url, place] of was) {
    const other = is.get(url);
    if (other) compareVariables(context, url, place, other);
    else
      context.notes.add(calls("client"), {
        kind: kept ? "server-removed" : "every-server-replaced",
        subject: `The server ${url}`,
        baseAt: place.at,
      });
  }
  for (const [url, place] of is)
    if (!was.has(url))
      context.notes.add(calls("client"), { kind: "server-added", subject: `The server ${url}`, headAt: place.at });
}

function compareVariables(context: Context, url: string, base: Place, head: Place): void {
  const [was, is] = [base, head].map(({ value }) => (isTree(value.variables) ? value.variables : {}));
  for (const name of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [before, after] = [was?.[name], is?.[name]].map((variable) => {
      if (!isTree(variable)) return "nothing";
      const values = Array.isArray(variable.enum) ? ` of ${variable.enum.join(", ")}` : "";
      return `${show(variable.default)}${values}`;
    });
    if (before !== after)
      context.notes.add(calls("client"), {
        kind: "server-variable-changed",
        subject: `The server ${url}`,
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
