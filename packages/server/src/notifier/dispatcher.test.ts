import { expect, test, vi } from "vitest";
import { openOutbox } from "../../../../test/server/support/outbox.ts";
import { useManualTime } from "../../../../test/support/time.ts";
import { Dispatcher, type DispatcherOptions } from "./dispatcher.ts";

const options: DispatcherOptions<unknown> = {
  signature: { header: "signature", signed: "{body}", timestamp: "t", version: "v1" },
  userAgent: undefined,
  secrets: () => "secret",
  // Nothing may be sent anywhere: each attempt fails at once.
  destinations: () => ({ loopback: false, privateNetworks: false }),
};

test.each(["throws", "rejects"])(
  "a function of the provider's that %s stops nothing, and the log has why",
  async (how) => {
    const { outbox, addNotification, attempts } = await openOutbox();
    for (const id of ["a", "b", "c"]) await addNotification({ id, url: "https://127.0.0.1/" });
    const logged: unknown[] = [];
    const log = { ...outbox.log, error: (fields: object) => void logged.push(fields) };
    const error = new Error("The metrics are full.");
    const told: string[] = [];
    const dispatcher = new Dispatcher({ ...outbox, log } as never, {
      ...options,
      onOutcome: ({ notification }) => {
        told.push(notification.id);
        if (how === "rejects") return Promise.reject(error);
        throw error;
      },
    });
    await dispatcher.settle();
    expect((await attempts()).map(({ notificationId }) => notificationId).sort()).toEqual(["a", "b", "c"]);
    expect(told.sort()).toEqual(["a", "b", "c"]);
    expect(logged).toEqual(Array(3).fill({ err: error }));
    await dispatcher.stop();
  },
);

test("an interceptor that throws is a failed attempt, which is tried again by the schedule", async () => {
  const { outbox, addNotification, attempts, notifications } = await openOutbox();
  await addNotification({ id: "a", url: "https://127.0.0.1/" });
  const error = new Error("No.");
  const logged: unknown[] = [];
  const log = { ...outbox.log, error: (...given: unknown[]) => void logged.push(given) };
  const fail = (): never => {
    throw error;
  };
  const interceptor = { plan: async () => ({ delay: 0, deliver: fail }), delivered: fail };
  const dispatcher = new Dispatcher({ ...outbox, log } as never, { ...options, interceptor });
  await dispatcher.settle();
  expect(await attempts()).toMatchObject([{ notificationId: "a", status: null, error: "The interceptor failed." }]);
  expect(await notifications()).toMatchObject([{ status: "pending", step: 1, claimedUntil: null }]);
  expect(logged).toEqual([
    [{ err: error }, "An interceptor failed."],
    [{ err: error }, "delivered failed."],
  ]);
  await dispatcher.stop();
});

test.each([
  ["39 hosts of one caller", 39, 1],
  ["64 hosts of each of 40 callers", 64, 40],
])("%s that hang do not hold up another caller's delivery", async (_, hosts, callers) => {
  const { outbox, addNotification, attempts, time } = await openOutbox();
  for (let index = 0; index < hosts * callers; index++) {
    const lane = `${index % hosts}.example`;
    await addNotification({ id: `hangs ${index}`, callerId: `bad ${index % callers}`, url: `https://${lane}/`, lane });
  }
  // The secret comes before the connection: an attempt without one hangs, and no time limit runs.
  const secrets = ({ callerId }: { callerId: string }) =>
    callerId.startsWith("bad") ? new Promise<string>(() => {}) : "secret";
  const dispatcher = new Dispatcher(outbox as never, { ...options, secrets });
  let rounds = 0;
  await dispatcher.settle(async () => ++rounds > 3);
  expect(await attempts()).toEqual([]);
  time.now += 1;
  await addNotification({ id: "good", callerId: "good", url: "https://127.0.0.1/", nextAt: time.now });
  dispatcher.wake();
  await expect.poll(async () => (await attempts()).map(({ notificationId }) => notificationId)).toEqual(["good"]);
  await dispatcher.stop();
});

test("a receiver that hangs does not hold up another receiver of its caller at the same host", async () => {
  const { outbox, addNotification, addReceiver, attempts } = await openOutbox();
  const url = "https://127.0.0.1/";
  for (const id of ["hangs", "works"]) await addReceiver({ id, url });
  const add = (id: string, receiverId: string) => addNotification({ id, url, receiverId, lane: receiverId });
  for (let index = 0; index < 50; index++) await add(`hangs ${index}`, "hangs");
  await add("works", "works");
  const secrets = ({ receiverId }: { receiverId: string | null }) =>
    receiverId === "hangs" ? new Promise<string>(() => {}) : "secret";
  const dispatcher = new Dispatcher(outbox as never, { ...options, secrets });
  dispatcher.wake();
  await expect.poll(async () => (await attempts()).map(({ notificationId }) => notificationId)).toEqual(["works"]);
  await dispatcher.stop();
});

