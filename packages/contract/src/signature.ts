import { createHmac } from "node:crypto";
import type { Signature } from "./behaviour.ts";

/**
 * How the contract signs notifications: `{id}`, `{timestamp}` and `{body}` of `signed` stand for the notification's id, the
 * time and the raw body. Without `id`, `timestamp` and `version` name the elements of the header that hold the time and a
 * signature each; with it, the form is that of Standard Webhooks.
 */
export type SignatureRule = Readonly<
  Pick<Signature, "header" | "id" | "signed" | "timestamp" | "version">
>;

/** The options for the signature of a notification. */
export interface SigningOptions {
  /** Secret of the receiver; several while one is replaced, and the receiver may check by any. */
  secret: string | readonly string[];
  /** Time of the signature in epoch milliseconds; now if absent. */
  now?: number;
}

/**
 * The headers with which a notification is signed.
 *
 * @param id of the notification, the same on every retry
 * @param body the body that is sent, byte for byte
 * @throws {RangeError} if there is no secret, or an empty one
 */
export function signWith(
  rule: SignatureRule,
  id: string,
  body: string,
  { secret, now = Date.now() }: SigningOptions,
): Record<string, string> {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes(""))
    throw new RangeError("A notification is signed with a secret.");
  const time = String(Math.floor(now / 1000));
  const values: Record<string, string> = { id, timestamp: time, body };
  const content = rule.signed.replace(
    /\{(id|timestamp|body)\}/g,
    (_all, part: string) => values[part] ?? "",
  );
  const hashes = secrets.map((one) => createHmac("sha256", signingKey(rule, one)).update(content));
  if (rule.id === undefined)
    return {
      [rule.header]: [
        `${rule.timestamp}=${time}`,
        ...hashes.map((one) => `${rule.version}=${one.digest("hex")}`),
      ].join(),
    };
  const signatures = hashes.map((one) => `${rule.version},${one.digest("base64")}`);
  return { [rule.id]: id, [rule.timestamp]: time, [rule.header]: signatures.join(" ") };
}

/** The bytes of a secret: its UTF-8, or with Standard Webhooks its decoded Base64. */
export function signingKey({ id }: Pick<SignatureRule, "id">, secret: string): Buffer {
  return id === undefined
    ? Buffer.from(secret)
    : Buffer.from(secret.replace(/^whsec_/, ""), "base64");
}
