// Where many databases share the load, each holds the rows of some companies: a statement has to say whose rows it means.
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { makeDatabase, needPostgres } from "../../support/databases.ts";
import { readDatabase } from "../durability/read-database.ts";
import { makeCaller } from "../support/caller.ts";
import { collectStatements } from "../support/plans.ts";
import { charge, transfer } from "../support/service.ts";

needPostgres();

/** Tables with rows of companies. `requests` is a log of one process's calls. */
async function findOwnedTables(databaseUrl: string): Promise<string[]> {
  await using database = readDatabase({ databaseUrl });
  const tables = await database.db.introspection.getTables();
  const isOwner = ({ name }: { name: string }): boolean =>
    name === "companyId" || name === "callerId";
  return tables
    .filter(({ name, columns }) => name !== "requests" && columns.some(isOwner))
    .map(({ name }) => name);
}

/** Tables that a statement reads or writes. */
function tablesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/g)].map(
    ([, name = ""]) => name,
  );
}

/** Whether a statement says of each table whose rows it means: in a condition, or in a row that it inserts. */
function namesCompany(text: string, owned: readonly string[]): boolean {
  const inserted = text
    .matchAll(/insert into "?(\w+)"? \([^)]*"(?:companyId|callerId)"/g)
    .map(([, name = ""]) => name);
  const conditions =
    text.match(/\b(?:where|and|on)\b[^()]*?"(?:companyId|callerId)" (?:=|in)/g) ?? [];
  const used = new Set(tablesIn(text).filter((name) => owned.includes(name)));
  return used.difference(new Set(inserted)).size <= conditions.length;
}

test("every statement of the contract's operations on rows of a company, and of a move, names the company", async () => {
  const databaseUrl = await makeDatabase();
  const settings = { transferSteps: { queued: null, processing: null } };
  await using sandbox = await createSandbox({
    databaseUrl,
    settings,
    automatic: false,
    requestLog: false,
  });
  const pix = makeCaller(sandbox);
  const { charges, transfers } = sandbox.control;
  const collected = collectStatements();
  const webhook = await pix.webhooks.create({ url: "https://shop.example.com/pix" });
  const postbackUrl = "https://shop.example.com/postback";
  const { id } = await pix.transactions.create({ ...charge, postbackUrl } as never);
  await pix.transactions.get(id);
  const sent = await pix.transfers.create({ ...transfer, postbackUrl } as never);
  await pix.transfers.get(sent.id);
  await pix.webhooks.list();
  await pix.webhooks.delete(webhook.id);
  const created = new Set(collected.texts.keys());
  collected.texts.clear();
  await charges.pay(id);
  await charges.refund(id);
  await transfers.refuse(sent.id);
  // The control plane finds objects by their identifiers alone; what moves them then names the company.
  const moves = [...collected.texts.keys()].filter((text) => !/^select/.test(text));
  const statements = [...created, ...moves];
  const owned = await findOwnedTables(databaseUrl);
  const used = statements.flatMap(tablesIn).filter((name) => owned.includes(name));
  expect(new Set(used)).toEqual(new Set(owned));
  expect(statements.filter((text) => !namesCompany(text, owned))).toEqual([]);
});
