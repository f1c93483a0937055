// What is said of a field besides the values that it takes: default, deprecation, and the contract's own `x-` fields.
import { isDeepStrictEqual } from "node:util";
import { knownExtensions } from "../known-extensions.ts";
import { isTree, step } from "../place.ts";
import type { Comparison } from "./comparison.ts";
import { type Finding, show } from "./finding.ts";
import { conjuncts, type Part, type Statement } from "./parts.ts";

interface Pair {
  base: Statement | undefined;
  head: Statement | undefined;
}

export function compareNotes(comparison: Comparison, base: readonly Part[], head: readonly Part[]): Finding[] {
  const said = {
    base: base.flatMap((part) => [...conjuncts(comparison.base, part)]),
    head: head.flatMap((part) => [...conjuncts(comparison.head, part)]),
  };
  const pair = (keyword: string): Pair => ({ base: saidOf(said.base, keyword), head: saidOf(said.head, keyword) });
  const unknown = [...said.base, ...said.head]
    .flatMap(({ schema }) => Object.keys(schema))
    .filter((key) => key.startsWith("x-") && !knownExtensions.has(key));
  return [
    ...compareDefault(pair("default")),
    ...compareDeprecation(pair("deprecated"), pair("x-sunset"), places(base, head)),
    ...flag(pair("x-personal"), ["personal-added", "personal-removed"]),
    ...codes(pair("x-invalid")),
    ...deciding(pair("x-format-by")),
    ...discriminator(pair("discriminator"), alternativesIn(pair)),
    ...compareBasis(pair("x-basis"), places(base, head)),
    ...compareValueBasis(pair("x-values")),
    ...[...new Set(unknown)].flatMap((key) => compareUnknown(key, pair(key))),
  ];
}

function saidOf(parts: readonly Part[], keyword: string): Statement | undefined {
  const part = parts.find(({ schema }) => keyword in schema);
  return part && { value: part.schema[keyword], at: step(part.at, keyword) };
}

/** How sure a statement is, the surest first. */
const sureness = ["documented", "implied", "observed", "assumed"];

/** Where a statement comes from, reported if that changed. */
export function basisFinding(
  base: unknown,
  head: unknown,
  at: { baseAt?: string | undefined; headAt?: string | undefined },
): Finding | undefined {
  const [before, after] = [base, head].map((basis) => (isTree(basis) ? String(basis.kind) : "documented"));
  const reason = (basis: unknown): unknown => (isTree(basis) ? [basis.reason, basis.documented] : undefined);
  const change = sureness.indexOf(after ?? "") - sureness.indexOf(before ?? "");
  if (change === 0 && isDeepStrictEqual(reason(base), reason(head))) return undefined;
  const kind = change > 0 ? "basis-weakened" : change < 0 ? "basis-strengthened" : "basis-reworded";
  const { baseAt, headAt } = at;
  const places = { ...(baseAt !== undefined && { baseAt }), ...(headAt !== undefined && { headAt }) };
  return { kind, effect: "note", path: "", before: before ?? "", after: after ?? "", ...places };
}

function compareBasis({ base, head }: Pair, at: { baseAt: string; headAt: string }): Finding[] {
  const stated = { ...(base && { baseAt: base.at }), ...(head && { headAt: head.at }) };
  const found = basisFinding(base?.value, head?.value, base || head ? stated : at);
  return found ? [found] : [];
}

/** The basis of each listed value that both sides have. */
function compareValueBasis({ base, head }: Pair): Finding[] {
  const [was, is] = [base?.value, head?.value];
  if (!isTree(was) || !isTree(is) || !base || !head) return [];
  return Object.keys(was).flatMap((name) => {
    const [before, after] = [was[name], is[name]];
    if (!isTree(before) || !isTree(after)) return [];
    const found = basisFinding(before["x-basis"], after["x-basis"], {
      baseAt: step(base.at, name),
      headAt: step(head.at, name),
    });
    return found ? [{ ...found, path: name, name }] : [];
  });
}

/** A field that no rule knows, which a program may read all the same. */
function compareUnknown(key: string, { base, head }: Pair): Finding[] {
  if (isDeepStrictEqual(base?.value, head?.value)) return [];
  const kind = !base ? "extension-added" : !head ? "extension-removed" : "extension-changed";
  return [{ kind, effect: "note", path: "", ...sides({ base, head }), name: key }];
}

function places(base: readonly Part[], head: readonly Part[]): { baseAt: string; headAt: string } {
  return { baseAt: base[0]?.at ?? "", headAt: head[0]?.at ?? "" };
}

/** Both sides of a statement, shown. */
export function sides({ base, head }: Pair): Omit<Finding, "kind" | "effect" | "path"> {
  return {
    before: base === undefined ? "none" : show(base.value),
    after: head === undefined ? "none" : show(head.value),
    ...(base && { baseAt: base.at }),
    ...(head && { headAt: head.at }),
  };
}

function compareDefault(pair: Pair): Finding[] {
  const { base, head } = pair;
  if ((!base && !head) || (base && head && isDeepStrictEqual(base.value, head.value))) return [];
  const kind = !base ? "default-added" : !head ? "default-removed" : "default-changed";
  return [{ kind, effect: "note", path: "", ...sides(pair) }];
}

