import { type RawBuilder, sql } from "kysely";
import { announceStatement } from "./postgres/listener.ts";
import type { Storage } from "./storage.ts";
import type { Database, Tables } from "./tables.ts";

/** Rows for a table. */
export interface RowsToWrite {
  table: keyof Tables;
  rows: readonly object[];
  /** Columns of the table's key: a row that is there already gets the values of the new one. Absent where none is. */
  key?: readonly string[];
}

/** Writes rows into several tables and announces the change: on PostgreSQL in one round trip. */
export async function writeRows(tx: Database, storage: Storage, writes: readonly RowsToWrite[]): Promise<void> {
  const some = writes.filter(({ rows }) => rows.length > 0);
  if (storage.dialect === "sqlite") {
    for (const write of some) await sql`${insertSqlite(write)}`.execute(tx);
    await storage.announce(tx);
    return;
  }
  // The text is the same however many rows there are: the rows are one parameter.
  const parts = some.map((write, index) => sql`${sql.ref(`part${index}`)} as (${insertPostgres(write)})`);
  const parted = parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``;
  await sql`${parted}${sql.raw(announceStatement)}`.execute(tx);
}

function insertSqlite({ table, rows, key }: RowsToWrite): RawBuilder<unknown> {
  const columns = columnsOf(rows);
  const values = rows.map((row) => {
    const fields = row as Record<string, unknown>;
    return sql`(${sql.join(columns.map((column) => fields[column] ?? null))})`;
  });
  return sql`insert into ${sql.table(table)} (${names(columns)}) values ${sql.join(values)} ${replaceOn(key, columns)}`;
}

function insertPostgres({ table, rows, key }: RowsToWrite): RawBuilder<unknown> {
  const columns = columnsOf(rows);
  return sql`insert into ${sql.table(table)} (${names(columns)}) select ${names(columns)}
    from json_populate_recordset(null::${sql.table(table)}, ${toJson(rows)}::json) ${replaceOn(key, columns)}`;
}

function replaceOn(key: readonly string[] | undefined, columns: readonly string[]): RawBuilder<unknown> {
  if (!key) return sql``;
  const others = columns.filter((column) => !key.includes(column));
  const values = others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  return sql`on conflict (${names(key)}) do update set ${sql.join(values)}`;
}

function columnsOf(rows: readonly object[]): string[] {
  return Object.keys(rows[0] ?? {});
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** PostgreSQL's JSON has neither the character NUL nor half a character. */
function toJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  if (!/\\u(0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "\ufffd").toWellFormed() : value,
  );
}
