import { dayOf, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import { makeId, randomText } from "../identifiers.ts";
import { inboxUrl } from "../notifications/destinations.ts";
import { hashSecret, isSecret } from "../secrets.ts";
import { addCompany, credit, findCompanyByKey } from "../service/companies.ts";
import { NotFoundError } from "../service/errors.ts";
import { lockBalances, readBalance } from "../service/ledger.ts";
import { getRow } from "../service/rows.ts";
import type { Storage } from "../storage/storage.ts";
import type { Company, Database } from "../storage/tables.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";

type CompanyView = Schemas["Company"];

/** Who may call, and their keys. */
export function makeCompaniesControl(sandbox: Sandbox) {
  const { storage, secrets } = sandbox;
  const view = async (
    db: Database,
    { secretHash: _, ...company }: Company,
  ): Promise<CompanyView> => ({
    ...company,
    suspended: company.suspended === 1,
    balance: await readBalance(db, company.id),
    sentToday: await readSentToday(db, company.id, dayOf(sandbox.clock.now())),
    createdAt: timestamp(company.createdAt),
  });

  return {
    list: makeOperation("listCompanies", async (query = {}) => {
      const listed: Listed = {
        table: "companies",
        filters: { id: query.companyId },
        within: ["id", "name", "apiKey"],
        identifiers: ["id", "apiKey"],
      };
      const { items, next } = await readPage(storage, query, listed, (row: Company) => row);
      const views: CompanyView[] = [];
      for (const row of items) views.push(await view(storage.db, row));
      return { items: views, next };
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readCompany", async (id) =>
      view(storage.db, await getRow(storage.db, "companies", id)),
    ),
    /** Adds a company, with its secrets. @throws {InvalidInputError | NotAllowedError} if the API key is taken */
    add: makeOperation("addCompany", async (given) => {
      const id = makeId("cmp");
      const { apiKey = `pk_sandbox_${randomText(20)}`, apiSecret = secrets.apiSecret(id) } = given;
      const added = await storage.transaction(async (tx) =>
        view(tx, await addCompany(tx, sandbox, { ...given, id, apiKey, apiSecret })),
      );
      return { ...added, apiSecret, postbackSecret: secrets.postbackSecret(id) };
    }),
    /** @throws {InvalidInputError | NotFoundError} */
    change: makeOperation("changeCompany", async (id, changes) =>
      sandbox.settings.change(async (tx) => {
        await getRow(tx, "companies", id);
        const { name, city, suspended, balance } = changes;
        // An undefined field is not written: another call may be changing it. A statement sets something.
        const set = {
          id,
          name,
          city,
          suspended: suspended === undefined ? undefined : Number(suspended),
        };
        await tx.updateTable("companies").set(set).where("id", "=", id).execute();
        if (balance !== undefined) await setBalance(tx, storage, id, balance, sandbox.clock.now());
        return view(tx, await getRow(tx, "companies", id));
      }),
    ),
    /** Gives a new API secret, shown this once. @throws {NotFoundError} */
    renewSecret: makeOperation("renewApiSecret", async (id) => {
      const apiSecret = `sk_sandbox_${randomText(43)}`;
      const secretHash = hashSecret(apiSecret);
      await storage.transaction(async (tx) => {
        await getRow(tx, "companies", id);
        await tx.updateTable("companies").set({ secretHash }).where("id", "=", id).execute();
      });
      return { apiSecret };
    }),
    /** The secret that signs notifications to a `postbackUrl`. @throws {NotFoundError} */
    postbackSecret: makeOperation("readPostbackSecret", async (id) => {
      await getRow(storage.db, "companies", id);
      return { postbackSecret: secrets.postbackSecret(id) };
    }),
  };
}

/** Settings with which a client calls the sandbox as its first company. The secret is shown as long as it is the first one. */
export async function readCredentials(
  sandbox: Sandbox,
  first: FirstCompany,
): Promise<Schemas["Credentials"]> {
  const { apiKey, apiSecret } = first;
  const company = await resolveCompany(sandbox.storage.db, first, undefined);
  const isCurrent = isSecret(apiSecret, company.secretHash);
  return {
    baseUrl: sandbox.publicUrl,
    inboxUrl: inboxUrl(sandbox),
    companyId: company.id,
    apiKey,
    apiSecret: isCurrent ? apiSecret : null,
  };
}

/** The company that is meant: the given one, or the first. @throws {NotFoundError} */
export async function resolveCompany(
  db: Database,
  first: FirstCompany,
  id: string | undefined,
): Promise<Company> {
  if (id !== undefined) return getRow(db, "companies", id);
  const company = await findCompanyByKey(db, first.apiKey);
  if (!company) throw new NotFoundError(`There is no company with the API key ${first.apiKey}.`);
  return company;
}

async function readSentToday(db: Database, companyId: string, day: string): Promise<number> {
  const row = await db
    .selectFrom("dailyTotals")
    .select("amount")
    .where("companyId", "=", companyId)
    .where("day", "=", day)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

async function setBalance(
  tx: Database,
  storage: Storage,
  companyId: string,
  balance: number,
  now: number,
): Promise<void> {
  const balances = await lockBalances(tx, storage, [companyId]);
  await credit(tx, storage, companyId, balance - (balances.get(companyId) ?? 0), now);
}
