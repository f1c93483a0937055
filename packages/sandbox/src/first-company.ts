import type { Sandbox } from "./context.ts";
import type { SandboxOptions } from "./options.ts";
import { hashSecret, isSecret } from "./secrets.ts";
import { addCompany, findCompanyByKey } from "./service/companies.ts";
import type { Database } from "./storage/tables.ts";

/** Published credentials: they open only a sandbox that other machines cannot reach. */
const wellKnown = { name: "Loja Sandbox", apiKey: "sandbox-key", apiSecret: "sandbox-secret" };

/** The company that is there from the start. */
export type FirstCompany = typeof wellKnown;

/**
 * Creates the first company unless it exists, and returns its credentials.
 *
 * If other machines can reach the sandbox, the secret is derived from the sandbox's key instead of the well-known one,
 * also for a state that was only used on this machine before. A derived secret stays.
 */
export async function openFirstCompany(
  tx: Database,
  sandbox: Sandbox,
  given: SandboxOptions["company"] = {},
): Promise<FirstCompany> {
  const { exposed } = sandbox;
  const derived = sandbox.secrets.apiSecret("first");
  const secret = given.apiSecret ?? (exposed ? derived : wellKnown.apiSecret);
  const first = {
    name: given.name ?? wellKnown.name,
    apiKey: given.apiKey ?? wellKnown.apiKey,
    apiSecret: secret,
  };
  const company = await findCompanyByKey(tx, first.apiKey);
  if (!company) {
    await addCompany(tx, sandbox, first);
    return first;
  }
  if (given.apiSecret !== undefined || isSecret(secret, company.secretHash)) return first;
  if (isSecret(derived, company.secretHash)) return { ...first, apiSecret: derived };
  if (exposed && isSecret(wellKnown.apiSecret, company.secretHash)) {
    const secretHash = hashSecret(derived);
    await tx.updateTable("companies").set({ secretHash }).where("id", "=", company.id).execute();
  }
  return first;
}
