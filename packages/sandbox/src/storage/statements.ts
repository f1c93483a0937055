import { CompiledQuery, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Storage } from "./storage.ts";
import type { Database, Tables } from "./tables.ts";

/**
 * A condition for `where`: the column has one of the values. They are one parameter, so that the database prepares the
 * statement once for any number of them.
 */
export function isAmong(
  { dialect }: Pick<Storage, "dialect">,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> {
  return dialect === "postgres"
    ? sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${values}))`;
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

/**
 * Writes rows into several tables, on PostgreSQL in one statement that is not awaited: if it fails, the next query of the
 * transaction or its commit throws.
 */
export async function writeRows(
  tx: Database,
  storage: Pick<Storage, "dialect">,
  writes: readonly RowsToWrite[],
): Promise<void> {
  const nonEmpty = writes.filter(({ rows }) => rows.length > 0);
  if (storage.dialect === "sqlite") {
    for (const write of nonEmpty) await tx.executeQuery(insertSqlite(write));
    return;
  }
  if (nonEmpty.length === 0) return;
  // The SQL is the same however many rows there are: the rows are one parameter.
  const parts = nonEmpty.map(
    (write, index) => `part${index} as (${insertPostgres(write, index + 1)})`,
  );
  const values = nonEmpty.map(({ rows }) => toJson(rows));
  tx.executeQuery(CompiledQuery.raw(`with ${parts.join(", ")} select 1`, values)).catch(() => {});
}

function insertSqlite(write: RowsToWrite): CompiledQuery {
  const { table, rows } = write;
  const columns = columnNames(rows);
  const row = `(${columns.map(() => "?").join(", ")})`;
  const values = rows.flatMap((one) =>
    columns.map((column) => (one as Record<string, unknown>)[column] ?? null),
  );
  const statement = `insert into "${table}" (${quoteColumns(columns)}) values ${rows.map(() => row).join(", ")}`;
  return CompiledQuery.raw(statement + onConflict(write, columns), values);
}

function insertPostgres(write: RowsToWrite, parameter: number): string {
  const { table, rows } = write;
  const columns = columnNames(rows);
  const read = `json_populate_recordset(null::"${table}", $${parameter}::json)`;
  return `insert into "${table}" (${quoteColumns(columns)}) select ${quoteColumns(columns)} from ${read}${onConflict(write, columns)}`;
}

function onConflict({ table, key, adds }: RowsToWrite, columns: readonly string[]): string {
  if (!key) return "";
  const others = columns.filter((column) => !key.includes(column));
  const values = others.map((column) => {
    const present = adds ? `"${table}"."${column}" + ` : "";
    return `"${column}" = ${present}excluded."${column}"`;
  });
  return ` on conflict (${quoteColumns(key)}) do update set ${values.join(", ")}`;
}

function columnNames(rows: readonly object[]): string[] {
  return Object.keys(rows[0] ?? {});
}

function quoteColumns(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/** PostgreSQL's JSON has neither the character NUL nor half a character. */
function toJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!/\\u(0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "\ufffd").toWellFormed() : value,
  );
}

/** Rows of a whole table that one statement reads or writes. */
const portionSize = 500;

/** Writes any number of rows into a table. */
export async function writePortions(
  tx: Database,
  storage: Pick<Storage, "dialect">,
  table: keyof Tables,
  rows: readonly object[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += portionSize)
    await writeRows(tx, storage, [{ table, rows: rows.slice(start, start + portionSize) }]);
}

/** All rows of a table in portions, in a transaction that only reads. */
export async function* readPortions(
  tx: Database,
  { dialect }: Pick<Storage, "dialect">,
  table: keyof Tables,
): AsyncGenerator<Record<string, unknown>[]> {
  if (dialect === "postgres") {
    await sql`declare portions no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
    const fetchNext = sql<Record<string, unknown>>`fetch ${sql.lit(portionSize)} from portions`;
    for (;;) {
      const { rows } = await fetchNext.execute(tx);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`close portions`.execute(tx);
    return;
  }
  let last = -1;
  for (;;) {
    const { rows } = await sql<{ rowid: number } & Record<string, unknown>>`
      select *, rowid as rowid from ${sql.table(table)} where rowid > ${last} order by rowid
      limit ${sql.lit(portionSize)}`.execute(tx);
    if (rows.length === 0) return;
    last = rows.at(-1)?.rowid ?? last;
    yield rows.map(({ rowid: _, ...row }) => row);
  }
}
