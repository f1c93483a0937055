import { expect, test } from "vitest";
import { openOutbox } from "../../../test/server/support/outbox.ts";
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
