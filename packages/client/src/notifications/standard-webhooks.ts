// Signatures in the form of Standard Webhooks: id, time and signatures have a header each, secrets are Base64.

import { amount, checkArgument } from "../argument-checks.ts";
import type { Bytes } from "../bytes.ts";
import { NotificationError, parse, type RawBody, rawBodyCheck } from "./parse.ts";
import {
  type CheckRequest,
  type SignatureScheme as ElementsScheme,
  hash,
  secretsCheck,
  type VerifyOptions,
  verify,
} from "./signature.ts";

/** How notifications are signed: HMAC-SHA256 of `<id>.<time>.<raw body>`. */
export interface SignatureScheme extends ElementsScheme {
  /** Name of the header with the id of the notification; `timestamp` is the name of another. */
  id: string;
}

/** The headers of a request: those of Fetch, or as Node has them. */
export type SignatureHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Checks a signature. Throws a `NotificationError` if it does not fit. */
export async function checkSignature(
  scheme: SignatureScheme,
  rawBody: RawBody,
  headers: SignatureHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions,
): Promise<void> {
  checkArgument(rawBodyCheck, rawBody, "rawBody");
  checkArgument(secretsCheck, secrets, "secrets");
  const read = (name: string): string =>
    String(
      (typeof headers.get === "function"
        ? headers.get(name)
        : (headers as never)[name.toLowerCase()]) ?? "",
    );
  const id = read(scheme.id);
  const time = read(scheme.timestamp);
  const given = read(scheme.header);
  if (!id || !time || !given) throw new NotificationError("unsigned");
  // Those of another version are not for this receiver.
  const signatures = given
    .split(" ")
    .flatMap((one) => (one.startsWith(`${scheme.version},`) ? [one.split(",")[1]] : []));
  const bytes = signatures.map((one = "") =>
    /^[A-Za-z\d+/]{43}=$/.test(one) ? fromBase64(one) : undefined,
  );
  await verify(
    scheme,
    [secrets].flat().map(decodeSecret),
    `${id}.${time}.`,
    rawBody,
    bytes,
    time,
    options,
  );
}

/** Checks the signature of a request. */
export const checkRequest =
  (scheme: SignatureScheme): CheckRequest =>
  (rawBody, headers, secrets, { header = scheme.header, tolerance }) =>
    checkSignature({ ...scheme, header }, rawBody, headers, secrets, { tolerance });

/** Signs a notification as the service does: the headers by name. */
export async function sign(
  scheme: SignatureScheme,
  rawBody: RawBody,
  secrets: string | readonly string[],
  timestamp: number,
): Promise<Record<string, string>> {
  checkArgument(secretsCheck, secrets, "secrets");
  checkArgument(amount, timestamp, "timestamp");
  const { id } = parse(rawBody);
  const time = String(Math.floor(timestamp));
  const signatures = await Promise.all(
    [secrets].flat().map(async (secret) => {
      const bytes = await hash(decodeSecret(secret), `${id}.${time}.`, rawBody);
      return `${scheme.version},${btoa(String.fromCharCode(...bytes))}`;
    }),
  );
  return { [scheme.id]: id, [scheme.timestamp]: time, [scheme.header]: signatures.join(" ") };
}

/** The key that a secret holds in Base64, with or without the mark before it. Throws a `TypeError` if it is invalid. */
function decodeSecret(secret: string): Bytes {
  const base64 = secret.replace(/^whsec_/, "");
  if (!/^[A-Za-z\d+/]+=*$/.test(base64))
    throw new TypeError("`secrets` must be Base64, as `whsec_…`.");
  return fromBase64(base64);
}

function fromBase64(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
