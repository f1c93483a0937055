import type { Authenticated, Authenticators } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { isSecret } from "../secrets.ts";
import { findCompany, findCompanyByKey } from "../service/companies.ts";
import { makeTokenChecker } from "../service/tokens.ts";
import type { Company } from "../storage/tables.ts";

/** Who may call: companies by key and secret, and by token. */
export function makeAuthenticators(sandbox: Sandbox): Authenticators<Company> {
  const { db } = sandbox.storage;
  const checkToken = makeTokenChecker(sandbox);
  const authenticated = (company: Company): Authenticated<Company> => ({ company, companyId: company.id });
  return {
    ApiCredentials: async ({ username, password }) => {
      const company = await findCompanyByKey(db, username);
      if (!company || !(await isSecret(password, company.secretHash))) return null;
      return company.suspended ? { refused: "ACCOUNT_SUSPENDED" } : authenticated(company);
    },
    AccessToken: async (token) => {
      const checked = await checkToken(token);
      if (typeof checked === "string") return { refused: checked };
      const company = await findCompany(db, checked.companyId);
      // A token is tied to the permissions of its company: a suspended one has none.
      return company && !company.suspended ? authenticated(company) : null;
    },
  };
}
