import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { insertIfAbsent } from "./settings.ts";
import { type Storage, StorageError } from "./storage/storage.ts";

/**
 * The stored form of an API secret: salt and hash. A fast hash on purpose: secrets that the sandbox makes have 256 bits,
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
 * Makes the key that secrets are derived from, unless one is given or stored already.
 *
 * @param given 32 bytes or more in Base64
 * @throws {StorageError} if it is shorter
 */
export async function prepareMasterKey(storage: Storage, given?: string): Promise<void> {
  const made = randomBytes(32).toString("base64");
  const [key] = given
    ? [given]
    : await storage.transaction((tx) => insertIfAbsent(tx, "key", made));
  const { length } = Buffer.from(key, "base64");
  if (length < 32)
    throw new StorageError(`The key has to be at least 32 bytes in Base64; it has ${length}.`);
}

/**
 * Secrets that are derived and never stored: the same for the same name as long as the master key stays, so that
 * processes that share a database share them.
 *
 * @param readMaster 32 bytes or more in Base64; another key after the snapshot of another sandbox was restored
 */
export function makeSecrets(readMaster: () => string) {
  const derive = (name: string, master = readMaster()): Buffer =>
    createHmac("sha256", Buffer.from(master, "base64")).update(name).digest();
  let tokens: { master: string; key: Uint8Array } = { master: "", key: Buffer.of() };
  return {
    /** Key that tokens are signed with: the same object as long as the master key stays. */
    get tokenKey(): Uint8Array {
      const master = readMaster();
      if (master !== tokens.master) tokens = { master, key: derive("tokens", master) };
      return tokens.key;
    },
    /** Fingerprint of the master key, which reveals nothing of it. */
    get fingerprint(): string {
      return derive("fingerprint").toString("base64url");
    },
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

export type SecretStore = ReturnType<typeof makeSecrets>;
