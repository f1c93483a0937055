import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { makeNotifications, purgeNotifications, resend, writeNotifications } from "./write.ts";

const change = {
  callerId: "cmp",
  event: "done",
  objectId: "obj",
  url: "https://named.example:8443/x",
  body: (addressed: object) => ({ ...addressed, note: "ção" }),
};

const write = (_event: string, body: unknown): string => JSON.stringify(body);

/** Ids in turn. */
function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `n${count}`;
  };
}

test("a change is sent to the URL that is named and to each receiver that asks for it, each with its own id", () => {
  const receivers = [
    { id: "all", url: "https://all.example/a", events: [] },
    { id: "other", url: "https://other.example/", events: ["begun", "ended"] },
    { id: "this", url: "https://all.example/b", events: ["begun", "done"] },
  ];
  const rows = makeNotifications(receivers, change, { now: 7, makeId: counter(), write });
  expect(
    rows.map(({ id, receiverId, url, lane, body }) => [
      id,
      receiverId,
      url,
      lane,
      JSON.parse(body),
    ]),
  ).toEqual([
    ["n1", null, change.url, "named.example:8443", { id: "n1", receiverId: null, note: "ção" }],
    ["n2", "all", "https://all.example/a", "all", { id: "n2", receiverId: "all", note: "ção" }],
    ["n3", "this", "https://all.example/b", "this", { id: "n3", receiverId: "this", note: "ção" }],
  ]);
  expect(rows[0]).toMatchObject({
    callerId: "cmp",
    event: "done",
    objectId: "obj",
    status: "pending",
    attempts: 0,
    step: 0,
    nextAt: 7,
    createdAt: 7,
    claimedUntil: null,
    deliveredAt: null,
  });
  for (const url of [null, ""]) {
    expect(makeNotifications([], { ...change, url }, { now: 7, makeId: counter(), write })).toEqual(
      [],
    );
  }
});

test("only the caller's active receivers get a notification, the oldest first", async () => {
  const { inside, addReceiver, notifications } = await openOutbox();
  await addReceiver({ id: "b" });
  await addReceiver({ id: "a" });
  await addReceiver({ id: "z", createdAt: start - 1 });
  await addReceiver({ id: "off", active: 0 });
  await addReceiver({ id: "unknown-caller", callerId: "other" });
  await addReceiver({ id: "deaf", eventsJson: '["begun"]' });
  const notify = (event: string, callerId: string) =>
    inside((tx) =>
      writeNotifications(tx, { ...change, url: null, event, callerId }, counter(), write),
    );
  expect(await notify("done", "nobody's")).toEqual([]);
  expect(await notify("done", "cmp")).toEqual(["n1", "n2", "n3"]);
  expect(
    (await notifications()).map(({ receiverId, createdAt }) => [receiverId, createdAt]),
  ).toEqual([
    ["z", start],
    ["a", start],
    ["b", start],
  ]);
});

test("what is done and older goes with its attempts, and nothing else", async () => {
  const { statements, addNotification, notifications, attempts } = await openOutbox();
  expect(await purgeNotifications(statements, start)).toBe(0);
  const done = { status: "delivered", nextAt: null } as const;
  await addNotification({ id: "1", ...done, createdAt: start - 1 });
  await addNotification({ id: "2", ...done, createdAt: start });
  await addNotification({ id: "3", createdAt: start - 1 });
  await addNotification({ id: "4", ...done, status: "failed", createdAt: start - 1 });
  for (const id of ["1", "2", "3", "4"]) {
    await statements.insert("outbox_attempts", [
      { notificationId: id, number: 1, at: 1, duration: 1 },
    ]);
  }
  expect(await purgeNotifications(statements, start)).toBe(2);
  expect((await notifications()).map(({ id }) => id)).toEqual(["2", "3"]);
  expect((await attempts()).map(({ notificationId }) => notificationId).sort()).toEqual(["2", "3"]);
});

test("what is sent again is due now, from the start of its schedule, and no other notification is", async () => {
  const { inside, addNotification, addReceiver, notifications, time } = await openOutbox();
  await addReceiver({ id: "on" });
  await addReceiver({ id: "off", active: 0 });
  const done = { status: "delivered", step: 2, attempts: 3, nextAt: null, deliveredAt: 4 } as const;
  const again = [
    await addNotification({ id: "a", ...done }),
    await addNotification({
      id: "b",
      ...done,
      receiverId: "on",
      status: "failed",
      deliveredAt: null,
    }),
    // An attempt that is under way counts as the first.
    await addNotification({ id: "c", step: 1, attempts: 1, nextAt: 5, claimedUntil: 6 }),
  ];
  const not = [
    await addNotification({ id: "d", ...done, receiverId: "off" }),
    await addNotification({ id: "e", ...done, receiverId: "gone" }),
    await addNotification({ id: "f", ...done }),
  ];
  time.now = start + 77;
  const outcomes: string[] = [];
  for (const id of ["a", "b", "c", "d", "e", "none"]) {
    outcomes.push(await inside((tx) => resend(tx, id)));
  }
  expect(outcomes).toEqual([
    "resent",
    "resent",
    "resent",
    "receiver-inactive",
    "receiver-deleted",
    "not-found",
  ]);
  expect(await notifications()).toEqual([
    ...again.map((row) => ({
      ...row,
      status: "pending",
      step: 0,
      nextAt: start + 77,
      deliveredAt: null,
    })),
    ...not,
  ]);
});
