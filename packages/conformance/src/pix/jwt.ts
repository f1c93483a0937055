/** A token taken apart; nothing in it has been verified. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Base64url, as written. */
  readonly signature: string;
}

function decodePart(part: string, name: string): Buffer {
  const bytes = Buffer.from(part, "base64url");
  // Buffer skips what is not Base64url: only a part that comes back as it was is all Base64url.
  if (part === "" || bytes.toString("base64url") !== part) throw new Error(`JWT: the ${name} is not Base64url`);
  return bytes;
}

function decodeObject(part: string, name: string): Record<string, unknown> {
  const bytes = decodePart(part, name);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new Error(`JWT: the ${name} is not JSON in UTF-8`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`JWT: the ${name} is not a JSON object`);
  }
  return { ...value };
}

/**
 * Header and claims of a signed JWT in compact form: three Base64url parts without padding, two of them JSON objects,
 * the header with an `alg` other than `none`. Does not verify the signature. Throws on anything else. Source: RFC 7519,
 * RFC 7515 section 3.1.
 */
export function decodeJwt(token: string): DecodedJwt {
  const parts = token.split(".");
  const [head = "", body = "", signature = ""] = parts;
  if (parts.length !== 3) throw new Error(`JWT: ${parts.length} part(s) between dots, not 3`);
  const header = decodeObject(head, "header");
  const { alg } = header;
  if (typeof alg !== "string" || alg === "" || alg.toLowerCase() === "none") {
    throw new Error("JWT: the header names no signature algorithm");
  }
  const claims = decodeObject(body, "payload");
  decodePart(signature, "signature");
  return { header, claims, signature };
}
