import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { operations } from "../contract.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import type { RequestLog } from "../http/request-log.ts";
import { isSecret } from "../secrets.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import { getRow } from "../service/rows.ts";
import { removeRequests } from "../service/sweep.ts";
import { issueToken } from "../service/tokens.ts";
import type { Database, RequestRow } from "../storage/tables.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";

type LoggedRequest = Schemas["LoggedRequest"];

/** Headers that belong to a connection, or are written for each request. */
const ownHeaders = /^(host|connection|content-length|transfer-encoding|expect|authorization)$/;

/** Names the request that was sent again. */
const replayHeader = "x-sandbox-replay-of";

/** The last requests. */
export function makeRequestsControl(
  sandbox: Sandbox,
  log: RequestLog | undefined,
  first: FirstCompany,
  fetch: typeof globalThis.fetch,
) {
  const { storage } = sandbox;

  async function read(id: string): Promise<LoggedRequest> {
    await log?.flush();
    const row = await storage.db
      .selectFrom("requests")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) throw new NotFoundError(`There is no request ${id}, or it is no longer kept.`);
    return {
      ...viewEntry(row),
      request: JSON.parse(row.requestJson) as LoggedRequest["request"],
      response: JSON.parse(row.responseJson) as LoggedRequest["response"],
    };
  }

  return {
    list: makeOperation("listRequests", async (query = {}) => {
      await log?.flush();
      const { operation, outcome, companyId } = query;
      const succeeded = sql`status >= 200 and status < 400`;
      const listed: Listed = {
        table: "requests",
        filters: { operation, companyId },
        condition: outcome && (outcome === "success" ? succeeded : sql`not (${succeeded})`),
        within: ["id", "path", "requestJson", "responseJson"],
        identifiers: ["id"],
      };
      return readPage(storage, query, listed, viewEntry);
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readRequest", read),
    /** Sends a request again, as the same company. @throws {NotFoundError} @throws {NotAllowedError} if it is not kept whole */
    replay: makeOperation("replayRequest", async (id, given) => {
      const logged = await read(id);
      const { method, path, request } = logged;
      if (/… \(\d+ characters\)$/.test(request.body))
        throw new NotAllowedError("The body is too long to be kept whole.");
      const headers = await replayHeaders(sandbox, first, logged, given?.idempotencyKey === "same");
      const body = request.body && !["GET", "HEAD"].includes(method) ? { body: request.body } : {};
      // A fault may reset the connection: the log has the request nevertheless.
      await fetch(`http://localhost${path}`, { method, headers, ...body }).catch(() => {});
      await log?.flush();
      const sent = await findReplay(storage.db, id);
      if (!sent) throw new NotAllowedError(`The request ${id} cannot be sent again.`);
      return read(sent.id);
    }),
    clear: makeOperation("clearRequests", async () => {
      await log?.flush();
      let removed = 0;
      for (let portion = 1; portion > 0; removed += portion) {
        portion = await storage.transaction((tx) => removeRequests(tx, sandbox, 0));
      }
      return { removed };
    }),
  };
}

/** Headers of a logged request, as they are sent again: with a new idempotency key unless the same one is wanted. */
async function replayHeaders(
  sandbox: Sandbox,
  first: FirstCompany,
  { id, operation, companyId, request }: LoggedRequest,
  keepsKey: boolean,
): Promise<Headers> {
  const { scheme, idempotency } = operations.find((known) => known.id === operation) ?? {};
  const { [idempotency?.header ?? ""]: key, ...others } = request.headers;
  const headers = new Headers(Object.entries(others).filter(([name]) => !ownHeaders.test(name)));
  headers.set(replayHeader, id);
  if (idempotency && key !== undefined)
    headers.set(idempotency.header, keepsKey ? key : randomUUID());
  if (companyId !== null) {
    const takesToken = scheme === "AccessToken";
    headers.set("authorization", await makeAuthorization(sandbox, first, companyId, takesToken));
  }
  return headers;
}

/** Credentials of a company: a new token, or if an operation takes a key and a secret, these. */
async function makeAuthorization(
  sandbox: Sandbox,
  first: FirstCompany,
  companyId: string,
  takesToken: boolean,
): Promise<string> {
  const company = await getRow(sandbox.storage.db, "companies", companyId);
  if (takesToken) return `Bearer ${await issueToken(sandbox, company)}`;
  const known = [first.apiSecret, sandbox.secrets.apiSecret(companyId)];
  const secret = known.find((candidate) => isSecret(candidate, company.secretHash));
  if (secret === undefined)
    throw new NotAllowedError("Only a hash of the company's API secret is kept.");
  return `Basic ${btoa(`${company.apiKey}:${secret}`)}`;
}

/** The newest request that was sent as a replay of another. */
function findReplay(db: Database, id: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("requests")
    .select("id")
    .where("id", ">", id)
    .where("requestJson", "like", `%"${replayHeader}":"${id}"%`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function viewEntry({
  at,
  requestJson: _,
  responseJson,
  ...row
}: RequestRow): Schemas["RequestEntry"] {
  const [, errorCode = null] = errorPattern.exec(responseJson) ?? [];
  return { ...row, at: timestamp(at), errorCode };
}

/** The code as it stands in an answer's body, which stands in a JSON string: parsing it costs more. */
const errorPattern = /\\"error\\":\{\\"code\\":\\"(\w+)/;
