// Where an advance stops on its way, and for how long; that everything happens there is tried in test/sandbox.
import { expect, onTestFinished, test, vi } from "vitest";
import {
  charge,
  dataOf,
  noon,
  openService,
  type Service,
  transfer,
} from "../../../../test/sandbox/support/service.ts";
import { makeId } from "../identifiers.ts";
import { makeClockControl } from "./clock.ts";

const minute = 60_000;

/** A notification that is due some minutes after noon. */
async function owe(
  { sandbox, company }: Service,
  objectId: string,
  minutes: number,
  id = makeId("wh"),
): Promise<void> {
  const row = { id, callerId: company.id, event: "transaction_paid", objectId };
  const place = {
    receiverId: null,
    url: "https://shop.example.com/",
    lane: "shop.example.com:443",
    body: "{}",
  };
  const state = {
    status: "pending" as const,
    attempts: 0,
    step: 0,
    nextAt: noon + minutes * minute,
  };
  const times = { claimedUntil: null, createdAt: noon, deliveredAt: null };
  await sandbox.storage.db
    .insertInto("outbox_notifications")
    .values({ ...row, ...place, ...state, ...times })
    .execute();
}

/** Delivers what is due. */
async function deliver({ sandbox }: Service): Promise<void> {
  const due = sandbox.storage.db.updateTable("outbox_notifications").set({ status: "delivered" });
  await due.where("nextAt", "<=", sandbox.clock.now()).execute();
}

async function open(settle: (service: Service, isEnough: () => Promise<boolean>) => Promise<void>) {
  const service = await openService({}, { transferSteps: { queued: null, processing: null } });
  onTestFinished(() => service[Symbol.asyncDispose]());
  const stops: number[] = [];
  const clock = makeClockControl(service.sandbox, async (isEnough = async () => true) => {
    stops.push((service.sandbox.clock.now() - noon) / minute);
    await settle(service, isEnough);
  });
  return { service, clock, stops };
}

test("it stops where something is due of what was there before, or comes of that, and for nothing that others begin", async () => {
  const begin = async (operation: string, body: object) =>
    dataOf<{ id: string }>(await first.service.call(operation, { body })).id;
  let isBegun = false;
  const first = await open(async (service) => {
    if (!isBegun) {
      isBegun = true;
      // Identifiers of the millisecond in which it began count as made before.
      await new Promise((resolve) => setTimeout(resolve, 5));
      await owe(service, paid, 20);
      await owe(service, sent, 30);
      await owe(service, await begin("createCharge", charge), 21);
      await owe(service, await begin("createTransfer", transfer), 31);
      await owe(service, "of no table", 35);
    }
    await deliver(service);
  });
  const { service, clock, stops } = first;
  const paid = await begin("createCharge", charge);
  const sent = await begin("createTransfer", transfer);
  await owe(service, "of no table", 5);
  await owe(service, "of no table", 5.5);
  await owe(service, paid, 61);
  await clock.advance("1h");
  expect(stops).toEqual([0, 5, 5.5, 20, 30, 60]);
});

test("at each stop enough is done when nothing is due there any more, and not before", async () => {
  const seen: boolean[] = [];
  const { service, clock, stops } = await open(async (each, isEnough) => {
    seen.push(await isEnough());
    await deliver(each);
    seen.push(await isEnough());
  });
  for (const minutes of [0, 10, 60]) await owe(service, "of no table", minutes);
  await clock.advance("1h");
  expect(stops).toEqual([0, 10, 60]);
  expect(seen).toEqual([false, true, false, true, false, true]);
});

