import { amount, checkArgument, fields } from "../argument-checks.ts";
import { type Bytes, joinBytes } from "../bytes.ts";
import { type Check, must } from "../check.ts";
import { NotificationError, type RawBody, rawBodyCheck } from "./parse.ts";

/** How notifications are signed: HMAC-SHA256 of `<time>.<raw body>`. */
export interface SignatureScheme {
  /** Name of the header. */
  header: string;
  /** Name of the time in it, in epoch seconds. */
  timestamp: string;
  /** Name of a signature in it. */
  version: string;
  /** Seconds by which clocks may differ, either way. */
  tolerance: number;
}

/** Checks the signature of a request. @param header another name for the contract's header */
export type CheckRequest = (
  rawBody: Uint8Array,
  headers: Headers,
  secrets: string | readonly string[],
  options: { header: string | undefined; tolerance: number | undefined },
) => Promise<void>;

/** How to verify. */
export interface VerifyOptions {
  /**
   * Seconds by which the signed time may differ from this machine's, either way. Default: the contract's tolerance.
   * @example { tolerance: 60 }
   */
  tolerance?: number | undefined;
  /**
   * Time to compare with, in epoch seconds. Default: now.
   * @example { now: 1_795_186_931 }
   */
  now?: number | undefined;
}

/**
 * One secret or several. An empty one would verify anybody's signature, and one with the line break of the file that it was
 * read from, of no known owner.
 */
export const secretsCheck: Check = /* @__PURE__ */ must((value) => {
  const secrets: unknown[] = [value].flat();
  return (
    secrets.length > 0 &&
    secrets.every((secret) => typeof secret === "string" && /[^\r\n]$/.test(secret))
  );
}, "be a secret or a list of secrets, none of them empty or with a line break at its end");

const verifyCheck = /* @__PURE__ */ fields({ tolerance: amount, now: amount });

// More signatures than any rotation needs cost time that an attacker could waste.
const maxSignatures = 8;

/** Checks a signature. Throws a `NotificationError` if it does not fit. */
export async function checkSignature(
  scheme: SignatureScheme,
  rawBody: RawBody,
  header: string | null | undefined,
  secrets: string | readonly string[],
  options: VerifyOptions,
): Promise<void> {
  checkArgument(rawBodyCheck, rawBody, "rawBody");
  checkArgument(secretsCheck, secrets, "secrets");
  if (!header) throw new NotificationError("unsigned");
  const pairs = String(header)
    .split(",")
    .map((pair) => pair.trim().split("=", 2));
  const time = pairs.find(([name]) => name === scheme.timestamp)?.[1] ?? "";
  const signatures = pairs.flatMap(([name, value = ""]) =>
    name === scheme.version ? [value] : [],
  );
  const bytes = signatures.map((signature) =>
    /^[0-9a-f]{64}$/i.test(signature) ? fromHex(signature) : undefined,
  );
  const keys = [secrets].flat().map((secret) => encode(secret));
  await verify(scheme, keys, `${time}.`, rawBody, bytes, time, options);
}

/**
 * Checks signatures and their time. Throws a `NotificationError` if none fits.
 *
 * @param head signed before the body
 * @param signatures undefined for one that is malformed
 */
export async function verify(
  scheme: SignatureScheme,
  keys: Bytes[],
  head: string,
  rawBody: RawBody,
  signatures: (Bytes | undefined)[],
  time: string,
  options: VerifyOptions,
): Promise<void> {
  checkArgument(verifyCheck, options, "options");
  const { tolerance = scheme.tolerance, now = Date.now() / 1000 } = options;
  const known = signatures.filter((one) => one !== undefined);
  if (
    !/^\d{1,15}$/.test(time) ||
    known.length < Math.max(1, signatures.length) ||
    known.length > maxSignatures
  )
    throw new NotificationError("malformed-signature");
  const signed = join(head, rawBody);
  // All are compared, so that the time taken does not show which one fits; `verify` itself takes constant time.
  const results = await Promise.all(
    keys.map(async (secret) => {
      const key = await importKey(secret, "verify");
      return Promise.all(
        known.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)),
      );
    }),
  );
  if (!results.flat().includes(true)) throw new NotificationError("wrong-signature");
  // Compared this way round, so that NaN does not pass.
  if (!(now - Number(time) <= tolerance)) throw new NotificationError("too-old");
  if (!(Number(time) - now <= tolerance)) throw new NotificationError("too-new");
}

/** Checks the signature of a request. */
export const checkRequest =
  (scheme: SignatureScheme): CheckRequest =>
  (rawBody, headers, secrets, { header = scheme.header, tolerance }) =>
    checkSignature(scheme, rawBody, headers.get(header), secrets, { tolerance });

/** Signs a notification as the service does. */
export async function sign(
  scheme: SignatureScheme,
  rawBody: RawBody,
  secrets: string | readonly string[],
  timestamp: number,
): Promise<string> {
  checkArgument(rawBodyCheck, rawBody, "rawBody");
  checkArgument(secretsCheck, secrets, "secrets");
  checkArgument(amount, timestamp, "timestamp");
  const time = String(Math.floor(timestamp));
  const signatures = await Promise.all(
    [secrets].flat().map(async (secret) => {
      const bytes = await hash(encode(secret), `${time}.`, rawBody);
      return `${scheme.version}=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    }),
  );
  return [`${scheme.timestamp}=${time}`, ...signatures].join(",");
}

/** The signature of a body. @param prefix signed before it */
export async function hash(key: Bytes, prefix: string, rawBody: RawBody): Promise<Bytes> {
  return new Uint8Array(
    await crypto.subtle.sign("HMAC", await importKey(key, "sign"), join(prefix, rawBody)),
  );
}

// The type has no global name without the DOM.
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function importKey(secret: Bytes, use: "sign" | "verify"): Promise<Key> {
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

function encode(string: string): Bytes {
  return new TextEncoder().encode(string);
}

function join(prefix: string, rawBody: RawBody): Bytes {
  return joinBytes([encode(prefix), typeof rawBody === "string" ? encode(rawBody) : rawBody]);
}

function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
