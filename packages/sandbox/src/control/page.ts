import { type RawBuilder, sql } from "kysely";
import type { Storage } from "../storage/storage.ts";
import type { Database, Tables } from "../storage/tables.ts";

/** The wanted part of a list. */
interface Paging {
  /** 1 to 200; 50 if absent. */
  limit?: number;
  /** `next` of the page before. */
  before?: string;
  /** A string to find. */
  search?: string;
}

/** The wanted rows of a table. */
export interface Listed {
  table: keyof Tables;
  /** Values of columns. The first one that is given has an index with the identifier behind it. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** Any other condition. */
  condition?: RawBuilder<unknown> | undefined;
  /** Columns in which a searched string may stand anywhere, in whatever case. */
  within?: readonly string[];
  /** Columns with an index, of identifiers: one that begins with the string is found however old its row is. */
  identifiers?: readonly string[];
}

/** Rows that one page looks through if no index finds them: a longer search goes on with the next page. */
const maxExamined = 10_000;

/** Characters of the shortest beginning of an identifier that is looked up in an index. */
const minIdentifierLength = 8;

/**
 * Reads a page of rows, newest first: identifiers sort by age. A page takes the same time however large the table is:
 * if several conditions meet, or a string is searched, it may have fewer rows than wanted, even zero, and a `next`, which
 * is the value of `before` for the rows that follow.
 */
export async function readPage<Row extends { id: string }, Item>(
  { db, dialect }: Pick<Storage, "db" | "dialect">,
  { limit = 50, before, search = "" }: Paging,
  { table, filters = {}, condition, within = [], identifiers = [] }: Listed,
  view: (row: Row) => Item,
): Promise<{ items: Item[]; next: string | null }> {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  // Strings cannot have this character on PostgreSQL, and on SQLite it would end one.
  if ([search, before, ...given.map(({ value }) => value)].some((value) => value?.includes("\0")))
    return { items: [], next: null };
  const identifier = await findIdentifier(db, table, identifiers, search);
  const end = firstTextAfter(search);
  // One bound: SQLite takes two for a narrow range.
  const bound = identifier === "id" && (before === undefined || end < before) ? end : before;
  const older = bound === undefined ? [] : [sql`id < ${bound}`];
  const filtered = given.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`);
  const [column] = given;
  let scan = { where: older, order: sql`id desc` };
  let others = filtered;
  if (identifier === "id") {
    scan.where.push(sql`id >= ${search}`);
  } else if (identifier !== undefined) {
    scan = { where: rangeOf(identifier, search), order: sql`${sql.ref(identifier)} desc` };
    others = [...filtered, ...older];
  } else if (column) {
    // PostgreSQL may walk along the identifiers in search of a value that few rows have. It cannot if the order begins
    // with the column, and a list of one value keeps it from leaving that column out of the order.
    if (dialect === "postgres") {
      scan.where.push(sql`${sql.ref(column.name)} = any(${[column.value]}::text[])`);
      scan.order = sql`${sql.ref(column.name)} desc, id desc`;
    } else scan.where.push(...filtered.slice(0, 1));
    others = filtered.slice(1);
  }
  if (condition) others = [...others, condition];
  if (search !== "" && identifier === undefined) others = [...others, contains(within, search)];
  const maxRows = others.length === 0 ? limit + 1 : maxExamined;
  const examined = sql`(select * from ${sql.table(table)}${whereAll(scan.where)} order by ${scan.order} limit ${maxRows}) as examined`;
  const { rows } = await sql<Row>`
    select * from ${examined}${whereAll(others)} order by id desc limit ${limit + 1}`.execute(db);
  const items = rows.slice(0, limit).map((row) => view(row));
  if (rows.length > limit) return { items, next: rows[limit - 1]?.id ?? null };
  // Identifiers of another column do not lead to a next page.
  const isComplete = others.length === 0 || (identifier ?? "id") !== "id";
  if (isComplete) return { items, next: null };
  const { rows: ends } = await sql<{ count: number; last: string | null }>`
    select count(*) as count, min(id) as last from ${examined}`.execute(db);
  const { count, last = null } = ends[0] ?? {};
  return { items, next: Number(count) < maxExamined ? null : last };
}

/** The column in which some identifier begins with a string; undefined if none does. */
async function findIdentifier(
  db: Database,
  table: keyof Tables,
  columns: readonly string[],
  value: string,
): Promise<string | undefined> {
  if (value.length < minIdentifierLength) return undefined;
  for (const column of columns) {
    const range = whereAll(rangeOf(column, value));
    const { rows } = await sql`select 1 from ${sql.table(table)}${range} limit 1`.execute(db);
    if (rows.length > 0) return column;
  }
  return undefined;
}

/** The values of a column that begin with a string, as a range that an index serves: `like` with a parameter is not served. */
function rangeOf(column: string, start: string): RawBuilder<unknown>[] {
  return [sql`${sql.ref(column)} >= ${start}`, sql`${sql.ref(column)} < ${firstTextAfter(start)}`];
}

/** The least string that sorts after all that begin with a given one. */
function firstTextAfter(start: string): string {
  return start.slice(0, -1) + String.fromCodePoint((start.codePointAt(start.length - 1) ?? 0) + 1);
}

function contains(columns: readonly string[], value: string): RawBuilder<unknown> {
  const lower = value.toLowerCase();
  const pattern = `%${lower.replace(/[\\%_]/g, "\\$&")}%`;
  // `lower` of the databases knows the letters of ASCII alone.
  const letters = [...new Set(lower)].filter(
    (letter) => letter > "\x7f" && letter !== letter.toUpperCase(),
  );
  const all = sql`lower(concat_ws(${"\n"}, ${sql.join(columns.map((name) => sql.ref(name)))}))`;
  const folded = letters.reduce<RawBuilder<unknown>>(
    (inner, letter) => sql`replace(${inner}, ${letter.toUpperCase()}, ${letter})`,
    all,
  );
  return sql`${folded} like ${pattern} escape '\\'`;
}

function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
}
