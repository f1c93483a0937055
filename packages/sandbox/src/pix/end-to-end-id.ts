import { randomText } from "../identifiers.ts";

/** ISPB of the sandbox's bank: eight digits that no institution has. */
export const sandboxIspb = "99999004";

/**
 * Identifier of a payment: `E`, ISPB, minute in UTC, 11 random letters and digits.
 *
 * @param now epoch milliseconds
 */
export function makeEndToEndId(now: number): string {
  const minute = new Date(now).toISOString().slice(0, 16).replace(/[-T:]/g, "");
  return `E${sandboxIspb}${minute}${randomText(11)}`;
}
