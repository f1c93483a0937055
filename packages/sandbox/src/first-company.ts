import type { Sandbox } from "./context.ts";
import { hashSecret, isSecret } from "./secrets.ts";
import { addCompany, findCompanyByKey } from "./service/companies.ts";
import type { Database } from "./storage/tables.ts";

/** The company that is there from the start. */
export interface FirstCompany {
  name: string;
  apiKey: string;
  apiSecret: string;
}

/** What everybody knows, and what therefore opens nothing that others can reach. */
const wellKnown = { name: "Loja Sandbox", apiKey: "sandbox-key", apiSecret: "sandbox-secret" };

/**
 * Makes sure that the first company is there, and tells its credentials.
 *
 * Where others than this machine can reach the sandbox, its secret is derived from the sandbox's key instead of the
 * well-known one, also where the state has been used on this machine alone before. A derived secret stays.
 */
export async function openFirstCompany(
  tx: Database,
  sandbox: Sandbox,
  given: Partial<FirstCompany> = {},
): Promise<FirstCompany> {
  const { exposed } = sandbox;
  const derived = sandbox.secrets.apiSecret("first");
  const secret = given.apiSecret ?? (exposed ? derived : wellKnown.apiSecret);
  const first = { ...wellKnown, ...given, apiSecret: secret };
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
