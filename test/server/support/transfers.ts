// A transfer on each database, as small as tests of the stores need it.
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { PoolClient } from "pg";
import { type ContextOf, type TransferSummary, transferStatus } from "../../../generated/server/src/index.ts";

interface Company {
  id: string;
}

function summaryOf(amount: number, pixKey: string): TransferSummary {
  const id = `trf_${randomUUID()}`;
  const fees = Math.min(100, amount);
  return { id, status: transferStatus.initial, amount, netAmount: amount - fees, fees, pixKey };
}

const tables = `
  create table if not exists accounts (company text primary key, balance integer not null);
  create table if not exists transfers (id text primary key, company text not null, amount integer not null);
  insert into accounts values ('cmp_1', 5000) on conflict do nothing;`;

/** Makes the tables and an account with 5,000 centavos. */
export async function makeTables(database: DatabaseSync | { query(text: string): Promise<unknown> }): Promise<void> {
  if ("exec" in database) database.exec(tables);
  else await database.query(tables);
}

export async function transferOnPostgres({
  body: { amount, pixKey },
  caller: company,
  transaction,
  reply,
}: ContextOf<"createTransfer", Company, PoolClient>) {
  const taken = await transaction.query(
    "update accounts set balance = balance - $1 where company = $2 and balance >= $1",
    [amount, company.id],
  );
  if (taken.rowCount === 0) return reply.fail("INSUFFICIENT_BALANCE");
  const summary = summaryOf(amount, pixKey);
  await transaction.query("insert into transfers values ($1, $2, $3)", [summary.id, company.id, amount]);
  return reply.ok(summary);
}

export function transferOnSqlite({
  body: { amount, pixKey },
  caller: company,
  transaction,
  reply,
}: ContextOf<"createTransfer", Company, DatabaseSync>) {
  const taken = transaction
    .prepare("update accounts set balance = balance - ? where company = ? and balance >= ?")
    .run(amount, company.id, amount);
  if (taken.changes === 0) return reply.fail("INSUFFICIENT_BALANCE");
  const summary = summaryOf(amount, pixKey);
  transaction.prepare("insert into transfers values (?, ?, ?)").run(summary.id, company.id, amount);
  return reply.ok(summary);
}
