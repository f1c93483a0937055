import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { run } from "./outbox.ts";
import { sql } from "./sql.ts";
import { makeNotifications, purgeNotifications, writeNotifications } from "./write.ts";

const change = {
  ...{ companyId: "cmp", event: "done", objectId: "obj", url: "https://named.example:8443/x" },
  makeBody: (addressed: object) => ({ ...addressed, note: "ção" }),
};

/** Ids in turn. */
function counter(): () => string {
  let count = 0;
  return () => `n${++count}`;
}

test("a change is sent to the URL that is named and to each receiver that asks for it, each with its own id", () => {
  const receivers = [
    { id: "all", url: "https://all.example/a", events: [] },
    { id: "other", url: "https://other.example/", events: ["begun", "ended"] },
    { id: "this", url: "https://all.example/b", events: ["begun", "done"] },
  ];
  const rows = makeNotifications(receivers, change, { now: 7, makeId: counter() });
  expect(rows.map(({ id, receiverId, url, host, body }) => [id, receiverId, url, host, JSON.parse(body)])).toEqual([
    ["n1", null, change.url, "named.example:8443", { id: "n1", receiverId: null, note: "ção" }],
    ["n2", "all", "https://all.example/a", "all.example", { id: "n2", receiverId: "all", note: "ção" }],
    ["n3", "this", "https://all.example/b", "all.example", { id: "n3", receiverId: "this", note: "ção" }],
  ]);
  expect(rows[0]).toMatchObject({
    ...{ companyId: "cmp", event: "done", objectId: "obj", status: "pending", attempts: 0, step: 0 },
    ...{ nextAt: 7, createdAt: 7, claimedUntil: null, deliveredAt: null },
  });
  for (const url of [null, ""]) {
    expect(makeNotifications([], { ...change, url }, { now: 7, makeId: counter() })).toEqual([]);
  }
});

test("active receivers of the company alone are told, the oldest first", async () => {
  const { outbox, transact, addReceiver, notifications } = await openOutbox();
  await addReceiver({ id: "b" });
  await addReceiver({ id: "a" });
  await addReceiver({ id: "z", createdAt: start - 1 });
  await addReceiver({ id: "off", active: 0 });
  await addReceiver({ id: "stranger", companyId: "other" });
  await addReceiver({ id: "deaf", eventsJson: '["begun"]' });
  const write = (event: string, companyId: string) =>
    transact((tx) => writeNotifications(tx, outbox, { ...change, url: null, event, companyId }, counter()));
  expect(await write("done", "nobody's")).toEqual([]);
  expect(await write("done", "cmp")).toEqual(["n1", "n2", "n3"]);
  expect((await notifications()).map(({ receiverId, createdAt }) => [receiverId, createdAt])).toEqual([
    ["z", start],
    ["a", start],
    ["b", start],
  ]);
});

test("what is done and older goes with its attempts, and nothing else", async () => {
  const { outbox, addNotification, notifications, attempts } = await openOutbox();
  expect(await purgeNotifications(outbox, start)).toBe(0);
  const done = { status: "delivered", nextAt: null } as const;
  await addNotification({ id: "1", ...done, createdAt: start - 1 });
  await addNotification({ id: "2", ...done, createdAt: start });
  await addNotification({ id: "3", createdAt: start - 1 });
  await addNotification({ id: "4", ...done, status: "failed", createdAt: start - 1 });
  for (const id of ["1", "2", "3", "4"]) {
    await run(
      outbox,
      undefined,
      sql`insert into "notificationAttempts" ("notificationId", "number", "at", "duration") values (${id}, 1, 1, 1)`,
    );
  }
  expect(await purgeNotifications(outbox, start)).toBe(2);
  expect((await notifications()).map(({ id }) => id)).toEqual(["2", "3"]);
  expect((await attempts()).map(({ notificationId }) => notificationId).sort()).toEqual(["2", "3"]);
});
