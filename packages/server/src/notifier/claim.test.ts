import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { claim, dropClaims, findLanes, isAnyDue, readBacklog } from "./claim.ts";
import { within } from "./outbox.ts";

async function open() {
  const place = await openOutbox();
  const claimFor = (lane: string, count: number, plan?: Parameters<typeof claim>[2]) =>
    place.inside((tx) => claim(tx, { callerId: "cmp", lane, count, timeout: 10_000 }, plan));
  const claimIds = async (count: number) =>
    (await claimFor("a.example", count)).claimed.map(({ notification }) => notification.id);
  return { ...place, claimFor, claimIds };
}

test("each lane of a caller is found once, with the time of its first unclaimed notification", async () => {
  const { statements, addNotification } = await open();
  expect(await findLanes(statements)).toEqual([]);
  await addNotification({ id: "1", lane: "b", nextAt: 30 });
  await addNotification({ id: "2", lane: "b", nextAt: 20 });
  await addNotification({ id: "3", lane: "b", nextAt: 10, claimedUntil: start + 1 });
  await addNotification({ id: "4", lane: "a", nextAt: start + 99, claimedUntil: start });
  await addNotification({ id: "5", lane: "c", nextAt: 10, claimedUntil: start + 1 });
  await addNotification({ id: "6", lane: "d", nextAt: null, status: "delivered" });
  await addNotification({ id: "7", lane: "e", nextAt: 5 });
  await addNotification({ id: "8", callerId: "other", lane: "a", nextAt: 7 });
  expect(await findLanes(statements)).toEqual([
    { callerId: "cmp", lane: "a", nextAt: start + 99 },
    { callerId: "cmp", lane: "b", nextAt: 20 },
    { callerId: "cmp", lane: "e", nextAt: 5 },
    { callerId: "other", lane: "a", nextAt: 7 },
  ]);
});

test("what is due to a host is claimed, the oldest first, and by no other process until the claim expires", async () => {
  const { addNotification, claimFor, claimIds, notifications, time } = await open();
  await addNotification({ id: "due last", nextAt: start });
  await addNotification({ id: "due first", nextAt: start - 9 });
  await addNotification({ id: "due second", nextAt: start - 5 });
  await addNotification({ id: "later", nextAt: start + 1 });
  await addNotification({ id: "elsewhere", lane: "b.example" });
  await addNotification({ id: "done", status: "failed", nextAt: null });
  const { claimed, dropped } = await claimFor("a.example", 2);
  // Five seconds longer than an attempt may last.
  const claimedUntil = start + 15_000;
  expect(claimed).toMatchObject([
    { notification: { id: "due first", claimedUntil }, plan: undefined },
    { notification: { id: "due second", claimedUntil }, plan: undefined },
  ]);
  expect(dropped).toBe(0);
  expect(await claimIds(9)).toEqual(["due last"]);
  expect((await notifications()).map((row) => [row.id, row.claimedUntil])).toEqual([
    ["done", null],
    ["due first", claimedUntil],
    ["due last", claimedUntil],
    ["due second", claimedUntil],
    ["elsewhere", null],
    ["later", null],
  ]);
  time.real = claimedUntil - 1;
  expect(await claimIds(9)).toEqual([]);
  time.real = claimedUntil;
  expect(await claimIds(9)).toEqual(["due first", "due second", "due last"]);
});

test("what waits for receivers that are off or gone is given up, and the rest is claimed", async () => {
  const { addNotification, addReceiver, claimFor, notifications } = await open();
  await addReceiver({ id: "on" });
  await addReceiver({ id: "off", active: 0 });
  await addNotification({ id: "1", receiverId: "off", nextAt: 1, claimedUntil: 3 });
  await addNotification({ id: "2", receiverId: "gone", nextAt: 2 });
  expect(await claimFor("a.example", 8)).toEqual({ claimed: [], dropped: 2 });
  await addNotification({ id: "3", receiverId: "on", nextAt: 3 });
  await addNotification({ id: "4", receiverId: "off", nextAt: 4 });
  await addNotification({ id: "5", nextAt: 5 });
  const { claimed, dropped } = await claimFor("a.example", 8);
  expect([claimed.map(({ notification }) => notification.id), dropped]).toEqual([["3", "5"], 1]);
  expect(
    (await notifications()).map(({ status, nextAt, claimedUntil }) => [
      status,
      nextAt,
      claimedUntil,
    ]),
  ).toEqual([
    ["failed", null, null],
    ["failed", null, null],
    ["pending", 3, start + 15_000],
    ["failed", null, null],
    ["pending", 5, start + 15_000],
  ]);
});

test("a claim lasts as long as its plan delays, and plans are not read when there are none left", async () => {
  const { addNotification, claimFor, notifications } = await open();
  for (const [index, id] of ["1", "2", "3"].entries()) await addNotification({ id, nextAt: index });
  const asked: string[] = [];
  const deliver = async () => [];
  const { claimed } = await claimFor("a.example", 8, async ({ id }) => {
    asked.push(id);
    return id === "1" ? { delay: 60_000, deliver } : undefined;
  });
  expect(asked).toEqual(["1", "2"]);
  expect(claimed.map(({ plan }) => plan?.deliver)).toEqual([deliver, undefined, undefined]);
  const untils = [start + 75_000, start + 15_000, start + 15_000];
  expect(claimed.map(({ notification }) => notification.claimedUntil)).toEqual(untils);
  expect((await notifications()).map(({ claimedUntil }) => claimedUntil)).toEqual(untils);
});

test("the claims of a process that is gone are forgotten, and what is due is known, claimed or not", async () => {
  const { statements, addNotification, notifications, time } = await open();
  await addNotification({ id: "1", nextAt: start + 10, claimedUntil: start + 99 });
  await addNotification({ id: "2", nextAt: null, status: "delivered" });
  expect(await isAnyDue(statements)).toBe(false);
  expect(await readBacklog(statements)).toEqual({ pending: 1, overdue: 0 });
  time.now = start + 10;
  expect(await isAnyDue(statements)).toBe(true);
  time.now = start + 17;
  expect(await readBacklog(statements)).toEqual({ pending: 1, overdue: 7 });
  await dropClaims(statements);
  expect((await notifications()).map(({ claimedUntil, status }) => [claimedUntil, status])).toEqual(
    [
      [null, "pending"],
      [null, "delivered"],
    ],
  );
});

test("on PostgreSQL rows are locked, and those that others have are skipped by who claims", async () => {
  const { outbox } = await open();
  const texts: string[] = [];
  const query: typeof outbox.storage.query = async (_transaction, text) => {
    texts.push(text);
    return { rows: [], count: 0 };
  };
  const onPostgres = {
    ...outbox,
    storage: { ...outbox.storage, dialect: "postgres" as const, query },
  };
  const tx = within(onPostgres);
  await claim(tx, { callerId: "cmp", lane: "a.example", count: 1, timeout: 10_000 });
  expect(texts).toEqual([expect.stringMatching(/ limit \$5 for update skip locked$/)]);
  expect([within(outbox), tx].map((one) => one.forUpdate().pieces.join(""))).toEqual([
    "",
    " for update",
  ]);
});
