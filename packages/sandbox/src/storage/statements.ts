import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Tables } from "./tables.ts";

/** Whether a column is one of some texts, of which there may be none. */
export function isAmong(column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  return texts.length > 0
    ? sql<SqlBool>`${sql.ref(column)} in (${sql.join(texts)})`
    : sql<SqlBool>`1 = 0`;
}

/** Rows for a table. */
export interface RowsToWrite {
  table: keyof Tables;
  rows: readonly object[];
  /** Columns of the table's key: a row that is there already gets the values of the new one. Absent if none is. */
  key?: readonly string[];
  /** Whether the values of the new row are added to those of the row that is there. */
  adds?: boolean;
}

/** Writes rows into several tables, in this order; PostgreSQL gets all statements at once. */
export async function writeRows(tx: Database, writes: readonly RowsToWrite[]): Promise<void> {
  const nonEmpty = writes.filter(({ rows }) => rows.length > 0);
  await Promise.all(nonEmpty.map((write) => insertRows(tx, write)));
}

async function insertRows(tx: Database, { table, rows, key, adds }: RowsToWrite): Promise<void> {
  const insert = tx.insertInto(table).values(rows as never);
  if (!key) return void (await insert.execute());
  const others = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
  const updates = others.map((column) => {
    const given = sql.ref(`excluded.${column}`);
    return [column, adds ? sql`${sql.ref(`${table}.${column}`)} + ${given}` : given];
  });
  const upsert = insert.onConflict((conflict) =>
    conflict.columns(key as never).doUpdateSet(Object.fromEntries(updates)),
  );
  await upsert.execute();
}
