import { sql } from "kysely";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { RequestLog } from "../http/request-log.ts";
import { NotFoundError } from "../service/errors.ts";
import type { RequestRow } from "../storage/tables.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";
import type { Schemas } from "./types.ts";

type LoggedRequest = Schemas["LoggedRequest"];

/** The last requests. */
export function makeRequestsControl({ storage }: Sandbox, log: RequestLog | undefined) {
  return {
    list: makeOperation("listRequests", async (query = {}) => {
      await log?.flush();
      const { operation, outcome, search, companyId } = query;
      const succeeded = sql`status >= 200 and status < 400`;
      const listed: Listed = {
        table: "requests",
        filters: { operation, companyId },
        condition: outcome && (outcome === "success" ? succeeded : sql`not (${succeeded})`),
        search: { text: search, within: ["id", "path", "requestJson", "responseJson"], identifiers: [] },
      };
      return readPage(storage, query, listed, viewEntry);
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readRequest", async (id) => {
      await log?.flush();
      const row = await storage.db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row) throw new NotFoundError(`There is no request ${id}, or it is no longer kept.`);
      return {
        ...viewEntry(row),
        request: JSON.parse(row.requestJson) as LoggedRequest["request"],
        response: JSON.parse(row.responseJson) as LoggedRequest["response"],
      };
    }),
    clear: makeOperation("clearRequests", async () => {
      await log?.flush();
      return storage.transaction(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom("requests").executeTakeFirst();
        return { removed: Number(numDeletedRows) };
      });
    }),
  };
}

function viewEntry({ at, requestJson: _, responseJson, ...row }: RequestRow): Schemas["RequestEntry"] {
  const [, errorCode = null] = errorPattern.exec(responseJson) ?? [];
  const [objectId = null] = (responseJson.match(dataPattern) ?? row.path.match(objectPattern))?.slice(-1) ?? [];
  return { ...row, at: timestamp(at), errorCode, objectId };
}

/** Codes and identifiers as they stand in an answer's body, which stands in a text of JSON: taking it apart costs more. */
const errorPattern = /\\"error\\":\{\\"code\\":\\"(\w+)/;
const dataPattern = /\\"data\\":\{\\"id\\":\\"(\w+)/;
const objectPattern = /\b(?:txn|trf|wh)_\w+/;
