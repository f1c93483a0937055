// The report that needs two contracts and nothing else: what a project adds to it is in make-report.ts.
import { bySeverity, type Change, verdictOf } from "./change.ts";
import { findDifferences } from "./compare.ts";
import { type Decisions, decide } from "./decisions.ts";
import type { Loaded, Written } from "./load/loaded.ts";
import { isTree, step, stepsOf, type Tree, valueAt } from "./place.ts";
import type { Report } from "./report/report.ts";
import { samplePattern } from "./sample-pattern.ts";
import { proposeRelease } from "./semver.ts";

export async function compareContracts(base: Loaded, head: Loaded, decisions?: Decisions): Promise<Report> {
  const differences = findDifferences(base.document, head.document, samplePattern);
  const gone = differences.notes.pointers("base");
  const around = new Map(gone.map((pointer) => [pointer, holderOf(pointer, head.document)]));
  const places = {
    base: await locate(base, gone, head.document),
    head: await locate(head, [...differences.notes.pointers("head"), ...around.values()], base.document),
  };
  const compared = differences.finish(places);
  const withHolder = (change: Change): Change => {
    const holder = change.where.in === "base" && places.head.get(around.get(change.where.pointer) ?? "");
    return holder ? { ...change, where: { ...change.where, near: { file: holder.file, line: holder.line } } } : change;
  };
  const all = compared.changes.map(withHolder);
  const today = new Date().toISOString().slice(0, 10);
  const { changes, accepted, stale } = decide(all, decisions ?? { severities: {}, accepted: [] }, today);
  changes.sort(bySeverity);
  return {
    ...compared,
    ...{ changes, verdict: verdictOf(changes), decided: { accepted, stale } },
    names: { base: base.name, head: head.name },
    // Whoever accepts a breaking change lets it pass; for those who use the packages it still breaks.
    release: proposeRelease(verdictOf([...changes, ...accepted.map(({ change }) => change)])),
    ...{ added: null, consumers: null },
    words: changedWords(base.document, head.document),
  };
}

/** How many descriptions, summaries and titles stand in both documents and read otherwise. */
function changedWords(base: unknown, head: unknown): number {
  if (Array.isArray(base) && Array.isArray(head))
    return base.reduce((sum: number, entry, index) => sum + changedWords(entry, head[index]), 0);
  if (!isTree(base) || !isTree(head)) return 0;
  return Object.entries(base).reduce((sum, [key, value]) => {
    const other = head[key];
    const isText = ["description", "summary", "title"].includes(key) && typeof value === "string";
    return sum + (isText ? Number(typeof other === "string" && other !== value) : changedWords(value, other));
  }, 0);
}

/** Where places were written; of a field that a model got or lost together with a spread, the place of the spread. */
async function locate(from: Loaded, pointers: string[], other: Tree): Promise<Map<string, Written>> {
  const places = await from.locate(pointers);
  for (const [pointer, { spread, siblings = [] }] of places) {
    // The declaration is still there where another model that spreads it has the field in both documents.
    const isDeclared = siblings.some((sibling) => valueAt(other, sibling) !== undefined);
    const isField = stepsOf(pointer).at(-2) === "properties";
    if (spread && isField && isDeclared && valueAt(other, pointer) === undefined) places.set(pointer, spread);
  }
  return places;
}

/** What is left in the head around something that it no longer has. */
function holderOf(pointer: string, document: Tree): string {
  let [value, at]: [unknown, string] = [document, ""];
  for (const key of stepsOf(pointer)) {
    value = Array.isArray(value) ? value[Number(key)] : isTree(value) ? value[key] : undefined;
    if (value === undefined) break;
    at = step(at, key);
  }
  return at;
}
