// Compares two OpenAPI documents by their meaning for those who use them.
import { schemaName } from "@packages/contract/src/pointer.ts";
import { findBasePaths } from "./compare/base-path.ts";
import { compareErrors, errorsOf } from "./compare/compare-errors.ts";
import { compareLifecycles } from "./compare/compare-lifecycles.ts";
import { compareNotifications, compareOperations } from "./compare/compare-operations.ts";
import { compareSecuritySchemes } from "./compare/compare-security.ts";
import { compareService } from "./compare/compare-service.ts";
import { type CompareContext, callSide } from "./compare/context.ts";
import { Differences } from "./differences.ts";
import { Source, type Tree } from "./place.ts";
import { shortenedPlaces } from "./schema/compare-schemas.ts";
import { type Calendar, startComparison } from "./schema/comparison.ts";

/**
 * The differences, before the parts of both contracts are located in their sources.
 *
 * @param base OpenAPI 3 document of the contract as it was
 * @param head the same as it is to be
 * @param calendar dates to compare with; without one, no notice is promised
 */
export function collectDifferences(
  base: Tree,
  head: Tree,
  calendar: Calendar = { today: today(), noticeMonths: 0 },
): Differences {
  const sources = { base: new Source(base), head: new Source(head) };
  const differences = new Differences(base, head);
  const context: CompareContext = {
    ...startComparison(sources.base, sources.head, calendar),
    differences,
    codes: commonCodes(sources.base, sources.head),
    basePaths: findBasePaths(sources.base, sources.head),
  };
  compareService(context);
  compareSecuritySchemes(context);
  compareOperations(context);
  compareNotifications(context);
  compareErrors(context);
  compareLifecycles(context);
  addUnresolved(context);
  for (const headAt of shortenedPlaces(context))
    differences.add(callSide("client"), {
      kind: "loop-shortened",
      subject: schemaName(`#${headAt}`) ?? headAt,
      headAt,
    });
  return differences;
}

/** The rest of the documents is compared; what a reference without a target stands for is not. */
function addUnresolved({ base, head, differences }: CompareContext): void {
  for (const reference of new Set([...base.unresolved.keys(), ...head.unresolved.keys()])) {
    const [baseAt, headAt] = [base, head].map(({ unresolved }) => unresolved.get(reference));
    const kind = reference.startsWith("#") ? "reference-unresolved" : "reference-outside";
    differences.add(callSide("client"), {
      kind,
      subject: `The reference ${reference}`,
      baseAt,
      headAt,
    });
  }
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
