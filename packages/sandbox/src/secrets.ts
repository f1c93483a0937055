import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { keepFirstValue } from "./settings.ts";
import { type Storage, StorageError } from "./storage/storage.ts";

/**
 * What of an API secret is stored: salt and hash. A fast hash on purpose: secrets that the sandbox makes have 256 bits,
 * and each sandbox of a test would pay for a slow one.
 */
export function hashSecret(secret: string, salt = randomBytes(16).toString("base64url")): string {
  return `${salt}$${createHmac("sha256", salt).update(secret).digest("base64url")}`;
}

export function isSecret(secret: string, stored: string): boolean {
  const [salt] = stored.split("$");
  return timingSafeEqual(Buffer.from(hashSecret(secret, salt)), Buffer.from(stored));
}

/**
 * The key that secrets are derived from: the given one, or the one in the state, which is made where there is none.
 *
 * @param given 32 bytes or more in Base64
 * @throws {StorageError} where it is shorter
 */
export async function readMasterKey(storage: Storage, given?: string): Promise<Buffer> {
  const made = randomBytes(32).toString("base64");
  const [text] = given
    ? [given]
    : await storage.transaction((tx) => keepFirstValue(tx, "key", made));
  const key = Buffer.from(text, "base64");
  if (key.length < 32)
    throw new StorageError(`The key has to be at least 32 bytes in Base64; it has ${key.length}.`);
  return key;
}

/**
 * Secrets that are derived and never stored: the same for the same name as long as the master key stays, so that
 * processes that share a database share them.
 *
 * @param master 32 bytes or more
 */
export function makeSecrets(master: Buffer) {
  const derive = (name: string): Buffer => createHmac("sha256", master).update(name).digest();
  return {
    /** Key that tokens are signed with. */
    tokenKey: derive("tokens"),
    /** Secret that a registration's notifications are signed with. */
    webhookSecret: (webhookId: string) =>
      `whsec_${derive(`webhook:${webhookId}`).toString("base64url")}`,
    /** Secret that notifications to a `postbackUrl` are signed with: the company's. */
    postbackSecret: (companyId: string) =>
      `whsec_${derive(`company:${companyId}`).toString("base64url")}`,
    /** First API secret of a company. */
    apiSecret: (companyId: string) =>
      `sk_sandbox_${derive(`api:${companyId}`).toString("base64url")}`,
  };
}

export type Secrets = ReturnType<typeof makeSecrets>;
