import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { RequestLog } from "../http/request-log.ts";
import { NotFoundError } from "../service/errors.ts";
import type { RequestRow } from "../storage/tables.ts";
import { checkInput } from "./check-input.ts";
import { readPage } from "./page.ts";
import type { LoggedRequest, Page, QueryOf, Removed, RequestEntry } from "./types.ts";

/** The last requests. */
export interface RequestsControl {
  list(query?: QueryOf<"listRequests">): Promise<Page<RequestEntry>>;
  /** @throws {NotFoundError} */
  read(id: string): Promise<LoggedRequest>;
  clear(): Promise<Removed>;
}

export function makeRequestsControl({ storage }: Sandbox, log: RequestLog | undefined): RequestsControl {
  return {
    list: async (query = {}) => {
      await checkInput("listRequests", { query });
      await log?.flush();
      const { operation, companyId } = query;
      return readPage(
        query,
        (limit, before) => {
          let rows = storage.db.selectFrom("requests").selectAll().orderBy("id", "desc").limit(limit);
          if (before !== undefined) rows = rows.where("id", "<", before);
          if (operation !== undefined) rows = rows.where("operation", "=", operation);
          if (companyId !== undefined) rows = rows.where("companyId", "=", companyId);
          return rows.execute();
        },
        viewEntry,
      );
    },
    read: async (id) => {
      await log?.flush();
      const row = await storage.db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row) throw new NotFoundError(`There is no request ${id}, or it is no longer kept.`);
      return {
        ...viewEntry(row),
        request: JSON.parse(row.requestJson) as LoggedRequest["request"],
        response: JSON.parse(row.responseJson) as LoggedRequest["response"],
      };
    },
    clear: async () => {
      await log?.flush();
      return storage.transaction(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom("requests").executeTakeFirst();
        await storage.announce(tx);
        return { removed: Number(numDeletedRows) };
      });
    },
  };
}

function viewEntry({ id, at, method, path, operation, companyId, status, duration }: RequestRow): RequestEntry {
  return { id, at: timestamp(at), method, path, operation, companyId, status, duration };
}
