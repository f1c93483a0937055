// Compares two OpenAPI documents by their meaning for those who use them.
import { findBasePaths } from "./compare/base-path.ts";
import { compareErrors, errorsOf } from "./compare/compare-errors.ts";
import { compareLifecycles } from "./compare/compare-lifecycles.ts";
import { compareNotifications, compareOperations } from "./compare/compare-operations.ts";
import { compareSecuritySchemes } from "./compare/compare-security.ts";
import { compareService } from "./compare/compare-service.ts";
import type { Context } from "./compare/context.ts";
import { Notes } from "./notes.ts";
import { Source, type Tree } from "./place.ts";
import { type Calendar, startComparison } from "./schema/comparison.ts";

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
  const notes = new Notes(base, head);
  const context: Context = {
    ...startComparison(sources.base, sources.head, calendar),
    notes,
    codes: commonCodes(sources.base, sources.head),
    basePaths: findBasePaths(sources.base, sources.head),
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

function commonCodes(base: Source, head: Source): Set<string> {
  const was = errorsOf(base);
  const is = errorsOf(head);
  return was.size > 0 && is.size > 0 ? new Set([...was.keys(), ...is.keys()]) : new Set();
}
