import { type RawBuilder, sql } from "kysely";

/** Whether a text stands in one of some columns, in whatever case. */
export function contains(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const tests = columns.map((name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}
