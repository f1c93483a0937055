import { expect, onTestFinished, test, vi } from "vitest";
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

const url = "https://127.0.0.1/";

/** An outbox with its dispatcher, which stops with the test, and what was logged of errors. */
async function open(given: Partial<DispatcherOptions<unknown>> = {}, storage: object = {}) {
  const { outbox, ...place } = await openOutbox();
  const logged: unknown[][] = [];
  const log = { ...outbox.log, error: (...line: unknown[]) => void logged.push(line) };
  const own = { ...outbox, log, storage: { ...outbox.storage, ...storage } };
  const dispatcher = new Dispatcher(own as never, { ...options, ...given });
  onTestFinished(() => dispatcher.stop());
  return { ...place, outbox, dispatcher, logged };
}

test.each(["throws", "rejects"])(
  "a function of the provider's that %s stops nothing, and the log has why",
  async (how) => {
    const error = new Error("The metrics are full.");
    const told: string[] = [];
    const { dispatcher, addNotification, attempts, logged } = await open({
      onOutcome: ({ notification }) => {
        told.push(notification.id);
        if (how === "rejects") return Promise.reject(error);
        throw error;
      },
    });
    for (const id of ["a", "b", "c"]) await addNotification({ id, url });
    await dispatcher.settle();
    expect((await attempts()).map(({ notificationId }) => notificationId).sort()).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(told.sort()).toEqual(["a", "b", "c"]);
    expect(logged.map(([fields]) => fields)).toEqual(Array(3).fill({ err: error }));
  },
);

test("an interceptor that throws is a failed attempt, which is tried again by the schedule", async () => {
  const error = new Error("No.");
  const fail = (): never => {
    throw error;
  };
  const interceptor = { plan: async () => ({ delay: 0, deliver: fail }), delivered: fail };
  const { dispatcher, addNotification, attempts, notifications, logged } = await open({
    interceptor,
  });
  await addNotification({ id: "a", url });
  await dispatcher.settle();
  expect(await attempts()).toMatchObject([
    { notificationId: "a", status: null, error: "The interceptor failed." },
  ]);
  expect(await notifications()).toMatchObject([{ status: "pending", step: 1, claimedUntil: null }]);
  expect(logged).toEqual([
    [{ err: error }, "An interceptor failed."],
    [{ err: error }, "delivered failed."],
  ]);
});

test("64 hosts of each of 40 callers that hang do not hold up another caller's delivery", async () => {
  const hosts = 64;
  const callers = 40;
  // The secret comes before the connection: an attempt without one hangs, and no time limit runs.
  const secrets = ({ callerId }: { callerId: string }) =>
    callerId.startsWith("bad") ? new Promise<string>(() => {}) : "secret";
  const { dispatcher, addNotification, attempts, time } = await open({ secrets });
  for (let index = 0; index < hosts * callers; index++) {
    const lane = `${index % hosts}.example`;
    await addNotification({
      id: `hangs ${index}`,
      callerId: `bad ${index % callers}`,
      url: `https://${lane}/`,
      lane,
    });
  }
  await dispatcher.settle(afterRounds(3));
  expect(await attempts()).toEqual([]);
  time.now += 1;
  await addNotification({ id: "good", callerId: "good", url, nextAt: time.now });
  dispatcher.wake();
  await expect
    .poll(async () => (await attempts()).map(({ notificationId }) => notificationId))
    .toEqual(["good"]);
});

test("a receiver that hangs does not hold up another receiver of its caller at the same host", async () => {
  const secrets = ({ receiverId }: { receiverId: string | null }) =>
    receiverId === "hangs" ? new Promise<string>(() => {}) : "secret";
  const { dispatcher, addNotification, addReceiver, attempts } = await open({ secrets });
  for (const id of ["hangs", "works"]) await addReceiver({ id, url });
  const add = (id: string, receiverId: string) =>
    addNotification({ id, url, receiverId, lane: receiverId });
  for (let index = 0; index < 50; index++) await add(`hangs ${index}`, "hangs");
  await add("works", "works");
  dispatcher.wake();
  await expect
    .poll(async () => (await attempts()).map(({ notificationId }) => notificationId))
    .toEqual(["works"]);
});

test("a stop does not wait for a secret that never comes, and what was claimed is free again", async () => {
  const secrets = (): Promise<string> => new Promise(() => {});
  const { dispatcher, addNotification, notifications, attempts } = await open({ secrets });
  await addNotification({ id: "a" });
  dispatcher.wake();
  await expect.poll(async () => (await notifications())[0]?.claimedUntil).not.toBeNull();
  await dispatcher.stop();
  expect(await notifications()).toMatchObject([
    { status: "pending", attempts: 0, claimedUntil: null },
  ]);
  expect(await attempts()).toEqual([]);
});

