import { createHmac, timingSafeEqual } from "node:crypto";

/** What a `Pix-Signature` header says. */
export interface SignatureHeader {
  /** Unix seconds as written: this text is what was signed. */
  readonly time: string;
  /** The same as a number. */
  readonly seconds: number;
  /** HMACs, 64 lower-case hex digits each; more than one while a secret is being replaced. */
  readonly signatures: readonly string[];
}

/** A delivery to check, with times in unix seconds. */
export interface SignatureCheck {
  readonly header: string;
  /** As received: parsing and writing it again may change bytes. */
  readonly body: string | Uint8Array;
  readonly secret: string;
  readonly now: number;
  /** How far the header's time may be from `now`, before or after; 5 minutes when absent. */
  readonly tolerance?: number;
}

/**
 * Reads `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, hex being 64 lower-case digits (HMAC-SHA256). Throws on another form.
 * Source: `Pix-Signature` header of this contract.
 */
export function parseSignatureHeader(value: string): SignatureHeader {
  const match = /^t=([0-9]+)((?:,v1=[0-9a-f]{64})+)$/.exec(value);
  if (match === null) {
    throw new Error(`signature: ${JSON.stringify(value)} is not t=<unix seconds>,v1=<64 hex digits>[,v1=…]`);
  }
  const [, time = "", rest = ""] = match;
  const seconds = Number(time);
  if (!Number.isSafeInteger(seconds)) throw new Error(`signature: t=${time} is too large for a time`);
  return { time, seconds, signatures: rest.split(",v1=").slice(1) };
}

/**
 * Whether one of the header's signatures is the HMAC-SHA256 of `<t>.<raw body>` with the secret and its time is near
 * `now`; compared in constant time. Throws on a malformed header. Source: `Pix-Signature` header of this contract.
 */
export function verifySignature({ header, body, secret, now, tolerance = 300 }: SignatureCheck): boolean {
  const { time, seconds, signatures } = parseSignatureHeader(header);
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  // Every signature is compared, so that the time taken does not tell which one matched.
  const matching = signatures.filter((signature) => timingSafeEqual(Buffer.from(signature, "hex"), expected));
  return matching.length > 0 && Math.abs(now - seconds) <= tolerance;
}
