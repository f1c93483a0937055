import { createECDH } from "node:crypto";
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK } from "jose";

/** Signs what a bank's app reads behind a BR Code, and shows the key that checks it. */
export interface PageKey {
  /** The public key, as a JSON Web Key. */
  readonly publicKey: JWK & { kid: string };
  /** The payload as a compact JWS; `jku` is where the public key can be read. */
  sign(payload: object, jku: string): Promise<string>;
}

/**
 * Makes the key of a seed: the same in every process of a sandbox, and after each start.
 *
 * @param seed 32 bytes
 */
export async function makePageKey(seed: Buffer): Promise<PageKey> {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(seed);
  const point = curve.getPublicKey();
  const coordinates = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const kid = await calculateJwkThumbprint(coordinates);
  const key = await importJWK({ ...coordinates, d: curve.getPrivateKey().toString("base64url") }, "ES256");
  return {
    publicKey: { ...coordinates, kid, alg: "ES256", use: "sig" },
    sign: (payload, jku) =>
      new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg: "ES256", kid, jku }).sign(key),
  };
}
