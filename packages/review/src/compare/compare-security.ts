// Who may call: the alternatives of credentials, and the schemes behind them.

import { canonical } from "@packages/contract/src/canonical.ts";
import type { Difference, Side } from "../differences.ts";
import { isTree, type Place, type Source, type Tree, treeAt } from "../place.ts";
import { quoteValue } from "../schema/difference.ts";
import {
  type CompareContext,
  callSide,
  compareRemarks,
  match,
  type Pair,
  placesOf,
  rootOf,
} from "./context.ts";
import { readCallbacks, readOperations } from "./read-operations.ts";

/** Scopes by the scheme's name; empty if no credentials are required. */
type Alternative = Record<string, string[]>;

export function compareSecurity(
  context: CompareContext,
  side: Side,
  pair: Pair,
  subject: string,
): void {
  const was = readAlternatives(context.base, pair.base);
  const is = readAlternatives(context.head, pair.head).map((alternative) =>
    renamed(context, alternative),
  );
  const place = placesOf(pair, "security");
  const add = (kind: string, about: Partial<Difference> = {}): void =>
    context.differences.add(side, { kind, subject, ...about, ...place });
  const [openBefore, openNow] = [was, is].map((list) =>
    list.some((entry) => Object.keys(entry).length === 0),
  );
  if (openBefore && !openNow) {
    add("credentials-required", { after: is.map(nameAlternative).join(" or ") });
    return;
  }
  if (!openBefore && openNow) {
    add("credentials-dropped", { before: was.map(nameAlternative).join(" or ") });
    return;
  }
  compareAlternatives(was, is, add, ["credentials-alternative-removed", "scope-added"], "before");
  compareAlternatives(is, was, add, ["credentials-alternative-added", "scope-removed"], "after");
}

/** Adds a difference for each alternative that the other side does not take, and for each scope that it requires beyond them. */
function compareAlternatives(
  list: Alternative[],
  others: Alternative[],
  add: (kind: string, about: Partial<Difference>) => void,
  [missing, scoped]: [string, string],
  state: "before" | "after",
): void {
  const schemes = (entry: Alternative): string => canonical(Object.keys(entry).sort());
  for (const entry of list) {
    if (others.some((other) => includes(entry, other))) continue;
    const same = others.find((other) => schemes(other) === schemes(entry));
    if (!same) add(missing, { [state]: nameAlternative(entry) });
    else for (const scope of scopesBeyond(same, entry)) add(scoped, { name: scope });
  }
}

function readAlternatives(source: Source, place: Place): Alternative[] {
  const list = place.value.security ?? source.root.security;
  const found = (Array.isArray(list) ? list : [])
    .filter(isTree)
    .map((entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([scheme, scopes]) => [
          scheme,
          Array.isArray(scopes) ? scopes.map(String) : [],
        ]),
      ),
    );
  return found.length > 0 ? found : [{}];
}

/** Whether an alternative requires everything that the other requires. */
function includes(entry: Alternative, other: Alternative): boolean {
  return (
    Object.keys(other).every((scheme) => scheme in entry) && scopesBeyond(other, entry).length === 0
  );
}

function scopesBeyond(more: Alternative, less: Alternative): string[] {
  return Object.entries(more).flatMap(([scheme, scopes]) =>
    scopes.filter((scope) => !less[scheme]?.includes(scope)),
  );
}

function nameAlternative(entry: Alternative): string {
  const schemes = Object.entries(entry).map(([scheme, scopes]) =>
    scopes.length > 0 ? `${scheme} (${scopes.join(", ")})` : scheme,
  );
  return schemes.length > 0 ? schemes.join(" and ") : "no credentials";
}

/** The alternative by the base's names, if the head has the same scheme under another. */
function renamed({ base, head }: CompareContext, entry: Alternative): Alternative {
  const was = readSchemes(base);
  const is = readSchemes(head);
  return Object.fromEntries(
    Object.entries(entry).map(([scheme, scopes]) => {
      if (was.has(scheme)) return [scheme, scopes];
      const form = canonical(flattenScheme(is.get(scheme)?.value ?? {})).toLowerCase();
      const same = [...was].find(
        ([known, { value }]) =>
          !is.has(known) && canonical(flattenScheme(value)).toLowerCase() === form,
      );
      return [same?.[0] ?? scheme, scopes];
    }),
  );
}

