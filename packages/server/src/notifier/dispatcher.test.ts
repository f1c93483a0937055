import { expect, test } from "vitest";
import { openOutbox } from "../../../../test/server/support/outbox.ts";
import { type DispatcherOptions, startDispatcher } from "./dispatcher.ts";

const options: DispatcherOptions<unknown> = {
  signature: { header: "signature", signed: "{body}", timestamp: "t", version: "v1" },
  userAgent: undefined,
  secrets: () => "secret",
  // Nothing may be sent anywhere: each attempt fails at once.
  destinations: () => ({ loopback: false, privateNetworks: false }),
};

test("a function of the provider's that fails stops nothing, and the log has why", async () => {
  const { outbox, addNotification, attempts } = await openOutbox();
  for (const id of ["a", "b", "c"]) await addNotification({ id, url: "https://127.0.0.1/" });
  const logged: unknown[] = [];
  const log = { ...outbox.log, error: (fields: object) => void logged.push(fields) };
  const error = new Error("The metrics are full.");
  const told: string[] = [];
  const dispatcher = startDispatcher({ ...outbox, log } as never, {
    ...options,
    onOutcome: ({ notification }) => {
      told.push(notification.id);
      throw error;
    },
  });
  await dispatcher.settle();
  expect((await attempts()).map(({ notificationId }) => notificationId).sort()).toEqual(["a", "b", "c"]);
  expect(told.sort()).toEqual(["a", "b", "c"]);
  expect(logged).toEqual(Array(3).fill({ err: error }));
  await dispatcher.stop();
});

test("a stop does not wait for a secret that never comes, and what was claimed is free again", async () => {
  const { outbox, addNotification, notifications, attempts } = await openOutbox();
  await addNotification({ id: "a" });
  const dispatcher = startDispatcher(outbox as never, { ...options, secrets: () => new Promise(() => {}) });
  dispatcher.wake();
  await expect.poll(async () => (await notifications())[0]?.claimedUntil).not.toBeNull();
  await dispatcher.stop();
  expect(await notifications()).toMatchObject([{ status: "pending", attempts: 0, claimedUntil: null }]);
  expect(await attempts()).toEqual([]);
});

test("places at a host are given back: more than fit at once all have their attempt", async () => {
  const { outbox, addNotification, attempts } = await openOutbox();
  const ids = Array.from({ length: 20 }, (_, index) => `n${String(index).padStart(2, "0")}`);
  for (const id of ids) await addNotification({ id, url: "https://127.0.0.1/" });
  const dispatcher = startDispatcher(outbox as never, options);
  await dispatcher.settle();
  expect((await attempts()).map(({ notificationId }) => notificationId).sort()).toEqual(ids);
  await dispatcher.stop();
});

test("an attempt is recorded once, however often the storage fails before", async () => {
  const { outbox, addNotification, attempts, notifications } = await openOutbox();
  await addNotification({ id: "a", url: "https://127.0.0.1/" });
  const logged: unknown[] = [];
  const told: number[] = [];
  const error = new Error("The disk is full.");
  let transactions = 0;
  const storage = {
    ...outbox.storage,
    // The first one claims, the next two were to record.
    transaction: async (work: never): Promise<never> => {
      transactions += 1;
      if (transactions === 2 || transactions === 3) throw error;
      return outbox.storage.transaction(work);
    },
  };
  const log = { ...outbox.log, error: (fields: object) => void logged.push(fields) };
  const dispatcher = startDispatcher({ ...outbox, storage, log } as never, {
    ...options,
    onOutcome: (outcome) => told.push(outcome.attempts.length),
  });
  await expect(dispatcher.settle()).rejects.toBe(error);
  await expect(dispatcher.settle()).rejects.toBe(error);
  expect([await attempts(), told]).toEqual([[], []]);
  await dispatcher.settle();
  expect([(await attempts()).length, told]).toEqual([1, [1]]);
  expect(await notifications()).toMatchObject([{ attempts: 1, claimedUntil: null }]);
  expect(logged).toEqual([{ err: error }, { err: error }]);
  await dispatcher.stop();
});

test("what an earlier process had claimed is free at once where the storage has one process at a time", async () => {
  for (const shared of [false, true]) {
    const { outbox, addNotification, attempts, time } = await openOutbox();
    await addNotification({ id: "a", url: "https://127.0.0.1/", claimedUntil: time.real + 60_000 });
    const dispatcher = startDispatcher({ ...outbox, storage: { ...outbox.storage, shared } } as never, options);
    let rounds = 0;
    await dispatcher.settle(async () => ++rounds > 5);
    expect((await attempts()).length).toBe(shared ? 0 : 1);
    await dispatcher.stop();
  }
});

test("after a stop nothing begins any more", async () => {
  const { outbox, addNotification, attempts } = await openOutbox();
  const dispatcher = startDispatcher(outbox as never, options);
  await dispatcher.stop();
  await addNotification({ id: "a", url: "https://127.0.0.1/" });
  dispatcher.wake();
  await dispatcher.settle();
  await new Promise((done) => setImmediate(done));
  expect(await attempts()).toEqual([]);
});
