// The statements about a field besides its values: default, deprecation, and the contract's own `x-` fields.
import { isDeepStrictEqual } from "node:util";
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import { isTree, step } from "../place.ts";
import { compareDiscriminators } from "./compare-discriminators.ts";
import { compareDeprecation, compareStability } from "./compare-lifetimes.ts";
import type { Comparison } from "./comparison.ts";
import {
  type At,
  keywordDifference,
  outcomeBetween,
  type SchemaDifference,
  type Sides,
} from "./difference.ts";
import { firstKeyword, type KeywordValue, type SchemaNode, shapesFor } from "./schema-shapes.ts";

/** Fields that are compared elsewhere, or do not matter to those who call. */
const knownExtensions = new Set(
  `basis body-limit client-name error error-catalogue errors example extensible-enum format-by idempotency invalid lifecycle
  notification notification-delivery notification-identity notification-signature notifies open-set personal rate-limit
  stability-level sunset token values version-policy`
    .split(/\s+/)
    .map((name) => `x-${name}`),
);

/** Compares the statements about two shapes, at their places and behind references. */
export function compareShapeAnnotations(
  comparison: Comparison,
  base: Shape,
  head: Shape,
): SchemaDifference[] {
  const from = shapesFor(comparison.base);
  const to = shapesFor(comparison.head);
  const own = { base: from.ownNodesOf(base), head: to.ownNodesOf(head) };
  return compareAnnotations(comparison, from.nodesOf(base), to.nodesOf(head), own);
}

/** @param own the parts of both that stand at the compared place itself */
export function compareAnnotations(
  comparison: Comparison,
  was: readonly SchemaNode[],
  is: readonly SchemaNode[],
  own = { base: was, head: is },
): SchemaDifference[] {
  const said = (keyword: string): Sides => ({
    base: firstKeyword(was, keyword),
    head: firstKeyword(is, keyword),
  });
  const at = { baseAt: was[0]?.at, headAt: is[0]?.at };
  const unknown = [...was, ...is]
    .flatMap(({ schema }) => Object.keys(schema))
    .filter((key) => key.startsWith("x-") && !knownExtensions.has(key));
  return [
    ...compareOptional("default", said("default")),
    ...compareDeprecation(comparison.calendar, said("deprecated"), said("x-sunset"), at),
    ...compareStability(said("x-stability-level"), at),
    ...personal(said("x-personal")),
    ...compareCodes(said("x-invalid")),
    ...compareOptional("format", said("x-format-by"), "format"),
    ...compareDiscriminators(comparison, was, is),
    ...compareBasis(basisSides(own.base, own.head, said("x-basis")), at),
    ...compareValueBasis(said("x-values")),
    // A program may read fields that no rule knows.
    ...[...new Set(unknown)].flatMap((key) => compareOptional("extension", said(key), key)),
  ];
}

/** Whether a statement was added, removed or changed. */
function compareOptional(kind: string, sides: Sides, name?: string): SchemaDifference[] {
  const { base, head } = sides;
  if (isDeepStrictEqual(base?.value, head?.value)) return [];
  return [keywordDifference(`${kind}-${outcomeBetween(base, head)}`, sides, name)];
}

/** How sure a statement is, the surest first. */
const sureness = ["documented", "implied", "observed", "assumed"];

/** The source of a statement, reported if it changed. */
export function basisDifference(
  base: unknown,
  head: unknown,
  at: At,
): SchemaDifference | undefined {
  const [before = "", after = ""] = [base, head].map((basis) =>
    isTree(basis) ? String(basis.kind) : "documented",
  );
  const reason = (basis: unknown): unknown =>
    isTree(basis) ? [basis.reason, basis.documented] : undefined;
  const change = sureness.indexOf(after) - sureness.indexOf(before);
  if (change === 0 && isDeepStrictEqual(reason(base), reason(head))) return undefined;
  const moved = change > 0 ? "basis-weakened" : "basis-strengthened";
  return { kind: change === 0 ? "basis-reworded" : moved, before, after, ...at };
}

/** A place's own statement comes before the statement about its type. */
function basisSides(base: readonly SchemaNode[], head: readonly SchemaNode[], ofAll: Sides): Sides {
  const own = { base: firstKeyword(base, "x-basis"), head: firstKeyword(head, "x-basis") };
  const isSame = isDeepStrictEqual(ofAll.base?.value, ofAll.head?.value);
  return isSame || !(own.base || own.head) ? ofAll : own;
}

function compareBasis({ base, head }: Sides, at: At): SchemaDifference[] {
  const own = base || head ? { baseAt: base?.at, headAt: head?.at } : at;
  const found = basisDifference(base?.value, head?.value, own);
  return found ? [found] : [];
}

/** The basis of each listed value that both sides have. */
function compareValueBasis({ base, head }: Sides): SchemaDifference[] {
  if (!base || !head) return [];
  const was = base.value;
  const is = head.value;
  if (!isTree(was) || !isTree(is)) return [];
  return Object.keys(was).flatMap((name) => {
    const before = was[name];
    const after = is[name];
    if (!isTree(before) || !isTree(after)) return [];
    const found = basisDifference(before["x-basis"], after["x-basis"], {
      baseAt: step(base.at, name),
      headAt: step(head.at, name),
    });
    return found ? [{ ...found, path: name, name }] : [];
  });
}

function personal(sides: Sides): SchemaDifference[] {
  const was = sides.base?.value === true;
  const is = sides.head?.value === true;
  return was === is ? [] : [keywordDifference(is ? "personal-added" : "personal-removed", sides)];
}

/** The error codes of broken constraints, by keyword; `*` stands for every keyword. */
function compareCodes({ base, head }: Sides): SchemaDifference[] {
  const keywords = [base, head].flatMap((side) =>
    isTree(side?.value) ? Object.keys(side.value) : [],
  );
  return [...new Set(keywords)].flatMap((keyword) => {
    const sides = { base: readCode(keyword, base), head: readCode(keyword, head) };
    return compareOptional("rule-code", sides, keyword).map((difference) => ({
      ...difference,
      name: keyword === "*" ? "every rule" : keyword,
      baseAt: base?.at,
      headAt: head?.at,
      before: describeCode(difference.before),
      after: describeCode(difference.after),
    }));
  });
}

function readCode(keyword: string, codes: KeywordValue | undefined): KeywordValue | undefined {
  if (!codes || !isTree(codes.value) || !(keyword in codes.value)) return undefined;
  return { value: codes.value[keyword], at: codes.at };
}

const describeCode = (code = ""): string => (code === "none" ? "the general error" : code);
