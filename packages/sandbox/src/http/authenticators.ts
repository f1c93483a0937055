import type { Authenticated, Authenticators, ServerRequest } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { isSecret } from "../secrets.ts";
import { findCompanyByKey } from "../service/companies.ts";
import type { TokenChecker } from "../service/tokens.ts";
import { isSuspendedKey } from "../service/triggers.ts";
import { createBatcher } from "../storage/batcher.ts";
import { isAmong } from "../storage/statements.ts";
import type { Company } from "../storage/tables.ts";
import { companiesRead, noteCaller } from "./request-facts.ts";

/** Who may call: companies by key and secret, and by token. */
export function makeAuthenticators(sandbox: Sandbox, tokens: TokenChecker): Authenticators<Company> {
  const { storage } = sandbox;
  const { db } = storage;
  // Requests that come at the same time share one query.
  const loadCompany = createBatcher<string, Company | undefined>({
    run: async (ids) => {
      const asked = isAmong(storage, "id", [...new Set(ids)]);
      const rows = await db.selectFrom("companies").selectAll().where(asked).execute();
      return ids.map((id) => rows.find((row) => row.id === id));
    },
  });
  const authenticated = (company: Company, request: ServerRequest): Authenticated<Company> => {
    noteCaller(request, company.id);
    return { caller: company, callerId: company.id };
  };
  return {
    ApiCredentials: async ({ username, password }, request) => {
      if (isSuspendedKey(username)) return { refused: "ACCOUNT_SUSPENDED" };
      const company = await findCompanyByKey(db, username);
      if (!company || !isSecret(password, company.secretHash)) return null;
      return company.suspended ? { refused: "ACCOUNT_SUSPENDED" } : authenticated(company, request);
    },
    AccessToken: async (token, request) => {
      const checked = await tokens.check(token);
      if (typeof checked === "string") return { refused: checked };
      const { companyId } = checked;
      const read = companiesRead.get(request.raw as object);
      const company = read?.id === companyId ? read : await loadCompany(companyId);
      // A token is tied to the permissions of its company: a suspended one has none.
      return company && !company.suspended ? authenticated(company, request) : null;
    },
  };
}
