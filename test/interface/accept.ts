import { UsageError } from "@packages/contract/src/command.ts";
import { acceptDisagreements, type Disagreement, describeDisagreement, isClaim } from "./lists.ts";

export interface AcceptOptions {
  /** Whether lines of the inventory are written. */
  accept?: boolean | undefined;
  /** Whether claims about the provider's document are written too. */
  documented?: boolean | undefined;
}

/**
 * Prints the lines that differ, and writes those that the options accept.
 *
 * @param print takes a block of lines
 * @param folder of the lists
 * @returns exit code: 1 if a line still differs
 * @throws {UsageError} for `documented` without `accept`
 */
export function acceptLines(
  found: readonly Disagreement[],
  { accept = false, documented = false }: AcceptOptions,
  print: (text: string) => void,
  folder?: string,
): number {
  if (documented && !accept) throw new UsageError("--documented needs --accept.");
  for (const one of found) print(describeDisagreement(one));
  const claims = found.filter(isClaim);
  const written = accept ? found.filter((one) => documented || !isClaim(one)) : [];
  acceptDisagreements(written, folder);
  const left = found.length - written.length;
  if (claims.length > 0) {
    print(
      `\n${claims.length} line(s) of documented.yaml ${
        documented ? "now claim" : "would claim"
      } that the provider's interface document says so. Read each there; give the others a @basis.`,
    );
  }
  if (left > 0) {
    print(
      accept
        ? `${written.length} line(s) written, ${left} left. To write the claims too: npm test -- interface --accept --documented`
        : `${left} line(s) differ. Paste them, or run npm test -- interface --accept, and review the diff.`,
    );
  }
  return left > 0 ? 1 : 0;
}