test("what is never done is waited for at each stop, but the advance ends", async () => {
  const waits: number[] = [];
  let time = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const { service, clock, stops } = await open(async (_, isEnough) => {
    const began = time;
    while (!(await isEnough())) time += 1_000;
    waits.push((time - began) / 1_000);
  });
  await owe(service, "of no table", 10);
  const { complete, left } = await clock.advance("1h");
  expect({ complete, left }).toEqual({
    complete: false,
    left: { charges: 0, transfers: 0, notifications: 1 },
  });
  // A quarter of a minute at a time, a minute in all, and two seconds for the end; whole seconds are counted.
  expect(waits).toEqual([0, 16, 16, 16, 13, 3]);
  // Where it cannot be done, time goes on all the same.
  expect(stops.slice(0, 2)).toEqual([0, 10]);
  expect(stops.at(-1)).toBe(60);
  expect(stops).toEqual(stops.toSorted((a, b) => a - b));
});

test("a way with more moments than it has time for has fewer stops in its second half, and nothing is left", async () => {
  let time = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const { service, clock, stops } = await open(async (each) => {
    time += 500;
    await deliver(each);
  });
  for (let second = 1; second <= 1_000; second++) await owe(service, "of no table", second / 60);
  const { complete } = await clock.advance("1000s");
  expect(complete).toBe(true);
  const gaps = stops.slice(1).map((stop, index) => Math.round((stop - (stops[index] ?? 0)) * 60));
  const coarse = gaps.findIndex((gap) => gap !== 1);
  // Half a second at each of them.
  expect(coarse).toBe(60);
  // The 940 seconds that are left, in 50 parts.
  expect(new Set(gaps.slice(coarse, -1))).toEqual(new Set([19]));
  expect(gaps.at(-1)).toBeLessThanOrEqual(19);
});

test("a clock that runs has not stood still for what was done on the way", async () => {
  let real = noon;
  const { service, clock } = await open(async (each) => {
    real += 1_000;
    await deliver(each);
  });
  const { sandbox } = service;
  Object.assign(sandbox.storage, { now: () => real });
  const look = () => [sandbox.clock.now() - noon, sandbox.settings.current.clockOffset];
  await service.set({ clockFrozenAt: null });
  await expect(clock.set(new Date(noon - 1))).rejects.toThrow("does not go back");
  // Each way has two places, its start and its end.
  expect(await clock.set(new Date(noon))).toMatchObject({ offset: 0, frozen: false });
  expect(look()).toEqual([2_000, 0]);
  expect(await clock.set(new Date(noon + minute))).toMatchObject({ offset: 56_000, frozen: false });
  expect(look()).toEqual([60_000, 56_000]);
  expect(await clock.advance("1m")).toMatchObject({ offset: 116_000, frozen: false });
  expect(look()).toEqual([122_000, 116_000]);
  expect(await clock.freeze()).toMatchObject({ frozen: true });
  real += 10_000;
  expect(Date.parse((await clock.read()).now) - noon).toBe(122_000);
  expect(await clock.resume()).toMatchObject({ offset: 106_000, frozen: false });
});

test("the limits of moves that wait for each other do not add up, and each counts its own part", async () => {
  let time = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const { service, clock } = await open(async (_, isEnough) => {
    while (!(await isEnough())) time += 1_000;
  });
  await owe(service, "of no table", 10);
  const begin = time;
  const ended = await Promise.all(["1h", "1h", "1h"].map((by) => clock.advance(by)));
  expect(time - begin).toBeLessThan(90_000);
  expect(ended.map(({ complete, due }) => [complete, due.attempts])).toEqual(
    Array(3).fill([false, 0]),
  );
  expect(service.sandbox.clock.now()).toBe(noon + 180 * minute);
});

test("one that fails does not hold up those after it", async () => {
  const { service, clock } = await open(deliver);
  await clock.freeze();
  const ends = await Promise.allSettled([
    clock.advance("1m"),
    clock.set(new Date(noon)),
    clock.advance("1m"),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(service.sandbox.clock.now()).toBe(noon + 2 * minute);
  await expect(clock.set("9980-01-01T00:00:00.001Z")).rejects.toThrow("must not lead beyond");
  await service.setClock("9979-12-31T23:59:00.000Z");
  await expect(clock.advance("1m1ms")).rejects.toThrow("by must not lead beyond");
  expect(await clock.advance("1m")).toMatchObject({ now: "9980-01-01T00:00:00.000Z" });
});
