import type { BasisKind } from "@packages/contract/src/check/table.ts";
import type { Contract } from "./contract.ts";

export type { BasisKind } from "@packages/contract/src/check/table.ts";

/** A broken rule in a sentence, with where the rule comes from if that is not the provider's document. */
export interface Mistake {
  text: string;
  basis?: BasisKind;
}

export const toMistake = (message: string | Mistake): Mistake =>
  typeof message === "string" ? { text: message } : message;

/** The part of the contract that a finding is about. */
interface Place {
  /** Pointer into the document: `#/paths/…`. */
  cites: string;
  operation: string;
  status: number | undefined;
  message: string;
}

/** Where the statement that a finding is about comes from; undefined if it is documented. */
export function findBasis(contract: Contract, place: Place): BasisKind | undefined {
  const [, code] = /instead of \d{3} (\w+)/.exec(place.message) ?? [];
  const error = contract.errors.find((one) => one.code === code);
  return error
    ? error.basis?.kind
    : (basisOfErrors(contract, place) ?? basisOfPart(contract, place));
}

/** That of the errors which an operation lists for a status, if none of them is documented. */
function basisOfErrors(
  contract: Contract,
  { operation, status = 0 }: Place,
): BasisKind | undefined {
  if (status < 400 || status >= 500) return undefined;
  const listed = contract.errors.filter(
    (error) => error.status === status && (error.anywhere || error.operations.includes(operation)),
  );
  const [first] = listed;
  return first && listed.every(({ basis }) => basis) ? first.basis?.kind : undefined;
}

/** That of the nearest part around the place. A statement about a whole operation names one of its gaps, not all of it. */
function basisOfPart(contract: Contract, { cites }: Place): BasisKind | undefined {
  const around = contract.basis.filter(
    ({ pointer }) =>
      !/^(\/paths\/[^/]+\/\w+)?$/.test(pointer) && `${cites}/`.startsWith(`#${pointer}/`),
  );
  return around.sort((one, other) => other.pointer.length - one.pointer.length)[0]?.kind;
}
