import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);

/** Cheap on purpose: secrets that the sandbox makes have 256 bits, and nothing here is worth a stronger lock. */
const cost = { N: 1024 };

/** What of an API secret is stored: salt and hash. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt, 32, cost);
  return `scrypt$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

export async function isSecret(secret: string, stored: string): Promise<boolean> {
  const [, salt = "", hash = ""] = stored.split("$");
  const given = await derive(secret, Buffer.from(salt, "base64url"), 32, cost);
  return timingSafeEqual(given, Buffer.from(hash, "base64url"));
}

/**
 * Secrets that are derived and never stored: the same for the same name as long as the master key stays, so that
 * processes that share a database share them.
 */
export class SecretKeeper {
  readonly #master: Buffer;

  /** @param master 32 bytes or more */
  constructor(master: Buffer) {
    this.#master = master;
  }

  /** Key that tokens are signed with. */
  get tokenKey(): Buffer {
    return this.#derive("tokens");
  }

  /** Secret that a registration's notifications are signed with. */
  webhookSecret(webhookId: string): string {
    return `whsec_${this.#derive(`webhook:${webhookId}`).toString("base64url")}`;
  }

  /** Secret that notifications to a `postbackUrl` are signed with: the company's. */
  postbackSecret(companyId: string): string {
    return `whsec_${this.#derive(`company:${companyId}`).toString("base64url")}`;
  }

  /** First API secret of a company. */
  apiSecret(companyId: string): string {
    return `sk_sandbox_${this.#derive(`api:${companyId}`).toString("base64url")}`;
  }

  #derive(name: string): Buffer {
    return createHmac("sha256", this.#master).update(name).digest();
  }
}
