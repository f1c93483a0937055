import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect } from "vitest";
import { type Prepared, prepareProcess } from "../support/processes.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import type { Place } from "../support/storages.ts";
import { checkState } from "./check-state.ts";
import { post, type Record, sendTransfer } from "./load.ts";
import { readDatabase } from "./read-database.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Has something done when the test is over, whatever becomes of it. */
export function atEnd(close: () => unknown): void {
  closing.push(close);
}

/** Processes that have read their sources already, so that a round is short. */
export function makeReserve(): () => Prepared {
  let next = prepareProcess();
  atEnd(() => next.kill());
  return () => {
    const ready = next;
    next = prepareProcess();
    atEnd(() => ready.kill());
    return ready;
  };
}

/** A receiver of all notifications of a company. */
export async function registerReceiver(): Promise<{
  receiver: Receiver;
  register(url: string, token: string): Promise<void>;
}> {
  const receiver = await startReceiver();
  atEnd(() => receiver[Symbol.asyncDispose]());
  return {
    receiver,
    register: async (url, token) => {
      const { status, text } = await post(url, token, "/api/v1/webhook", {
        url: receiver.url,
        name: "receiver",
      });
      expect(status, text).toBe(200);
    },
  };
}

/** What a test has at its end. */
export interface Outcome {
  place: Place;
  /** A sandbox that runs. */
  url: string;
  token: string;
  record: Record;
  receiver: Receiver;
}

/** Repeats what had no answer, waits until everything has ended and is delivered, and compares the state with the record. */
export async function finish({ place, url, token, record, receiver }: Outcome): Promise<void> {
  for (const [key, first] of record.transfers) {
    if (first !== null) continue;
    const { status, text } = await sendTransfer(url, token, key);
    expect(status, text).toBe(200);
    record.transfers.set(key, text);
  }
  for (const [key, first] of [...record.transfers].slice(0, 50)) {
    const { text, headers } = await sendTransfer(url, token, key);
    expect([text, headers.get("idempotent-replayed")]).toEqual([first, "true"]);
  }
  await waitUntilQuiet(place);
  await checkState(place, record, receiver);
}

/** Waits until nothing moves by itself any more and nothing is owed. */
async function waitUntilQuiet(place: Place): Promise<void> {
  await using database = readDatabase(place);
  const { db } = database;
  const end = Date.now() + 60_000;
  for (;;) {
    const unfinished = await Promise.all([
      db
        .selectFrom("charges")
        .select("id")
        .where("nextStatus", "in", ["paid", "refunded"])
        .execute(),
      db.selectFrom("transfers").select("id").where("nextAt", "is not", null).execute(),
      db.selectFrom("outbox_notifications").select("id").where("status", "=", "pending").execute(),
    ]);
    const left = unfinished.flat().length;
    if (left === 0) return;
    if (Date.now() > end) throw new Error(`${left} things have not come to their end.`);
    await sleep(200);
  }
}