test("a stop does not wait for a secret that never comes, and what was claimed is free again", async () => {
  const { outbox, addNotification, notifications, attempts } = await openOutbox();
  await addNotification({ id: "a" });
  const dispatcher = new Dispatcher(outbox as never, { ...options, secrets: () => new Promise(() => {}) });
  dispatcher.wake();
  await expect.poll(async () => (await notifications())[0]?.claimedUntil).not.toBeNull();
  await dispatcher.stop();
  expect(await notifications()).toMatchObject([{ status: "pending", attempts: 0, claimedUntil: null }]);
  expect(await attempts()).toEqual([]);
});

test("an attempt is recorded once, however often the storage fails before", async () => {
  const { outbox, addNotification, attempts, notifications } = await openOutbox();
  await addNotification({ id: "a", url: "https://127.0.0.1/" });
  const logged: unknown[] = [];
  const told: number[] = [];
  const failures: unknown[] = [];
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
  const dispatcher = new Dispatcher({ ...outbox, storage, log } as never, {
    ...options,
    onOutcome: (outcome) => told.push(outcome.attempts.length),
    onStorageFailure: (failure) => failures.push(failure),
  });
  await expect(dispatcher.settle()).rejects.toBe(error);
  await expect(dispatcher.settle()).rejects.toBe(error);
  expect([await attempts(), told]).toEqual([[], []]);
  await dispatcher.settle();
  expect([(await attempts()).length, told]).toEqual([1, [1]]);
  expect(await notifications()).toMatchObject([{ attempts: 1, claimedUntil: null }]);
  expect([failures, logged]).toEqual([Array(2).fill(error), Array(2).fill({ err: error })]);
  await dispatcher.stop();
});

test("what an earlier process had claimed is free at once where the storage has one process at a time", async () => {
  for (const shared of [false, true]) {
    const { outbox, addNotification, attempts, time } = await openOutbox();
    await addNotification({ id: "a", url: "https://127.0.0.1/", claimedUntil: time.real + 60_000 });
    const dispatcher = new Dispatcher({ ...outbox, storage: { ...outbox.storage, shared } } as never, options);
    let rounds = 0;
    await dispatcher.settle(async () => ++rounds > 5);
    expect((await attempts()).length).toBe(shared ? 0 : 1);
    await dispatcher.stop();
  }
});

test.each([true, false])(
  "a dispatcher that waits keeps the process alive only where that is wanted: %j",
  async (keepsAlive) => {
    const { outbox } = await openOutbox();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const dispatcher = new Dispatcher(outbox as never, { ...options, keepsAlive });
    dispatcher.wake();
    await dispatcher.settle();
    expect(timers() - before).toBe(keepsAlive ? 1 : 0);
    await dispatcher.stop();
  },
);

test("what is due later, or made due by another process, is sent though nothing wakes the dispatcher", async () => {
  useManualTime();
  const { outbox, addNotification, attempts, time } = await openOutbox();
  const url = "https://127.0.0.1/";
  await addNotification({ id: "a", url, nextAt: time.now + 400 });
  await addNotification({ id: "in an hour", url, nextAt: time.now + 3_600_000 });
  const dispatcher = new Dispatcher(outbox as never, options);
  dispatcher.wake();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  time.now += 400;
  vi.advanceTimersByTime(400);
  expect(vi.getTimerCount()).toBe(0);
  await expect.poll(async () => (await attempts()).length).toBe(1);
  await dispatcher.settle();
  await addNotification({ id: "b", url, nextAt: time.now });
  vi.advanceTimersByTime(1_000);
  // A poll advances the time as well.
  expect(vi.getTimerCount()).toBe(0);
  await expect.poll(async () => (await attempts()).length).toBe(2);
  await dispatcher.stop();
});

test("after a stop nothing begins any more", async () => {
  const { outbox, addNotification, attempts } = await openOutbox();
  const dispatcher = new Dispatcher(outbox as never, options);
  await dispatcher.stop();
  await addNotification({ id: "a", url: "https://127.0.0.1/" });
  dispatcher.wake();
  await dispatcher.settle();
  await new Promise((done) => setImmediate(done));
  expect(await attempts()).toEqual([]);
});
