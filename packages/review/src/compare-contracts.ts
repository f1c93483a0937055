// The report on two contracts; make-report.ts adds the project's part.
import { bySeverity, type Change, verdictOf } from "./change.ts";
import { versionOf } from "./compare/compare-service.ts";
import { callSide } from "./compare/context.ts";
import { collectDifferences, today } from "./compare.ts";
import { compareStatements } from "./compare-statements.ts";
import type { ConsumerFailure } from "./consumers.ts";
import { type Decisions, decide, withSeverities } from "./decisions.ts";
import { groupChanges } from "./group-changes.ts";
import type { SpecEdits } from "./load/edited.ts";
import type { Loaded } from "./load/loaded.ts";
import { isTree, step, valueAt } from "./place.ts";
import type { Report } from "./report/report.ts";
import { mayBreak, proposeRelease } from "./semver.ts";

/** Everything besides two contracts that a report takes into account. */
interface ProjectKnowledge {
  decisions?: Decisions | undefined;
  /** Version of the packages that are made from the contract, if the project has any. */
  packageVersion?: string | undefined;
  /** Content of an earlier report. */
  seen?: string | undefined;
  consumers?: ConsumerFailure[] | null;
}

const noDecisions: Decisions = { severities: {}, accepted: [], noticeMonths: 0 };

export async function compareContracts(
  base: Loaded,
  head: Loaded,
  { decisions = noDecisions, packageVersion, seen, consumers = null }: ProjectKnowledge = {},
): Promise<Report> {
  const names = { base: base.name, head: head.name };
  const calendar = { today: today(), noticeMonths: decisions.noticeMonths };
  const differences = collectDifferences(base.document, head.document, calendar);
  if (head.isUnread)
    differences.add(callSide("client"), { kind: "spec-unread", subject: "The spec", headAt: "" });
  const removed = differences.pointers("base");
  const ownerOf = new Map(removed.map((pointer) => [pointer, ownerPointer(pointer, base, head)]));
  const places = {
    base: await base.locate(removed),
    head: await head.locate([...differences.pointers("head"), ...ownerOf.values()]),
  };
  /** A removed part has no line in the head: its change is shown near its owner. */
  const nearOwner = (change: Change): Change => {
    const { where } = change;
    const owner =
      where.in === "base" ? places.head.get(ownerOf.get(where.pointer) ?? "") : undefined;
    if (!owner) return change;
    return { ...change, where: { ...where, near: { file: owner.file, line: owner.line } } };
  };
  // A spec with errors makes a document without the examples that break their schema; types that were not read are `anything`.
  const hasErrors = head.flaws?.some(({ severity }) => severity === "error") ?? false;
  const comesFromErrors = ({ kind, after }: Change): boolean =>
    hasErrors && (/^(example|reference)-/.test(kind) || after === "anything");
  const found = differences
    .changes(places)
    .filter((change) => !comesFromErrors(change))
    .sort(bySeverity)
    .map(nearOwner);
  const edits = found.some(({ where }) => where.file?.endsWith(".tsp"))
    ? await editsBetween(base, head)
    : undefined;
  const placed = edits
    ? found.map((change) => besideRemoved(atEditedLine(change, edits), edits))
    : found;
  const grouped = groupChanges(withSeverities(placed, decisions), edits);
  const { changes, accepted, stale } = decide(grouped, decisions, calendar.today);
  changes.sort(bySeverity);
  const from = versionOf(base.document);
  const to = versionOf(head.document);
  // An accepted breaking change passes; it still breaks users of the packages.
  const verdictForUsers = head.isUnread
    ? "none"
    : verdictOf([...changes, ...accepted.map(({ change }) => change)]);
  return {
    verdict: verdictOf(changes),
    changes,
    decided: { accepted, stale },
    names,
    base: { version: from },
    head: { version: to },
    mayBreak: mayBreak(from, to),
    basis: compareStatements(base.document, head.document),
    release: proposeRelease(verdictForUsers, from),
    packageRelease:
      packageVersion === undefined
        ? null
        : proposeRelease(consumers?.length ? "breaking" : verdictForUsers, packageVersion),
    added:
      seen === undefined
        ? null
        : changes.map(({ fingerprint }) => fingerprint).filter((one) => !seen.includes(one)),
    consumers,
    flaws: head.flaws ?? [],
    words: changedWords(base.document, head.document),
  };
}

/** Number of descriptions, summaries and titles that both documents have and one words differently. */
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

/** The change at the line that was edited, which may be inside a decorator of several lines. */
function atEditedLine(change: Change, edits: SpecEdits): Change {
  const { file, line, in: side } = change.where;
  if (file === undefined || line === undefined) return change;
  const edited =
    change.kind === "operation-moved"
      ? edits.findAddress(side, file, line)
      : edits.findLine(side, file, line);
  const where = { ...change.where, line: edited, source: `${file}:${edited}` };
  return edited === line ? change : { ...change, where };
}

/** A removed part, with the line of the head that is next to it: the diff shows that line. */
function besideRemoved(change: Change, edits: SpecEdits): Change {
  const { file, line, in: side } = change.where;
  if (side === "head" || file === undefined || line === undefined) return change;
  const near = edits.findNeighbour(file, line);
  return near ? { ...change, where: { ...change.where, near } } : change;
}

/** The edits behind the changes, if the sources of both specs are known. */
async function editsBetween(base: Loaded, head: Loaded): Promise<SpecEdits | undefined> {
  const was = await base.sources?.();
  const is = await head.sources?.();
  if (!was || !is) return undefined;
  const { findEdited } = await import("./load/edited.ts");
  return findEdited(was, is);
}

/** The nearest part that the head still has around something that it lost. */
function ownerPointer(pointer: string, base: Loaded, head: Loaded): string {
  const [holder, entry] = pointer.split("/required/");
  // In a spec the field itself shows whether it is required.
  if (entry !== undefined && head.sources)
    return step(`${holder}/properties`, String(valueAt(base.document, pointer)));
  let at = pointer;
  while (valueAt(head.document, at) === undefined) at = at.slice(0, at.lastIndexOf("/"));
  return at;
}
