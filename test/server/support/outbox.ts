import { DatabaseSync } from "node:sqlite";
import { makeNotifier } from "@packages/server/src/notifier/notifier.ts";
import {
  type Outbox,
  type Statements,
  statementsFor,
} from "@packages/server/src/notifier/outbox.ts";
import { sqliteOutbox } from "@packages/server/src/notifier/storages.ts";
import type {
  AttemptRow,
  NotificationRow,
  ReceiverRow,
} from "@packages/server/src/notifier/tables.ts";
import { silentLogger } from "@packages/server/src/observe/logger.ts";

/** Both clocks of an outbox at first; tests move them. */
export const start = 1_000_000;

/**
 * Opens an outbox in memory whose schedule is 0, 10 and 60 seconds, and that switches a receiver off after 30 seconds.
 * Tests move its time: `now` is the notifier's, and `real` that by which claims run out.
 */
export async function openOutbox() {
  const delivery = { timeout: 10, schedule: [0, 10, 60], jitter: 0, disabledAfter: 30 };
  const time = { now: start, real: start };
  const storage = { ...sqliteOutbox(new DatabaseSync(":memory:")), now: () => time.real };
  const signature = { header: "signature", signed: "{body}", timestamp: "t", version: "v1" };
  const bindings = {
    checks: { table: [], requests: {}, results: {}, headers: {}, details: {}, notifications: {} },
    formats: {},
  };
  await makeNotifier(
    { delivery, signature, bindings },
    { outbox: storage, secrets: () => "secret" },
  ).migrate();
  const outbox: Outbox<DatabaseSync> = {
    storage,
    delivery,
    clock: { now: () => time.now },
    log: silentLogger,
  };
  const statements = statementsFor(outbox);
  return {
    outbox,
    time,
    statements,
    transact: storage.transaction,
    /** Runs work with the statements of a transaction. */
    inside: <Result>(work: (tx: Statements) => Promise<Result>) =>
      storage.transaction((transaction) => work(statementsFor(outbox, transaction))),
    addNotification: async (fields: Partial<NotificationRow> & { id: string }) => {
      const row: NotificationRow = {
        callerId: "cmp",
        event: "done",
        objectId: "obj",
        receiverId: null,
        url: "https://a.example/x",
        lane: "a.example",
        body: "{}",
        status: "pending",
        attempts: 0,
        step: 0,
        nextAt: start,
        claimedUntil: null,
        createdAt: start,
        deliveredAt: null,
        ...fields,
      };
      await statements.insert("outbox_notifications", [row]);
      return row;
    },
    addReceiver: async (fields: Partial<ReceiverRow> & { id: string }) => {
      const row = {
        callerId: "cmp",
        url: "https://a.example/x",
        eventsJson: "[]",
        name: "A",
        active: 1,
        createdAt: start,
        failingSince: null,
        ...fields,
      };
      await statements.insert("outbox_receivers", [row]);
    },
    // All of them, in the order of their ids.
    notifications: (): Promise<NotificationRow[]> =>
      statements.query`select * from outbox_notifications order by id`,
    attempts: (): Promise<AttemptRow[]> =>
      statements.query`select * from outbox_attempts order by number`,
    receivers: (): Promise<ReceiverRow[]> =>
      statements.query`select * from outbox_receivers order by id`,
  };
}
