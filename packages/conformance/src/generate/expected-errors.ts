import { type ExpectedError, errorByCode, errorFor, type Json, type Operation } from "../contract.ts";
import type { Session } from "../session.ts";
import { isText, leavesWithin } from "../texts.ts";

/** What the contract answers to a body that breaks rules: an error for each of them. Nothing where it breaks none. */
export function expectedErrors(
  { contract, validator }: Pick<Session, "contract" | "validator">,
  operation: Operation,
  body: Json,
): ExpectedError[] {
  const codes = new Set(validator.violations(operation.body?.schema ?? {}, body).map(({ code }) => code));
  const leaves = leavesWithin(body);
  // What is no text, or a number that programs round, may be reported before the rules of its field are looked at.
  const isBroken = leaves.some((leaf) => typeof leaf === "string" && !isText(leaf));
  const isRounded = leaves.some((leaf) => typeof leaf === "number" && Math.abs(leaf) > Number.MAX_SAFE_INTEGER);
  if (isBroken || (isRounded && codes.size > 0)) codes.add(undefined);
  const general = errorFor(contract, "validation", operation);
  const errors = [...codes].map((code) => (code === undefined ? general : errorByCode(contract, code)));
  return [...new Set(errors)].filter((error) => error !== undefined);
}
