// Compares two OpenAPI documents by their meaning for those who use them.
import type { BasisStatement } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readBasis } from "@packages/contract/src/read-basis.ts";
import { bySeverity, type Change, type Verdict, verdictOf } from "./change.ts";
import { compareErrors, errorsOf } from "./compare/compare-errors.ts";
import { compareLifecycles } from "./compare/compare-lifecycles.ts";
import { compareNotifications, compareOperations } from "./compare/compare-operations.ts";
import { compareSecuritySchemes } from "./compare/compare-security.ts";
import { compareService, versionOf } from "./compare/compare-service.ts";
import type { Context } from "./compare/context.ts";
import { Notes, type Places } from "./notes.ts";
import { Source, type Tree } from "./place.ts";
import { type Calendar, startComparison } from "./schema/comparison.ts";

export interface Comparison {
  verdict: Verdict;
  /** The worst first. */
  changes: Change[];
  base: { version: string };
  head: { version: string };
  /** Whether the head's major version is a later one, so that it may break. */
  majorMoved: boolean;
  /** Statements without a document that one side alone makes. */
  basis: { added: BasisStatement[]; removed: BasisStatement[] };
}

/**
 * The differences, before the parts of both contracts are located in their sources.
 *
 * @param base OpenAPI 3 document of the contract as it was
 * @param head the same as it is to be
 * @param names names of the documents in messages
 * @param calendar dates to compare with; without one, no notice is promised
 * @throws {SpecError} if a reference of either leads nowhere
 */
export function findNotes(
  base: Tree,
  head: Tree,
  names?: { base: string; head: string },
  calendar: Calendar = { today: today(), noticeMonths: 0 },
): Notes {
  const sources = { base: new Source(base, names?.base), head: new Source(head, names?.head) };
  const codes = commonCodes(sources.base, sources.head);
  const notes = new Notes(base, head);
  const context: Context = {
    ...startComparison(sources.base, sources.head, calendar),
    notes,
    codes,
  };
  compareService(context);
  compareSecuritySchemes(context);
  compareOperations(context);
  compareNotifications(context);
  compareErrors(context);
  compareLifecycles(context);
  return notes;
}

/** As `2027-06-30`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** @param places sources of the places of both documents */
export function describe(
  base: Tree,
  head: Tree,
  notes: Notes,
  places?: { base: Places; head: Places },
): Comparison {
  const from = versionOf(base);
  const to = versionOf(head);
  const changes = notes.changes(places).sort(bySeverity);
  return {
    verdict: verdictOf(changes),
    changes,
    base: { version: from },
    head: { version: to },
    majorMoved: major(to) > major(from),
    basis: listBasis(base, head),
  };
}

function listBasis(base: Tree, head: Tree): Comparison["basis"] {
  const [was, is] = [base, head].map((document) => readBasis(document as unknown as Document)) as [
    BasisStatement[],
    BasisStatement[],
  ];
  const without = (list: BasisStatement[], others: BasisStatement[]): BasisStatement[] => {
    const key = ({ subject, kind, reason }: BasisStatement): string =>
      [subject, kind, reason].join("\n");
    const known = new Set(others.map(key));
    return list.filter((statement) => !known.has(key(statement)));
  };
  return { added: without(is, was), removed: without(was, is) };
}

function commonCodes(base: Source, head: Source): Set<string> {
  const was = errorsOf(base);
  const is = errorsOf(head);
  return was.size > 0 && is.size > 0 ? new Set([...was.keys(), ...is.keys()]) : new Set();
}

function major(version: string): number {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);
}
