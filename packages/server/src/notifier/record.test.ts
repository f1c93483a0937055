import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { within } from "./outbox.ts";
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

test("what arrived is delivered at the time of its own attempt, whatever is recorded together with it", async () => {
  const { addNotification, record, notifications, attempts } = await open();
  const a = await addNotification({ id: "a", attempts: 2, claimedUntil: 9 });
  const b = await addNotification({ id: "b" });
  await record(
    { notification: a, attempts: [success(start + 1)] },
    { notification: b, attempts: [success(start + 700)] },
  );
  expect(await notifications()).toEqual([
    {
      ...a,
      status: "delivered",
      attempts: 3,
      nextAt: null,
      claimedUntil: null,
      deliveredAt: start + 1,
    },
    {
      ...b,
      status: "delivered",
      attempts: 1,
      nextAt: null,
      claimedUntil: null,
      deliveredAt: start + 700,
    },
  ]);
  expect(await attempts()).toEqual([
    { ...success(start + 700), notificationId: "b", number: 1 },
    { ...success(start + 1), notificationId: "a", number: 3 },
  ]);
});

test("of several attempts at once one that arrived is enough, and all of them count", async () => {
  const { addNotification, record, notifications, attempts } = await open();
  const row = await addNotification({ id: "a" });
  await record({ notification: row, attempts: [success(start), failure(start + 2)] });
  expect(await notifications()).toMatchObject([
    { status: "delivered", attempts: 2, deliveredAt: start },
  ]);
  expect((await attempts()).map(({ number, status }) => [number, status])).toEqual([
    [1, 200],
    [2, 500],
  ]);
  // Sent again, it was last delivered now.
  await record({ notification: row, attempts: [success(start + 9)] });
  expect(await notifications()).toMatchObject([
    { status: "delivered", attempts: 3, deliveredAt: start + 9 },
  ]);
});

test("what failed is tried again by the schedule until its end, and what was given back is due as it was", async () => {
  const { addNotification, record, notifications, attempts, time } = await open();
  const rows = [
    await addNotification({ id: "first", claimedUntil: 7 }),
    await addNotification({
      id: "given back",
      step: 1,
      attempts: 4,
      nextAt: start + 3,
      claimedUntil: 7,
    }),
    await addNotification({ id: "last", step: 2, attempts: 8, claimedUntil: 7 }),
    await addNotification({ id: "second", step: 1, attempts: 1, claimedUntil: 7 }),
  ];
  time.now = start + 50;
  await record(
    ...rows.map((notification) => ({
      notification,
      attempts: notification.id === "given back" ? [] : [failure(start)],
    })),
  );
  const shown = (await notifications()).map(
    ({ id, status, attempts: count, step, nextAt, claimedUntil }) => [
      id,
      status,
      count,
      step,
      nextAt,
      claimedUntil,
    ],
  );
  expect(shown).toEqual([
    ["first", "pending", 1, 1, start + 10_050, null],
    ["given back", "pending", 4, 1, start + 3, null],
    ["last", "failed", 9, 3, null, null],
    ["second", "pending", 2, 2, start + 60_050, null],
  ]);
  expect(await attempts()).toHaveLength(3);
});

test("who has lost a claim counts its attempts and leaves the rest to others, unless it arrived", async () => {
  const { addNotification, record, notifications } = await open();
  const claimed = { status: "pending", claimedUntil: 900, nextAt: start } as const;
  const failed = { status: "failed", claimedUntil: null, nextAt: null } as const;
  const rows = [
    await addNotification({ id: "a lost and failed", ...claimed }),
    await addNotification({ id: "b lost and given back", ...claimed }),
    await addNotification({ id: "c lost and arrived", ...claimed }),
    await addNotification({ id: "d given up and failed", ...failed }),
    await addNotification({ id: "e given up and arrived", ...failed }),
  ];
  const outcomes = [[failure(1)], [], [success(2)], [failure(3)], [success(4)]];
  await record(
    ...rows.map((row, index) => ({
      notification: { ...row, claimedUntil: row.status === "failed" ? null : 500 },
      attempts: outcomes[index] ?? [],
    })),
  );
  const shown = (await notifications()).map(
    ({ status, attempts, step, claimedUntil, nextAt, deliveredAt }) => [
      status,
      attempts,
      step,
      claimedUntil,
      nextAt,
      deliveredAt,
    ],
  );
  expect(shown).toEqual([
    ["pending", 1, 0, 900, start, null],
    ["pending", 0, 0, 900, start, null],
    ["delivered", 1, 0, null, null, 2],
    ["failed", 1, 0, null, null, null],
    ["delivered", 1, 0, null, null, 4],
  ]);
});

test("what was deleted meanwhile has no history, and nothing at all is no failure", async () => {
  const { addNotification, record, attempts, notifications } = await open();
  const row = await addNotification({ id: "kept" });
  await record({ notification: { ...row, id: "deleted" }, attempts: [success(1), failure(2)] });
  await record({ notification: { ...row, id: "deleted" }, attempts: [failure(2)] });
  expect(await attempts()).toEqual([]);
  expect(await notifications()).toEqual([row]);
});

test("a receiver fails since its first failure after the last success", async () => {
  const { addNotification, addReceiver, record, receivers } = await open();
  for (const id of ["a", "b", "c", "d"])
    await addReceiver({ id, failingSince: id === "b" || id === "d" ? start + 11 : null });
  const to = async (id: string) => addNotification({ id: `to ${id}`, receiverId: id });
  const a = await to("a");
  const b = await to("b");
  const c = await to("c");
  const d = await to("d");
  const byUrl = await addNotification({ id: "by url" });
  await record(
    { notification: d, attempts: [failure(start + 50)] },
    { notification: c, attempts: [success(start + 21), failure(start + 22), failure(start + 23)] },
    { notification: b, attempts: [failure(start + 30), success(start + 31)] },
    { notification: byUrl, attempts: [failure(start + 40)] },
    { notification: a, attempts: [] },
  );
  expect(
    (await receivers()).map(({ id, failingSince, active }) => [id, failingSince, active]),
  ).toEqual([
    ["a", null, 1],
    ["b", null, 1],
    ["c", start + 22, 1],
    ["d", start + 11, 1],
  ]);
});

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
  await transact((transaction) => recordOutcomes(within(watched, transaction), outcomes));
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
  time.now = start + 100_000;
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
