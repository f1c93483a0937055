import type { BasisKind } from "@packages/contract/src/check/table.ts";
import type { Contract } from "./contract.ts";

export type { BasisKind } from "@packages/contract/src/check/table.ts";

/** Where a rule comes from. */
export type RuleBasis = BasisKind | "documented";

/** A broken rule in a sentence, with its origin if the check knows that better than the cited part of the contract. */
export interface BrokenRule {
  text: string;
  basis?: RuleBasis;
}

export const toMistake = (message: string | BrokenRule): BrokenRule =>
  typeof message === "string" ? { text: message } : message;

/** The part of the contract that a finding is about. */
interface Place {
  /** Pointer into the document: `#/paths/…`. */
  cites: string;
  operation: string;
  status: number | undefined;
  message: string;
}

/**
 * Where the statement that a finding is about comes from; undefined if it is documented. A message about a wrong error names it:
 * `400 BAD_REQUEST instead of 422 OUT_OF_STOCK or 409 CONFLICT`.
 */
export function findBasis(contract: Contract, place: Place): BasisKind | undefined {
  const [expected = ""] = /instead of \d{3} .*/.exec(place.message) ?? [];
  const codes: string[] = expected.match(/(?<=\d{3} )[A-Z_]+/g) ?? [];
  const errors = contract.errors.filter(({ code }) => codes.includes(code));
  if (errors.length === 0)
    return (
      basisOfErrors(contract, place) ??
      basisOfService(contract, place) ??
      basisOfPart(contract, place)
    );
  const [, givenStatus] = /(\d{3})(?: [A-Z_]+)? instead of /.exec(place.message) ?? [];
  // The document may state a status without the code: a wrong status is then about the document.
  const isUndocumented = ({ status, basis }: Contract["errors"][number]): boolean => {
    const isStatusDocumented = basis?.documented?.includes("status") ?? false;
    return basis !== undefined && !(isStatusDocumented && status !== Number(givenStatus));
  };
  // A provider may have chosen any of several errors.
  return errors.find(isUndocumented)?.basis?.kind;
}

/** Parts of the whole service whose origin is that of the error for a cause. */
const causesOfParts: Readonly<Record<string, string>> = {
  "#/x-body-limit": "body-too-large",
  "#/paths": "unknown-path",
};

function basisOfService(contract: Contract, { cites, status = 0 }: Place): BasisKind | undefined {
  const cause = causesOfParts[cites];
  // The statements are about refusals.
  if (cause === undefined || status >= 500) return undefined;
  return contract.errors.find((error) => error.causes?.includes(cause))?.basis?.kind;
}

/** That of the errors which an operation lists for a status, if none of them is documented. */
function basisOfErrors(
  contract: Contract,
  { operation, cites, status: given = 0 }: Place,
): BasisKind | undefined {
  // A check of a success may be about an error that should have come; one of a request is not about the error that came.
  const [, of] = /\/responses(?:\/(\d{3}))?/.exec(cites) ?? [];
  const status = Number(of ?? (cites.endsWith("/responses") ? given : 0));
  if (status < 400 || status >= 500) return undefined;
  const listed = contract.errors.filter(
    (error) => error.status === status && (error.anywhere || error.operations.includes(operation)),
  );
  const [first] = listed;
  return first && listed.every(({ basis }) => basis) ? first.basis?.kind : undefined;
}

/**
 * That of the nearest part around the place. A statement about a whole operation names one of its gaps, not all of it: which
 * status a success has, unless that is documented.
 */
function basisOfPart(contract: Contract, { cites, status = 0 }: Place): BasisKind | undefined {
  const isOfSuccess = status >= 200 && status < 300;
  const around = contract.basis.filter(({ pointer, documented }) =>
    /^(\/paths\/[^/]+\/\w+)?$/.test(pointer)
      ? isOfSuccess && cites === `#${pointer}/responses` && !documented?.includes("responses")
      : `${cites}/`.startsWith(`#${pointer}/`),
  );
  return around.sort((one, other) => other.pointer.length - one.pointer.length)[0]?.kind;
}
