import { transactionStatus, transferStatus } from "@pix-contract/server";
import { sql } from "kysely";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { RequestLog } from "../http/request-log.ts";
import { getRow } from "../service/rows.ts";
import { isAmong } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database, NotificationRow, WebhookRow } from "../storage/tables.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";
import { viewEntry } from "./requests.ts";

type TimelineRow = Omit<Schemas["TimelineEntry"], "at"> & { at: number };

/** Requests and moves of the clock that a timeline has at most. */
const maxEntries = sql.lit(200);

/** Joins all that happened to a charge, a transfer, a notification or a registration. @throws {NotFoundError} */
export function makeTimeline({ storage }: Sandbox, log: RequestLog | undefined) {
  const { db } = storage;
  return makeOperation("readTimeline", async (id) => {
    await log?.flush();
    const own = await db
      .selectFrom("outbox_notifications")
      .selectAll()
      .where((eb) => eb.or([eb("objectId", "=", id), eb("id", "=", id)]))
      .orderBy("id", "desc")
      .execute();
    const webhook =
      own.length === 0 && id.startsWith("wh_")
        ? await getRow(db, "outbox_receivers", id)
        : undefined;
    const notifications = webhook ? await readSentTo(storage, webhook) : own;
    const sent = new Map(notifications.map((row) => [row.id, row]));
    const ofAttempts = db
      .selectFrom("outbox_attempts")
      .where(isAmong(storage, "notificationId", [...sent.keys()]));
    const ofRequests = db.selectFrom("requests").where("objectId", "=", id);
    // Identifiers begin with the real time: these are the moves since the object was made.
    const ofMoves = db
      .selectFrom("clockMoves")
      .where("id", ">", `clk_${id.split("_")[1]?.slice(0, 9)}`);
    const moves = await ofMoves.selectAll().orderBy("id", "desc").limit(maxEntries).execute();
    const attempts = await ofAttempts.selectAll().orderBy("id", "desc").execute();
    const requests = await ofRequests.selectAll().orderBy("id", "desc").limit(maxEntries).execute();
    const registered: Reached[] = webhook ? [["active", webhook.createdAt]] : [];
    const statuses = webhook || sent.has(id) ? registered : await readStatuses(db, id);
    // Events of one moment keep this order: a request comes before its effects.
    const entries: TimelineRow[] = [
      ...moves.map(({ at, until, frozen }): TimelineRow => {
        const state = frozen ? "frozen" : "running";
        return { at, kind: "clock", what: until > at ? timestamp(until) : state };
      }),
      ...attempts.map(({ at, notificationId, status, error, response }): TimelineRow => {
        const { event = "", url = "" } = sent.get(notificationId) ?? {};
        return {
          at,
          kind: "attempt",
          what: event,
          id: notificationId,
          url,
          httpStatus: status,
          remark: error,
          answer: response,
        };
      }),
      ...notifications.map(({ createdAt, id, event, url, status }): TimelineRow => {
        return { at: createdAt, kind: "notification", what: event, id, url, remark: status };
      }),
      ...statuses.map(([what, at]): TimelineRow => ({ at, kind: "status", what })).reverse(),
      ...requests.map((row): TimelineRow => {
        const { method, path, status, errorCode } = viewEntry(row);
        const answered = { httpStatus: status, remark: errorCode };
        return { at: row.at, kind: "request", what: `${method} ${path}`, id: row.id, ...answered };
      }),
    ];
    return {
      items: entries
        .sort((a, b) => b.at - a.at)
        .map((entry) => ({ ...entry, at: timestamp(entry.at) })),
    };
  });
}

/** The newest notifications to a registration, found among those of its company. */
async function readSentTo(
  storage: Storage,
  { id, callerId }: WebhookRow,
): Promise<NotificationRow[]> {
  const listed: Listed = {
    table: "outbox_notifications",
    filters: { callerId },
    condition: sql`${sql.ref("receiverId")} = ${id}`,
  };
  return (await readPage(storage, { limit: 100 }, listed, (row: NotificationRow) => row)).items;
}

type Reached = [status: string, time: number];

/** The statuses that an object has had, and when it came to each. */
async function readStatuses(db: Database, id: string): Promise<Reached[]> {
  if (id.startsWith("trf_")) {
    const { status, createdAt, processedAt, updatedAt } = await getRow(db, "transfers", id);
    const ended: Reached[] = transferStatus.isFinal(status) ? [[status, updatedAt]] : [];
    const processed: Reached[] = processedAt === null ? [] : [["processing", processedAt]];
    return [[transferStatus.initial, createdAt], ...processed, ...ended];
  }
  const charge = await getRow(db, "charges", id);
  const { status, createdAt, paidAt, updatedAt } = charge;
  const reached: Reached[] = [[transactionStatus.initial, createdAt]];
  if (paidAt !== null) reached.push(["paid", paidAt]);
  if (status !== "pending" && status !== "paid") reached.push([status, updatedAt]);
  return reached;
}
