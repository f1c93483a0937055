import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Storage } from "./storage.ts";

/** Whether a column is one of some texts. However many these are, the statement is the same: it is prepared once. */
export function isAmong(
  { dialect }: Pick<Storage, "dialect">,
  column: string,
  texts: readonly string[],
): RawBuilder<SqlBool> {
  return dialect === "postgres"
    ? sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${texts}))`;
}
