// Who may call: the alternatives of credentials, and the schemes behind them.
import type { Side } from "../notes.ts";
import { canonical, isTree, type Place, type Source, step, type Tree } from "../place.ts";
import { show } from "../schema/finding.ts";
import { noteBasis } from "./compare-basis.ts";
import { type Context, calls, type Pair, placesOf } from "./context.ts";

/** Scopes by the scheme's name; empty where no credentials are asked for. */
type Alternative = Record<string, string[]>;

export function compareSecurity(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = alternativesOf(context.base, pair.base);
  const is = alternativesOf(context.head, pair.head).map((alternative) => renamed(context, alternative));
  const place = placesOf(pair, "security");
  const note = (kind: string, about: { before?: string; after?: string; name?: string } = {}): void =>
    context.notes.add(side, { kind, subject, ...about, ...place });
  const [openBefore, openNow] = [was, is].map((list) => list.some((entry) => Object.keys(entry).length === 0));
  if (openBefore && !openNow) {
    note("credentials-required", { after: is.map(name).join(" or ") });
    return;
  }
  if (!openBefore && openNow) {
    note("credentials-dropped", { before: was.map(name).join(" or ") });
    return;
  }
  for (const entry of was) {
    if (is.some((other) => includes(entry, other))) continue;
    const same = is.find((other) => canonical(Object.keys(other).sort()) === canonical(Object.keys(entry).sort()));
    if (!same) note("credentials-alternative-removed", { before: name(entry) });
    else for (const scope of scopesBeyond(same, entry)) note("scope-added", { name: scope });
  }
  for (const entry of is) {
    if (was.some((other) => includes(entry, other))) continue;
    const same = was.find((other) => canonical(Object.keys(other).sort()) === canonical(Object.keys(entry).sort()));
    if (!same) note("credentials-alternative-added", { after: name(entry) });
    else for (const scope of scopesBeyond(same, entry)) note("scope-removed", { name: scope });
  }
}

function alternativesOf(source: Source, place: Place): Alternative[] {
  const list = place.value.security ?? source.root.security;
  const found = (Array.isArray(list) ? list : [])
    .filter(isTree)
    .map((entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([scheme, scopes]) => [scheme, Array.isArray(scopes) ? scopes.map(String) : []]),
      ),
    );
  return found.length > 0 ? found : [{}];
}

/** What asks for no more than the other does. */
function includes(entry: Alternative, other: Alternative): boolean {
  return Object.entries(other).every(
    ([scheme, scopes]) => scopes.every((scope) => entry[scheme]?.includes(scope)) && scheme in entry,
  );
}

function scopesBeyond(more: Alternative, less: Alternative): string[] {
  return Object.entries(more).flatMap(([scheme, scopes]) => scopes.filter((scope) => !less[scheme]?.includes(scope)));
}

function name(entry: Alternative): string {
  const schemes = Object.entries(entry).map(([scheme, scopes]) =>
    scopes.length > 0 ? `${scheme} (${scopes.join(", ")})` : scheme,
  );
  return schemes.length > 0 ? schemes.join(" and ") : "no credentials";
}

/** The alternative by the base's names, where a scheme is the same under another. */
function renamed({ base, head }: Context, entry: Alternative): Alternative {
  const [was, is] = [schemesOf(base), schemesOf(head)];
  return Object.fromEntries(
    Object.entries(entry).map(([scheme, scopes]) => {
      if (was.has(scheme)) return [scheme, scopes];
      const form = canonical(essence(is.get(scheme)?.value));
      const same = [...was].find(([known, place]) => !is.has(known) && canonical(essence(place.value)) === form);
      return [same?.[0] ?? scheme, scopes];
    }),
  );
}

function schemesOf(source: Source): Map<string, Place> {
  const components = source.child({ value: source.root, at: "" }, "components");
  return new Map(source.children(components && source.child(components, "securitySchemes")));
}

/** What a scheme is on the wire. */
function essence(scheme: Tree | undefined): Tree {
  const { description: _, bearerFormat: __, ...rest } = scheme ?? {};
  const extensionless = Object.entries(rest).filter(([key]) => !key.startsWith("x-"));
  return Object.fromEntries(
    extensionless.map(([key, value]) => [
      key,
      key === "scheme" || (key === "name" && rest.in === "header") ? String(value).toLowerCase() : value,
    ]),
  );
}

/** Compares the schemes that both documents have. */
export function compareSecuritySchemes(context: Context): void {
  const is = schemesOf(context.head);
  for (const [scheme, base] of schemesOf(context.base)) {
    const head = is.get(scheme);
    if (!head) continue;
    const [was, now] = [essence(base.value), essence(head.value)];
    for (const key of ["type", "scheme", "in", "name"]) {
      if (canonical(was[key]) === canonical(now[key])) continue;
      context.notes.add(calls("client"), {
        kind: "security-scheme-changed",
        subject: `Security scheme ${scheme}`,
        name: key,
        before: show(base.value[key]),
        after: show(head.value[key]),
        ...placesOf({ base, head }, key),
      });
    }
    compareAddresses(context, scheme, { base, head });
    noteBasis(context, { base, head }, `Security scheme ${scheme}`);
  }
}

/** Addresses and scopes of OAuth 2.0 and OpenID Connect. */
function compareAddresses(context: Context, scheme: string, { base, head }: Pair): void {
  const [was, is] = [base, head].map(({ value }) => flatten(value));
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [before, after] = [was?.[key], is?.[key]];
    if (before === after) continue;
    const scope = key.includes("scopes ");
    const flowGone = scope ? undefined : after === undefined;
    context.notes.add(calls("client"), {
      kind: flowGone ? "security-scheme-changed" : "security-url-changed",
      subject: `Security scheme ${scheme}`,
      name: key,
      before: before ?? "none",
      after: after ?? "none",
      baseAt: base.at,
      headAt: step(head.at, scope || key !== "openIdConnectUrl" ? "flows" : key),
    });
  }
}

function flatten(scheme: Tree): Record<string, string> {
  const found: Record<string, string> = {};
  if (typeof scheme.openIdConnectUrl === "string") found.openIdConnectUrl = scheme.openIdConnectUrl;
  for (const [flow, entry] of Object.entries(isTree(scheme.flows) ? scheme.flows : {})) {
    if (!isTree(entry)) continue;
    for (const key of ["authorizationUrl", "tokenUrl", "refreshUrl"])
      if (typeof entry[key] === "string") found[`${flow} ${key}`] = entry[key];
    for (const scope of Object.keys(isTree(entry.scopes) ? entry.scopes : {}))
      found[`${flow} scopes ${scope}`] = "listed";
  }
  return found;
}
