import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { RequestLog } from "../http/request-log.ts";
import { NotFoundError } from "../service/errors.ts";
import type { RequestRow } from "../storage/tables.ts";
import { checkInput } from "./check-input.ts";
import { readPage } from "./page.ts";
import { contains } from "./search.ts";
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
      const { operation, outcome, search, companyId } = query;
      return readPage(
        query,
        (limit, before) => {
          let rows = storage.db.selectFrom("requests").selectAll().orderBy("id", "desc").limit(limit);
          if (before !== undefined) rows = rows.where("id", "<", before);
          if (operation !== undefined) rows = rows.where("operation", "=", operation);
          if (outcome === "success") rows = rows.where("status", ">=", 200).where("status", "<", 400);
          if (outcome === "error") rows = rows.where((eb) => eb.or([eb("status", "<", 200), eb("status", ">=", 400)]));
          if (search !== undefined) rows = rows.where(contains(["id", "path", "requestJson", "responseJson"], search));
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

function viewEntry({ at, requestJson: _, responseJson, ...row }: RequestRow): RequestEntry {
  const [, errorCode = null] = errorPattern.exec(responseJson) ?? [];
  const [objectId = null] = (responseJson.match(dataPattern) ?? row.path.match(objectPattern))?.slice(-1) ?? [];
  return { ...row, at: timestamp(at), errorCode, objectId };
}

/** Codes and identifiers as they stand in an answer's body, which stands in a text of JSON: taking it apart costs more. */
const errorPattern = /\\"error\\":\{\\"code\\":\\"(\w+)/;
const dataPattern = /\\"data\\":\{\\"id\\":\\"(\w+)/;
const objectPattern = /\b(?:txn|trf|wh)_\w+/;
