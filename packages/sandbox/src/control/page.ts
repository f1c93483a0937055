import { type RawBuilder, sql } from "kysely";
import type { Storage } from "../storage/storage.ts";
import type { Database, Tables } from "../storage/tables.ts";

type PageStorage = Pick<Storage, "db" | "dialect">;

/** A page of a list, newest first. */
interface Page<Item> {
  items: Item[];
  /** What `before` takes for the entries that follow. */
  next: string | null;
}

/** Which part of a list is wanted. */
export interface Paging {
  /** 1 to 200; 50 if absent. */
  limit?: number;
  /** `next` of the page before. */
  before?: string;
}

/** Which rows of a table are wanted. */
export interface Listed {
  table: keyof Tables;
  /** Values of columns. The first one that is given has an index with the identifier behind it. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** Any other condition. */
  condition?: RawBuilder<unknown> | undefined;
  search?: Search | undefined;
}

/** A text to find. */
export interface Search {
  text: string | undefined;
  /** Columns in which it may stand anywhere, in whatever case. */
  within: readonly string[];
  /** Columns with an index, of identifiers: one that begins with the text is found however old its row is. */
  identifiers: readonly string[];
}

/** Rows that one page looks through where no index finds them: what takes longer goes on with the next page. */
const mostExamined = 20_000;

/** Characters of the shortest beginning of an identifier that is looked up in an index. */
const shortestIdentifier = 8;

/**
 * Reads a page of rows, newest first: identifiers sort by age. A page takes the same time however large the table is:
 * where several conditions meet, or a text is searched, it may have fewer rows than wanted, or none, and a `next`.
 */
export async function readPage<Row extends { id: string }, Item>(
  storage: PageStorage,
  { limit = 50, before }: Paging,
  listed: Listed,
  view: (row: Row) => Item,
): Promise<Page<Item>> {
  const { rows, next } = await readRows<Row>(storage, listed, limit, before);
  return { items: rows.map((row) => view(row)), next };
}

async function readRows<Row extends { id: string }>(
  { db, dialect }: PageStorage,
  { table, filters = {}, condition, search }: Listed,
  limit: number,
  before: string | undefined,
): Promise<{ rows: Row[]; next: string | null }> {
  const older = before === undefined ? [] : [sql`id < ${before}`];
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const [first, ...others] = given.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`);
  if (condition) others.push(condition);
  const text = search?.text;
  // PostgreSQL may walk along the identifiers in search of a value that few rows have. It cannot where the order begins
  // with the column, and a list of one value keeps it from leaving that column out of the order.
  const [column] = given;
  const isListed = column !== undefined && dialect === "postgres";
  const narrow = isListed ? sql`${sql.ref(column.name)} = any(${[column.value]}::text[])` : first;
  const order = isListed ? sql`${sql.ref(column.name)} desc, id desc` : sql`id desc`;
  const select = async (where: readonly RawBuilder<unknown>[], from: RawBuilder<unknown> = sql.table(table)) => {
    const { rows } =
      await sql<Row>`select * from ${from}${whereAll(where)} order by id desc limit ${limit + 1}`.execute(db);
    return { rows: rows.slice(0, limit), next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null };
  };
  if (search && text !== undefined) {
    const column = await findIdentifier(db, table, search.identifiers, text);
    if (column !== undefined) {
      const conditions = [startsWith(column, text), ...older, ...(first ? [first] : []), ...others];
      return select(conditions);
    }
    others.push(contains(search.within, text));
  }
  const narrowed = [...(narrow ? [narrow] : []), ...older];
  const narrowest = (most: number) =>
    sql`(select * from ${sql.table(table)}${whereAll(narrowed)} order by ${order} limit ${most}) as examined`;
  if (others.length === 0) return select([], narrowest(limit + 1));
  const examined = narrowest(mostExamined);
  const found = await select(others, examined);
  if (found.next !== null) return found;
  const { rows: ends } = await sql<{ count: number; last: string | null }>`
    select count(*) as count, min(id) as last from ${examined}`.execute(db);
  const isCut = Number(ends[0]?.count) === mostExamined;
  return { ...found, next: isCut ? (ends[0]?.last ?? null) : null };
}

/** The column in which some identifier begins with a text; undefined where none does. */
async function findIdentifier(
  db: Database,
  table: keyof Tables,
  columns: readonly string[],
  text: string,
): Promise<string | undefined> {
  if (text.length < shortestIdentifier) return undefined;
  for (const column of columns) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${startsWith(column, text)} limit 1`.execute(db);
    if (rows.length > 0) return column;
  }
  return undefined;
}

/** A range, which an index on the column serves; `like` with a parameter is not served by any. */
function startsWith(column: string, text: string): RawBuilder<unknown> {
  const end = text.slice(0, -1) + String.fromCodePoint((text.codePointAt(text.length - 1) ?? 0) + 1);
  return sql`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${end}`;
}

function contains(columns: readonly string[], text: string): RawBuilder<unknown> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const tests = columns.map((name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`);
  return sql`(${sql.join(tests, sql` or `)})`;
}

function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
}
