import type { Dialect } from "../storage.ts";
import { createTable } from "./0001-tables.ts";

/** The sums of the accounts that are not companies' own. Entries that were posted before belong to no company. */
export function addAccountSums(dialect: Dialect): string[] {
  return [
    createTable(dialect, "accountSums", "account text, companyId text, amount integer"),
    `create unique index "accountSumsByAccount" on "accountSums" (account, "companyId")`,
    `insert into "accountSums" (account, "companyId", amount)
      select account, '', sum(amount) from ledger where account not like 'company:%' group by account`,
  ];
}
