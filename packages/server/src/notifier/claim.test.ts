import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { claim, endTooLongWaits } from "./claim.ts";
import { statementsFor } from "./outbox.ts";

async function open() {
  const place = await openOutbox();
  const claimFor = (lane: string, count: number, plan?: Parameters<typeof claim>[2]) =>
    place.inside((tx) => claim(tx, { callerId: "cmp", lane, count, timeout: 10_000 }, plan));
  return { ...place, claimFor };
}

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
  const tx = statementsFor(onPostgres);
  await claim(tx, { callerId: "cmp", lane: "a.example", count: 1, timeout: 10_000 });
  expect(texts).toEqual([expect.stringMatching(/ limit \$7 for update skip locked\s/)]);
  expect([statementsFor(outbox), tx].map((one) => one.forUpdate().pieces.join(""))).toEqual([
    "",
    " for update",
  ]);
});

test("the longest wait is that of the schedule with its jitter; what waits longer is due at once", async () => {
  const { outbox, addNotification, notifications } = await open();
  const longest = 60_000 * 1.2;
  for (const [id, by] of [
    ["1", -1],
    ["2", 0],
    ["3", 1],
  ] as const)
    await addNotification({ id, nextAt: start + longest + by });
  const delivery = { ...outbox.delivery, jitter: 0.2 };
  await endTooLongWaits(statementsFor({ ...outbox, delivery }));
  expect((await notifications()).map(({ nextAt }) => (nextAt ?? 0) - start)).toEqual([
    longest - 1,
    longest,
    0,
  ]);
});
