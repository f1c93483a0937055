import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import { hashSecret } from "../secrets.ts";
import { writeRows } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Company, Database } from "../storage/tables.ts";
import { NotAllowedError } from "./errors.ts";
import { Postings } from "./ledger.ts";

/** A company to add. */
export interface NewCompany {
  id?: string | undefined;
  name: string;
  /** City in the BR Codes of its charges. */
  city?: string | undefined;
  apiKey: string;
  apiSecret: string;
  suspended?: boolean;
  /** Centavos; the setting `openingBalance` if absent. */
  balance?: number | undefined;
}

/** Adds a company with its opening balance. @throws {NotAllowedError} if the API key is taken */
export async function addCompany(
  tx: Database,
  sandbox: Sandbox,
  given: NewCompany,
): Promise<Company> {
  const now = sandbox.clock.now();
  const {
    id = makeId("cmp"),
    name,
    city = "SAO PAULO",
    apiKey,
    apiSecret,
    suspended = false,
  } = given;
  const company: Company = {
    id,
    name,
    city,
    apiKey,
    secretHash: hashSecret(apiSecret),
    suspended: suspended ? 1 : 0,
    createdAt: now,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("companies")
    .values(company)
    .onConflict((conflict) => conflict.column("apiKey").doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new NotAllowedError(`The API key ${apiKey} is taken.`);
  await tx.insertInto("balances").values({ companyId: id, amount: 0 }).execute();
  const balance = given.balance ?? sandbox.settings.current.openingBalance;
  await credit(tx, sandbox.storage, id, balance, now);
  return company;
}

export async function findCompanyByKey(db: Database, apiKey: string): Promise<Company | undefined> {
  return db.selectFrom("companies").selectAll().where("apiKey", "=", apiKey).executeTakeFirst();
}

/** Adds money of the bank's to a balance, or takes it away. */
export async function credit(
  tx: Database,
  storage: Storage,
  companyId: string,
  amount: number,
  now: number,
): Promise<void> {
  const postings = new Postings();
  postings.add(companyId, { bank: -amount, company: amount }, now);
  await writeRows(tx, storage, postings.writes());
}