test("an attempt is recorded once, however often the storage fails before", async () => {
  const told: number[] = [];
  const failures: unknown[] = [];
  const error = new Error("The disk is full.");
  let transactions = 0;
  const { outbox, dispatcher, addNotification, attempts, notifications, logged } = await open(
    {
      onOutcome: (outcome) => told.push(outcome.attempts.length),
      onStorageFailure: (failure) => failures.push(failure),
    },
    {
      // The first one claims, the next two were to record.
      transaction: async (work: never): Promise<never> => {
        transactions += 1;
        if (transactions === 2 || transactions === 3) throw error;
        return outbox.storage.transaction(work);
      },
    },
  );
  await addNotification({ id: "a", url });
  await expect(dispatcher.settle()).rejects.toBe(error);
  await expect(dispatcher.settle()).rejects.toBe(error);
  expect([await attempts(), told]).toEqual([[], []]);
  await dispatcher.settle();
  expect([(await attempts()).length, told]).toEqual([1, [1]]);
  expect(await notifications()).toMatchObject([{ attempts: 1, claimedUntil: null }]);
  expect([failures, logged.map(([fields]) => fields)]).toEqual([
    Array(2).fill(error),
    Array(2).fill({ err: error }),
  ]);
});

test("what an earlier process had claimed is free at once where the storage has one process at a time", async () => {
  for (const shared of [false, true]) {
    const { dispatcher, addNotification, attempts, time } = await open({}, { shared });
    await addNotification({ id: "a", url, claimedUntil: time.real + 60_000 });
    await dispatcher.settle(afterRounds(5));
    expect((await attempts()).length).toBe(shared ? 0 : 1);
  }
});

test.each([true, false])(
  "a dispatcher that waits keeps the process alive only where that is wanted: %j",
  async (keepsAlive) => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const { dispatcher } = await open({ keepsAlive });
    dispatcher.wake();
    await dispatcher.settle();
    const waiting = timers();
    // It clears its timer at once: no timer of anything else ends meanwhile.
    const stopped = dispatcher.stop();
    expect(waiting - timers()).toBe(keepsAlive ? 1 : 0);
    await stopped;
  },
);

test("what is due later, or made due by another process, is sent though nothing wakes the dispatcher", async () => {
  useManualTime();
  const { dispatcher, addNotification, attempts, time } = await open();
  await addNotification({ id: "a", url, nextAt: time.now + 400 });
  await addNotification({ id: "in a minute", url, nextAt: time.now + 60_000 });
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
});

test("after a stop nothing begins any more", async () => {
  const { dispatcher, addNotification, attempts } = await open();
  await dispatcher.stop();
  await addNotification({ id: "a", url });
  dispatcher.wake();
  await dispatcher.settle();
  await new Promise((done) => setImmediate(done));
  expect(await attempts()).toEqual([]);
});

/** True after so many rounds. */
function afterRounds(count: number): () => Promise<boolean> {
  let rounds = 0;
  return async () => {
    rounds += 1;
    return rounds > count;
  };
}

test("a notification that this process has no file descriptor for is given back, and one line of the log says it", async () => {
  let failures = 2;
  const lookup: NonNullable<DispatcherOptions<unknown>["lookup"]> = (_host, _options, callback) => {
    failures -= 1;
    const error = Object.assign(new Error("connect EMFILE"), { code: "EMFILE" });
    if (failures >= 0) callback(error, "");
    else callback(null, [{ address: "127.0.0.1", family: 4 }]);
  };
  const { dispatcher, addNotification, attempts, logged } = await open({ lookup });
  await addNotification({ id: "a", url: "https://shop.example.com/" });
  await dispatcher.settle();
  expect(await attempts()).toHaveLength(1);
  expect(logged.map(([, line]) => line)).toEqual([
    "Notifications could not be sent from here; trying again.",
  ]);
});

test.for(["while it runs", "before it starts"])(
  "a notification that was postponed by a clock two days ahead does not wait for them: the clock goes back %s",
  async (when) => {
    const days = 2 * 86_400_000;
    const { dispatcher, addNotification, attempts, time } = await open();
    const now = time.now;
    if (when === "while it runs") {
      time.now = now + days;
      await addNotification({ id: "a", url, nextAt: time.now });
      await dispatcher.settle();
      expect(await attempts()).toHaveLength(1);
    } else await addNotification({ id: "a", url, nextAt: now + days });
    // Within what the schedule lets it wait.
    await addNotification({ id: "b", url, nextAt: now + 60_000 });
    const before = (await attempts()).length;
    time.now = now;
    await dispatcher.settle();
    const ids = (await attempts()).map(({ notificationId }) => notificationId);
    expect(ids.slice(before)).toEqual(["a"]);
  },
);

test("a notification that another process postponed while its clock was two days ahead waits for ten minutes at most", async () => {
  useManualTime();
  const { dispatcher, addNotification, attempts, time } = await open();
  await dispatcher.settle();
  await addNotification({ id: "a", url, nextAt: time.now + 2 * 86_400_000 });
  await dispatcher.settle();
  expect(await attempts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  time.now += 600_000;
  await dispatcher.settle();
  expect(await attempts()).toHaveLength(1);
});
