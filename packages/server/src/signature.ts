import { createHmac } from "node:crypto";
import type { Signature } from "../../contract/src/behaviour.ts";

/**
 * How the contract signs notifications: `{timestamp}` and `{body}` of `signed` stand for the time and the raw body, `timestamp`
 * and `version` name the elements that hold the time and a signature each.
 */
export type SignatureRule = Readonly<Pick<Signature, "header" | "signed" | "timestamp" | "version">>;

/** What a notification is signed with. */
export interface SigningOptions {
  /** Secret of the receiver; several while one is replaced, and the receiver may check by any. */
  secret: string | readonly string[];
  /** Time of the signature in epoch milliseconds; now if absent. */
  now?: number;
}

/**
 * The value of the signature header of a notification.
 *
 * @param body the text that is sent, byte for byte
 * @throws {RangeError} where there is no secret, or an empty one
 */
export function signWith(rule: SignatureRule, body: string, { secret, now = Date.now() }: SigningOptions): string {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes("")) throw new RangeError("A notification is signed with a secret.");
  const time = String(Math.floor(now / 1000));
  const text = rule.signed.replace(/\{(timestamp|body)\}/g, (_all, part) => (part === "body" ? body : time));
  const signatures = secrets.map((key) => `${rule.version}=${createHmac("sha256", key).update(text).digest("hex")}`);
  return [`${rule.timestamp}=${time}`, ...signatures].join(",");
}
