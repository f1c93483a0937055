// A transfer on SQLite, as small as tests of the stores need it.
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import {
  type ContextOf,
  type TransferSummary,
  transferStatus,
} from "../../../generated/server/src/index.ts";

interface Company {
  id: string;
}

function summaryOf(amount: number, pixKey: string): TransferSummary {
  const id = `trf_${randomUUID()}`;
  const fees = Math.min(100, amount);
  return { id, status: transferStatus.initial, amount, netAmount: amount - fees, fees, pixKey };
}

/** Makes the tables and an account with 5,000 centavos. */
export function makeTables(database: DatabaseSync): void {
  database.exec(`
    create table if not exists accounts (company text primary key, balance integer not null);
    create table if not exists transfers (id text primary key, company text not null, amount integer not null);
    insert into accounts values ('cmp_1', 5000) on conflict do nothing;`);
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
