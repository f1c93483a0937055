import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { makeReceivers } from "./receivers.ts";

const url = "https://a.example/x";

test("a company has as many receivers as it may, the oldest first, and other companies have their own", async () => {
  const { outbox, time, transact } = await openOutbox();
  const receivers = makeReceivers(outbox);
  const add = (id: string, callerId = "cmp", more: object = {}) =>
    transact((transaction) =>
      receivers.add(transaction, { id, callerId, url, name: id, ...more }, 2),
    );
  const first = await add("b", "cmp", { events: ["paid", "paid", "done"], active: false });
  expect(first).toEqual({
    id: "b",
    callerId: "cmp",
    url,
    name: "b",
    events: ["paid", "done"],
    active: false,
    createdAt: start,
  });
  time.now += 1;
  expect(await add("a")).toMatchObject({ events: [], active: true, createdAt: start + 1 });
  expect(await add("c")).toBeUndefined();
  expect(await add("d", "other")).toMatchObject({ id: "d" });
  expect(await receivers.list("cmp")).toEqual([first, expect.objectContaining({ id: "a" })]);
  expect((await receivers.list("other")).map(({ id }) => id)).toEqual(["d"]);
});

test("what waits for a receiver goes with it, of its own company alone, and what it has had stays", async () => {
  const { outbox, transact, addReceiver, addNotification, notifications } = await openOutbox();
  const receivers = makeReceivers(outbox);
  for (const id of ["a", "b"]) await addReceiver({ id });
  await addNotification({ id: "1", receiverId: "a", claimedUntil: 5 });
  await addNotification({ id: "2", receiverId: "a", status: "delivered", nextAt: null });
  await addNotification({ id: "3", receiverId: "b" });
  await addNotification({ id: "4" });
  const remove = (callerId: string) =>
    transact((transaction) => receivers.remove(transaction, callerId, "a"));
  const states = async () => (await notifications()).map(({ status }) => status);
  expect(await remove("other")).toBe(false);
  expect(await states()).toEqual(["pending", "delivered", "pending", "pending"]);
  expect(await remove("cmp")).toBe(true);
  expect(await states()).toEqual(["failed", "delivered", "pending", "pending"]);
  expect((await notifications())[0]).toMatchObject({ nextAt: null, claimedUntil: null });
  expect(await remove("cmp")).toBe(false);
  expect((await receivers.list("cmp")).map(({ id }) => id)).toEqual(["b"]);
});

test("a receiver that is switched off has no more to come, and one that is switched on begins anew", async () => {
  const {
    outbox,
    transact,
    addReceiver,
    addNotification,
    notifications,
    receivers: rows,
  } = await openOutbox();
  const receivers = makeReceivers(outbox);
  await addReceiver({ id: "a", failingSince: 7 });
  await addNotification({ id: "1", receiverId: "a" });
  await addNotification({ id: "2", receiverId: "a", status: "delivered" });
  const set = (active: boolean, id = "a") =>
    transact((transaction) => receivers.setActive(transaction, id, active));
  expect(await set(true)).toBe(true);
  expect(await rows()).toMatchObject([{ active: 1, failingSince: null }]);
  expect((await notifications()).map(({ status }) => status)).toEqual(["pending", "delivered"]);
  expect(await set(false)).toBe(true);
  expect(await rows()).toMatchObject([{ active: 0 }]);
  expect((await notifications()).map(({ status }) => status)).toEqual(["failed", "delivered"]);
  expect(await set(true, "nobody")).toBe(false);
});
