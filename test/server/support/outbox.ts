import { DatabaseSync } from "node:sqlite";
import { makeNotifier } from "../../../packages/server/src/notifier/notifier.ts";
import { type Outbox, query, run } from "../../../packages/server/src/notifier/outbox.ts";
import { columns, rowsOf, sql } from "../../../packages/server/src/notifier/sql.ts";
import { sqliteOutbox } from "../../../packages/server/src/notifier/storages.ts";
import {
  type AttemptRow,
  attemptColumns,
  type NotificationRow,
  notificationColumns,
  type ReceiverRow,
  receiverColumns,
} from "../../../packages/server/src/notifier/tables.ts";
import { silentLogger } from "../../../packages/server/src/observe/logger.ts";

/** Where both clocks of an outbox stand at first; they are moved by hand. */
export const start = 1_000_000;

/** The tables of a notifier in memory, written to and read by hand. */
export interface TestOutbox {
  outbox: Outbox<DatabaseSync>;
  /** Epoch milliseconds: that of the notifier, and the real one, by which claims run out. */
  time: { now: number; real: number };
  /** How often it was said that something has changed. */
  changes: () => number;
  transact<Result>(work: (transaction: DatabaseSync) => Promise<Result>): Promise<Result>;
  addNotification(fields: Partial<NotificationRow> & { id: string }): Promise<NotificationRow>;
  addReceiver(fields: Partial<ReceiverRow> & { id: string }): Promise<void>;
  /** By id; all of them, in the order of their ids. */
  notifications(): Promise<NotificationRow[]>;
  attempts(): Promise<AttemptRow[]>;
  receivers(): Promise<ReceiverRow[]>;
}

/** Opens an outbox whose schedule is 0, 10 and 60 seconds, and that switches a receiver off after 100 seconds. */
export async function openOutbox(): Promise<TestOutbox> {
  const delivery = { timeout: 10, schedule: [0, 10, 60], jitter: 0, disabledAfter: 100 };
  const time = { now: start, real: start };
  const storage = { ...sqliteOutbox(new DatabaseSync(":memory:")), now: () => time.real };
  const signature = { header: "signature", signed: "{body}", timestamp: "t", version: "v1" };
  await makeNotifier({ delivery, signature }, { outbox: storage, secrets: () => "secret" }).migrate();
  let changes = 0;
  const outbox: Outbox<DatabaseSync> = {
    ...{ storage, delivery, clock: { now: () => time.now }, log: silentLogger },
    onChange: async () => void changes++,
  };
  const insert = async (table: string, row: object, names: readonly string[]): Promise<void> => {
    await run(
      outbox,
      undefined,
      sql`insert into ${columns([table])} (${columns(names)}) values ${rowsOf([row], names)}`,
    );
  };
  const readAll = <Row>(table: string, names: readonly string[], order: string): Promise<Row[]> =>
    query<Row, DatabaseSync>(
      outbox,
      undefined,
      sql`select ${columns(names)} from ${columns([table])} order by ${columns([order])}`,
    );
  return {
    ...{ outbox, time, changes: () => changes, transact: storage.transaction },
    addNotification: async (fields) => {
      const row: NotificationRow = {
        ...{ companyId: "cmp", event: "done", objectId: "obj", receiverId: null },
        ...{ url: "https://a.example/x", host: "a.example", body: "{}", status: "pending", attempts: 0, step: 0 },
        ...{ nextAt: start, claimedUntil: null, createdAt: start, deliveredAt: null },
        ...fields,
      };
      await insert("notifications", row, notificationColumns);
      return row;
    },
    addReceiver: (fields) =>
      insert(
        "receivers",
        {
          ...{ companyId: "cmp", url: "https://a.example/x", eventsJson: "[]", name: "A", active: 1 },
          ...{ createdAt: start, failingSince: null },
          ...fields,
        },
        receiverColumns,
      ),
    notifications: () => readAll("notifications", notificationColumns, "id"),
    attempts: () => readAll("notificationAttempts", attemptColumns, "number"),
    receivers: () => readAll("receivers", receiverColumns, "id"),
  };
}