function readSchemes(source: Source): Map<string, Place> {
  const components = source.child(rootOf(source), "components");
  return new Map(source.children(components && source.child(components, "securitySchemes")));
}

/** Compares the schemes that both documents have and some operation requires. */
export function compareSecuritySchemes(context: CompareContext): void {
  const used = new Set([...schemesUsedIn(context.base), ...schemesUsedIn(context.head)]);
  match(readSchemes(context.base), readSchemes(context.head), {
    kept(base, head, scheme) {
      if (used.has(scheme)) compareScheme(context, { base, head }, `Security scheme ${scheme}`);
    },
  });
}

function schemesUsedIn(source: Source): string[] {
  const operations = [
    ...readOperations(source, "paths"),
    ...readOperations(source, "webhooks"),
  ].flatMap(({ place }) => [place, ...readCallbacks(source, place).map(({ sent }) => sent.place)]);
  return operations.flatMap((place) => readAlternatives(source, place).flatMap(Object.keys));
}

function compareScheme(context: CompareContext, { base, head }: Pair, subject: string): void {
  const add = (kind: string, key: string, before: string, after: string): void => {
    const at = placesOf({ base, head }, key.includes(" ") ? "flows" : key);
    context.differences.add(callSide("client"), { kind, subject, name: key, before, after, ...at });
  };
  compareRemarks(context, callSide("client"), { base, head }, subject);
  const type = [base, head].map(({ value }) => quoteValue(value.type)) as [string, string];
  // With another type, nothing else is the same.
  if (type[0] !== type[1]) {
    add("security-scheme-changed", "type", ...type);
    return;
  }
  const flows = {
    base: treeAt(base.value, "flows") ?? {},
    head: treeAt(head.value, "flows") ?? {},
  };
  const removed = Object.keys(flows.base).filter((flow) => !(flow in flows.head));
  const added = Object.keys(flows.head).filter((flow) => !(flow in flows.base));
  const words = (list: string[]): string => list.join(" and ") || "none";
  if (removed.length > 0) add("security-scheme-changed", "flows", words(removed), words(added));
  else for (const flow of added) add("security-flow-added", "flows", "none", flow);
  for (const flow of Object.keys(flows.base).filter((name) => name in flows.head)) {
    const was = readScopes(flows.base, flow);
    const is = readScopes(flows.head, flow);
    const removedScopes = was.filter((scope) => !is.includes(scope));
    const addedScopes = is.filter((scope) => !was.includes(scope));
    if (removedScopes.length > 0)
      add("security-scopes-removed", `${flow} scopes`, words(removedScopes), words(addedScopes));
    else if (addedScopes.length > 0)
      add("security-scopes-added", `${flow} scopes`, "none", words(addedScopes));
  }
  const isOfOneSide = (key: string): boolean =>
    [...removed, ...added].some((flow) => key.startsWith(`${flow} `));
  const was = flattenScheme(base.value);
  const is = flattenScheme(head.value);
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const before = was[key] ?? "none";
    const after = is[key] ?? "none";
    if (before.toLowerCase() === after.toLowerCase() || isOfOneSide(key)) continue;
    const isAddress = key.endsWith("Url") && key in is;
    add(isAddress ? "security-url-changed" : "security-scheme-changed", key, before, after);
  }
}

function readScopes(flows: Tree, flow: string): string[] {
  return Object.keys(treeAt(treeAt(flows, flow), "scopes") ?? {});
}

/** The facts of a scheme on the wire, its addresses by the flow. */
function flattenScheme(scheme: Tree): Record<string, string> {
  const found: Record<string, string> = {};
  const take = (holder: Tree, prefix: string, keys: string[]): void => {
    for (const key of keys)
      if (typeof holder[key] === "string") found[`${prefix}${key}`] = holder[key];
  };
  take(scheme, "", ["type", "scheme", "in", "name", "openIdConnectUrl"]);
  for (const [flow, entry] of Object.entries(treeAt(scheme, "flows") ?? {})) {
    if (!isTree(entry)) continue;
    take(entry, `${flow} `, [
      "authorizationUrl",
      "tokenUrl",
      "refreshUrl",
      "deviceAuthorizationUrl",
    ]);
  }
  return found;
}
