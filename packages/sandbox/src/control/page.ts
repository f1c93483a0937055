import { type RawBuilder, sql } from "kysely";
import type { Storage } from "../storage/storage.ts";
import type { Database, Tables } from "../storage/tables.ts";

type PageStorage = Pick<Storage, "db" | "dialect">;

/** Which part of a list is wanted. */
interface Paging {
  /** 1 to 200; 50 if absent. */
  limit?: number;
  /** `next` of the page before. */
  before?: string;
  /** A text to find. */
  search?: string;
}

/** Which rows of a table are wanted. */
export interface Listed {
  table: keyof Tables;
  /** Values of columns. The first one that is given has an index with the identifier behind it. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** Any other condition. */
  condition?: RawBuilder<unknown> | undefined;
  /** Columns in which a text that is searched may stand anywhere, in whatever case. */
  within?: readonly string[];
  /** Columns with an index, of identifiers: one that begins with the text is found however old its row is. */
  identifiers?: readonly string[];
}

/** Rows that one page looks through if no index finds them: what takes longer goes on with the next page. */
const maxExamined = 10_000;

/** Characters of the shortest beginning of an identifier that is looked up in an index. */
const minIdentifierLength = 8;

/**
 * Reads a page of rows, newest first: identifiers sort by age. A page takes the same time however large the table is:
 * if several conditions meet, or a text is searched, it may have fewer rows than wanted, or none, and a `next`, which
 * is what `before` takes for the rows that follow.
 */
export async function readPage<Row extends { id: string }, Item>(
  storage: PageStorage,
  paging: Paging,
  listed: Listed,
  view: (row: Row) => Item,
): Promise<{ items: Item[]; next: string | null }> {
  const texts = [paging.search, paging.before, ...Object.values(listed.filters ?? {})];
  // No text has this character on PostgreSQL, and on SQLite it would end a text.
  if (texts.some((text) => text?.includes("\0"))) return { items: [], next: null };
  const { rows, next } = await readRows<Row>(storage, listed, paging);
  return { items: rows.map((row) => view(row)), next };
}

async function readRows<Row extends { id: string }>(
  { db, dialect }: PageStorage,
  { table, filters = {}, condition, within = [], identifiers = [] }: Listed,
  { limit = 50, before, search: text }: Paging,
): Promise<{ rows: Row[]; next: string | null }> {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  const [column, ...further] = given;
  const isEqual = ({ name, value }: (typeof given)[number]) => sql`${sql.ref(name)} = ${value}`;
  // PostgreSQL may walk along the identifiers in search of a value that few rows have. It cannot if the order begins
  // with the column, and a list of one value keeps it from leaving that column out of the order.
  const isListed = column !== undefined && dialect === "postgres";
  const narrow = isListed
    ? [sql`${sql.ref(column.name)} = any(${[column.value]}::text[])`]
    : given.slice(0, 1).map(isEqual);
  const identifier =
    text === undefined ? undefined : await findIdentifier(db, table, identifiers, text);
  const range = identifier === undefined ? undefined : rangeOf(identifier, text ?? "");
  // One bound: SQLite takes two for a narrow range.
  const bounds = [before, ...(identifier === "id" ? [firstTextAfter(text ?? "")] : [])].filter(
    (bound) => bound !== undefined,
  );
  const older =
    bounds.length === 0
      ? []
      : [sql`id < ${bounds.reduce((one, other) => (one < other ? one : other))}`];
  let walk = {
    where: [...narrow, ...older],
    order: isListed ? sql`${sql.ref(column.name)} desc, id desc` : sql`id desc`,
  };
  let others = [...further.map(isEqual), ...(condition ? [condition] : [])];
  if (range && identifier !== "id") {
    others = [...given.map(isEqual), ...older, ...others.slice(further.length)];
    walk = { where: range, order: sql`${sql.ref(identifier ?? "")} desc` };
  } else if (range) {
    // If a column narrows the walk, PostgreSQL would take a range of identifiers for narrower, and sort all of it.
    (column ? others : walk.where).push(...range.slice(0, 1));
  } else if (text !== undefined) {
    others.push(contains(within, text));
  }
  const examine = (maxRows: number) =>
    sql`(select * from ${sql.table(table)}${whereAll(walk.where)} order by ${walk.order} limit ${maxRows}) as examined`;
  const examined = examine(others.length === 0 ? limit + 1 : maxExamined);
  const { rows } =
    await sql<Row>`select * from ${examined}${whereAll(others)} order by id desc limit ${limit + 1}`.execute(
      db,
    );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
  // Identifiers of another column do not say where a next page begins.
  if (others.length === 0 || (identifier ?? "id") !== "id") return { rows, next: null };
  const { rows: ends } = await sql<{ count: number; last: string | null }>`
    select count(*) as count, min(id) as last from ${examined}`.execute(db);
  const { count, last = null } = ends[0] ?? {};
  const isOver =
    Number(count) < maxExamined || (identifier === "id" && (last ?? "") < (text ?? ""));
  return { rows, next: isOver ? null : last };
}

/** The column in which some identifier begins with a text; undefined if none does. */
async function findIdentifier(
  db: Database,
  table: keyof Tables,
  columns: readonly string[],
  text: string,
): Promise<string | undefined> {
  if (text.length < minIdentifierLength) return undefined;
  for (const column of columns) {
    const range = whereAll(rangeOf(column, text));
    const { rows } = await sql`select 1 from ${sql.table(table)}${range} limit 1`.execute(db);
    if (rows.length > 0) return column;
  }
  return undefined;
}

/** The values of a column that begin with a text, as a range that an index serves: `like` with a parameter is not served. */
function rangeOf(column: string, text: string): RawBuilder<unknown>[] {
  return [sql`${sql.ref(column)} >= ${text}`, sql`${sql.ref(column)} < ${firstTextAfter(text)}`];
}

/** The least text that sorts after all that begin with a text. */
function firstTextAfter(text: string): string {
  return text.slice(0, -1) + String.fromCodePoint((text.codePointAt(text.length - 1) ?? 0) + 1);
}

function contains(columns: readonly string[], text: string): RawBuilder<unknown> {
  const lower = text.toLowerCase();
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
