import type { SelectQueryBuilder } from "kysely";
import type { Storage } from "./storage.ts";

/** A query that locks the rows it reads until its transaction ends; on SQLite transactions run one after another. */
export function lockRows<Tables, Names extends keyof Tables, Row>(
  { dialect }: Pick<Storage, "dialect">,
  query: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return dialect === "postgres" ? query.forUpdate() : query;
}