/** Deprecation and its end, of anything that can have one. */
export function compareDeprecation(deprecated: Pair, sunset: Pair, at: { baseAt: string; headAt: string }): Finding[] {
  const was = deprecated.base?.value === true;
  const is = deprecated.head?.value === true;
  const about = { effect: "note" as const, path: "", ...at, ...(deprecated.head && { headAt: deprecated.head.at }) };
  const [from, until] = [sunset.base?.value, sunset.head?.value].map((value) =>
    value === undefined ? "no date" : show(value),
  );
  if (!was && is)
    return [
      {
        kind: until === "no date" ? "deprecated-without-date" : "deprecated",
        ...about,
        before: "current",
        after: `deprecated until ${until}`,
      },
    ];
  if (was && !is) return [{ kind: "deprecation-withdrawn", ...about, before: "deprecated", after: "current" }];
  if (!is || from === until) return [];
  const changed = { ...about, before: from ?? "", after: until ?? "", ...(sunset.head && { headAt: sunset.head.at }) };
  const earlier = until !== "no date" && (from === "no date" || String(until) < String(from));
  return [{ kind: earlier ? "sunset-earlier" : until === "no date" ? "sunset-removed" : "sunset-later", ...changed }];
}

function flag(pair: Pair, [added, removed]: [string, string]): Finding[] {
  const [was, is] = [pair.base?.value === true, pair.head?.value === true];
  return was === is ? [] : [{ kind: is ? added : removed, effect: "note", path: "", ...sides(pair) }];
}

/** Which error code a broken rule of the field has. */
function codes(pair: Pair): Finding[] {
  const [was, is] = [pair.base, pair.head].map((side) => (isTree(side?.value) ? side.value : {}));
  return keysOf(was, is).flatMap((rule): Finding[] => {
    const [before, after] = [was?.[rule], is?.[rule]];
    if (before === after) return [];
    const kind =
      before === undefined ? "rule-code-added" : after === undefined ? "rule-code-removed" : "rule-code-changed";
    return [
      {
        kind,
        effect: "note",
        path: "",
        ...sides(pair),
        name: rule === "*" ? "every rule" : rule,
        before: show(before ?? "the general error"),
        after: show(after ?? "the general error"),
      },
    ];
  });
}

function deciding(pair: Pair): Finding[] {
  if (isDeepStrictEqual(pair.base?.value, pair.head?.value)) return [];
  if (!pair.base) return [{ kind: "format-added", effect: "narrower", path: "", name: "format", ...sides(pair) }];
  if (!pair.head) return [{ kind: "format-removed", effect: "wider", path: "", name: "format", ...sides(pair) }];
  return [{ kind: "format-changed", effect: "other", path: "", name: "format", ...sides(pair) }];
}

/** The alternatives as they are written. */
function alternativesIn(pair: (keyword: string) => Pair): Pair {
  const [one, any] = [pair("oneOf"), pair("anyOf")];
  return { base: one.base ?? any.base, head: one.head ?? any.head };
}

function discriminator(pair: Pair, alternatives: Pair): Finding[] {
  const [was, is] = [pair.base, pair.head].map((side) => (isTree(side?.value) ? side.value : undefined));
  if (!was && !is) return [];
  if (!was || !is)
    return [{ kind: was ? "discriminator-removed" : "discriminator-added", effect: "note", path: "", ...sides(pair) }];
  if (was.propertyName !== is.propertyName)
    return [
      {
        kind: "discriminator-changed",
        effect: "note",
        path: "",
        ...sides(pair),
        before: show(was.propertyName),
        after: show(is.propertyName),
      },
    ];
  const [old, now] = [alternatives.base, alternatives.head].map(referencesIn) as [string[], string[]];
  const [from, to] = [mappingOf(was, old), mappingOf(is, now)];
  const gone = Object.keys(from).filter((value) => to[value] === undefined);
  const come = Object.keys(to).filter((value) => from[value] === undefined);
  const note = (kind: string, name: string): Finding => ({ kind, effect: "note", path: "", ...sides(pair), name });
  // A value that came with a new alternative, or went with an old one, is reported as that alternative.
  const isRename = gone.length > 0 && come.length > 0;
  const [lost, added] = [old.filter((to) => !now.includes(to)), now.filter((to) => !old.includes(to))];
  return [
    ...gone
      .filter((value) => isRename || !lost.includes(from[value] ?? ""))
      .map((value) => note("mapping-removed", value)),
    ...come
      .filter((value) => isRename || !added.includes(to[value] ?? ""))
      .map((value) => note("mapping-added", value)),
  ];
}

function referencesIn(alternatives: Statement | undefined): string[] {
  const list = Array.isArray(alternatives?.value) ? alternatives.value : [];
  return list.flatMap((entry) => (isTree(entry) && typeof entry.$ref === "string" ? [entry.$ref] : []));
}

/** Where each value of a discriminator leads. */
type Mapping = Record<string, string>;

/** The mapping that is written, and the names of components, which count without one. */
function mappingOf({ mapping }: Record<string, unknown>, references: string[]): Mapping {
  const written = isTree(mapping) ? Object.entries(mapping).map(([value, to]) => [value, String(to)] as const) : [];
  const mapped = new Set(written.map(([, to]) => to));
  const named = references.filter((to) => !mapped.has(to)).map((to) => [to.split("/").at(-1) ?? to, to] as const);
  return Object.fromEntries([...written, ...named]);
}

function keysOf(...trees: (Record<string, unknown> | undefined)[]): string[] {
  return [...new Set(trees.flatMap((tree) => Object.keys(tree ?? {})))];
}
