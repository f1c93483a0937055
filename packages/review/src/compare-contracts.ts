// The report that needs two contracts and nothing else; make-report.ts adds the project's part.
import { bySeverity, type Change, verdictOf } from "./change.ts";
import { describe, findNotes, today } from "./compare.ts";
import { type Decisions, decide, withSeverities } from "./decisions.ts";
import { groupChanges } from "./group-changes.ts";
import type { FindCause } from "./load/edited.ts";
import type { Loaded } from "./load/loaded.ts";
import { isTree, type Tree, valueAt } from "./place.ts";
import type { Report } from "./report/report.ts";
import { proposeRelease } from "./semver.ts";

export async function compareContracts(
  base: Loaded,
  head: Loaded,
  decisions: Decisions = { severities: {}, accepted: [], noticeMonths: 0 },
): Promise<Report> {
  const names = { base: base.name, head: head.name };
  const calendar = { today: today(), noticeMonths: decisions.noticeMonths };
  const notes = findNotes(base.document, head.document, names, calendar);
  const gone = notes.pointers("base");
  const around = new Map(gone.map((pointer) => [pointer, ownerPointer(pointer, head.document)]));
  const places = {
    base: await base.locate(gone),
    head: await head.locate([...notes.pointers("head"), ...around.values()]),
  };
  const compared = describe(base.document, head.document, notes, places);
  const withHolder = (change: Change): Change => {
    const holder =
      change.where.in === "base" && places.head.get(around.get(change.where.pointer) ?? "");
    return holder
      ? { ...change, where: { ...change.where, near: { file: holder.file, line: holder.line } } }
      : change;
  };
  const find = compared.changes.some(({ where }) => where.file?.endsWith(".tsp"))
    ? await causesIn(base, head)
    : undefined;
  const judged = withSeverities(compared.changes.map(withHolder), decisions);
  const all = groupChanges(judged, find);
  const { changes, accepted, stale } = decide(all, decisions, calendar.today);
  changes.sort(bySeverity);
  return {
    ...compared,
    changes,
    verdict: verdictOf(changes),
    decided: { accepted, stale },
    names,
    // An accepted breaking change passes; it still breaks users of the packages.
    release: proposeRelease(
      verdictOf([...changes, ...accepted.map(({ change }) => change)]),
      compared.base.version,
    ),
    added: null,
    consumers: null,
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
    return (
      sum +
      (isText ? Number(typeof other === "string" && other !== value) : changedWords(value, other))
    );
  }, 0);
}

/** Finds the edited declaration behind a change, if the texts of both specs are known. */
async function causesIn(base: Loaded, head: Loaded): Promise<FindCause> {
  const was = await base.sources?.();
  const is = await head.sources?.();
  if (!was || !is) return () => undefined;
  const { findEdited } = await import("./load/edited.ts");
  return findEdited(was, is);
}

/** The nearest part that the head still has around something that it lost. */
function ownerPointer(pointer: string, document: Tree): string {
  let at = pointer;
  while (valueAt(document, at) === undefined) at = at.slice(0, at.lastIndexOf("/"));
  return at;
}
