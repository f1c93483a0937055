import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { statementsFor } from "./outbox.ts";
import { nextAttempt, recordOutcomes } from "./record.ts";
import type { Attempt } from "./tables.ts";

const success = (at: number): Attempt => ({
  at,
  duration: 5,
  status: 200,
  error: null,
  response: "ok",
  headersJson: "{}",
});
const failure = (at: number): Attempt => ({
  ...success(at),
  status: 500,
  error: "no",
  response: null,
});

async function open() {
  const place = await openOutbox();
  const record = (...outcomes: Parameters<typeof recordOutcomes>[1]) =>
    place.inside((tx) => recordOutcomes(tx, outcomes));
  return { ...place, record };
}

test("receivers are written to in one order, so that two processes do not wait for each other", async () => {
  const { outbox, transact, addNotification, addReceiver } = await openOutbox();
  const ids = ["b", "c", "a"];
  for (const id of ids) await addReceiver({ id });
  const rows = await Promise.all(
    ids.map((id) => addNotification({ id: `to ${id}`, receiverId: id })),
  );
  const written: unknown[] = [];
  const query: typeof outbox.storage.query = (transaction, text, values) => {
    if (/^update outbox_receivers set "failingSince" = \?/.test(text)) written.push(values[1]);
    return outbox.storage.query(transaction, text, values);
  };
  const watched = { ...outbox, storage: { ...outbox.storage, query } };
  const outcomes = rows.map((notification) => ({ notification, attempts: [failure(start)] }));
  await transact((transaction) => recordOutcomes(statementsFor(watched, transaction), outcomes));
  expect(written).toEqual(["a", "b", "c"]);
});

test("a receiver that has only failed for too long is switched off, and what waits for it is given up", async () => {
  const { addNotification, addReceiver, record, receivers, notifications, time } = await open();
  await addReceiver({ id: "off", failingSince: start });
  await addReceiver({ id: "on", failingSince: start + 1 });
  await addReceiver({ id: "was off", failingSince: start, active: 0 });
  const rows = [
    await addNotification({ id: "1", receiverId: "off", claimedUntil: 7 }),
    await addNotification({ id: "2", receiverId: "off", nextAt: start + 5, claimedUntil: 8 }),
    await addNotification({
      id: "3",
      receiverId: "off",
      status: "delivered",
      nextAt: null,
      deliveredAt: 3,
    }),
    await addNotification({ id: "4", receiverId: "on" }),
    await addNotification({ id: "5", receiverId: "was off" }),
    await addNotification({ id: "6" }),
  ];
  time.now = start + 30_000;
  const failed = [rows[0], rows[3], rows[4]].flatMap((row) => row ?? []);
  await record(...failed.map((notification) => ({ notification, attempts: [failure(time.now)] })));
  expect((await receivers()).map(({ id, active }) => [id, active])).toEqual([
    ["off", 0],
    ["on", 1],
    ["was off", 0],
  ]);
  expect((await notifications()).map(({ id, status, nextAt }) => [id, status, nextAt])).toEqual([
    ["1", "failed", null],
    ["2", "failed", null],
    ["3", "delivered", null],
    ["4", "pending", time.now + 10_000],
    ["5", "pending", time.now + 10_000],
    ["6", "pending", start],
  ]);
});

test("every wait of a schedule is spread over its whole range", () => {
  const rule = { schedule: [0, 60, 3_600], jitter: 0.2 };
  expect(nextAttempt(rule, rule.schedule.length, 0)).toBeUndefined();
  for (const [step, seconds] of rule.schedule.entries()) {
    const waits = Array.from(
      { length: 2_000 },
      () => (nextAttempt(rule, step, 1_000) ?? 0) - 1_000,
    );
    const least = Math.min(...waits);
    const most = Math.max(...waits);
    const spread = rule.jitter * seconds * 1000;
    expect([least >= seconds * 1000 - spread, most <= seconds * 1000 + spread]).toEqual([
      true,
      true,
    ]);
    // Both ends are nearly reached.
    expect(most - least).toBeGreaterThanOrEqual(1.8 * spread);
  }
});
