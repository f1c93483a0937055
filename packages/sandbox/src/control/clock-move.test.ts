import { expect, test, vi } from "vitest";
import { openService } from "../../../../test/sandbox/support/service.ts";
import { useManualTime } from "../../../../test/support/time.ts";
import { NotAllowedError } from "../service/errors.ts";
import { holdClock } from "./clock-move.ts";
import { joinSnapshot, restoreSnapshot, takeSnapshot } from "./snapshot.ts";

/** The real time at first; the test moves it. */
const real = 5_000_000;

async function open(settings: { clockFrozenAt: number | null; clockOffset?: number }) {
  const service = await openService({}, settings);
  const { sandbox } = service;
  let realTime = real;
  Object.assign(sandbox.storage, { now: () => realTime });
  const pass = (milliseconds: number): void => {
    realTime += milliseconds;
  };
  const state = () => {
    const { clockFrozenAt, clockOffset, clockMove } = sandbox.settings.current;
    return { frozen: clockFrozenAt, offset: clockOffset, move: clockMove };
  };
  return {
    service,
    sandbox,
    pass,
    state,
    now: () => sandbox.clock.now(),
    [Symbol.asyncDispose]: async () => {
      let isClosed = false;
      const closing = service[Symbol.asyncDispose]().finally(() => {
        isClosed = true;
      });
      // To close waits for connections.
      while (!isClosed && vi.isFakeTimers()) {
        await vi.advanceTimersByTimeAsync(100);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await closing;
    },
  };
}

test("a clock that runs stands while it is held, goes on from there, and never back", async () => {
  await using place = await open({ clockFrozenAt: null, clockOffset: 1_000 });
  const { sandbox, pass, state, now } = place;
  await holdClock(sandbox, async (clock) => {
    expect([clock.start, clock.offset]).toEqual([real + 1_000, 1_000]);
    expect(state().move).toMatchObject({ until: real + 5_000, heldAt: real + 1_000 });
    pass(300);
    expect(now()).toBe(real + 1_000);
    await clock.put(real + 9_000);
    expect(now()).toBe(real + 9_000);
    // Each sign of life begins the lease anew.
    expect(state().move).toMatchObject({ until: real + 5_300, heldAt: real + 9_000 });
    await clock.put(real + 8_000);
    expect(now(), "not back").toBe(real + 9_000);
    pass(100);
    await clock.release({ offset: 2_000 });
    expect(state()).toEqual({ frozen: null, offset: 8_600, move: null });
  });
  expect(now()).toBe(real + 9_000);
  pass(50);
  expect(now()).toBe(real + 9_050);
  await holdClock(sandbox, (clock) => clock.release({ offset: 20_000 }));
  expect(state()).toEqual({ frozen: null, offset: 20_000, move: null });
});

test("a clock that stands is put forward, stays where it is put, and never goes back", async () => {
  await using place = await open({ clockFrozenAt: 7_000 });
  const { sandbox, pass, state, now } = place;
  await holdClock(sandbox, async (clock) => {
    expect([clock.start, clock.offset]).toEqual([7_000, null]);
    expect(state().move).toMatchObject({ heldAt: null });
    await clock.put(8_000);
    await clock.put(7_500);
    expect(state()).toMatchObject({
      frozen: 8_000,
      offset: 8_000 - real,
      move: { until: real + 5_000 },
    });
    pass(10);
    await clock.release({ frozenAt: 7_900 });
  });
  expect(state()).toEqual({ frozen: 8_000, offset: 8_000 - real - 10, move: null });
  await holdClock(sandbox, (clock) => clock.release({ frozenAt: 9_000 }));
  expect(now()).toBe(9_000);
});

test("where the work does not say how it goes on, the clock does what it did before, from where it came to", async () => {
  await using running = await open({ clockFrozenAt: null, clockOffset: 1_000 });
  const fails = holdClock(running.sandbox, async (clock) => {
    await clock.put(real + 4_000);
    running.pass(100);
    throw new Error("The disk is full.");
  });
  await expect(fails).rejects.toThrow("The disk is full.");
  expect(running.state()).toEqual({ frozen: null, offset: 3_900, move: null });

  await using standing = await open({ clockFrozenAt: 7_000 });
  await holdClock(standing.sandbox, (clock) => clock.put(8_000));
  expect(standing.state()).toMatchObject({ frozen: 8_000, move: null });
  expect(standing.now()).toBe(8_000);
});

test("a lease of five seconds is renewed within two, while the work goes on", async () => {
  await using place = await open({ clockFrozenAt: null, clockOffset: 0 });
  const { sandbox, pass, state } = place;
  useManualTime();
  await holdClock(sandbox, async () => {
    pass(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(state().move).toMatchObject({ until: real + 6_000 });
  });
});

test("the next one waits as long as the lease lasts, and starts from what was reached", async () => {
  await using place = await open({ clockFrozenAt: null, clockOffset: 0 });
  const { service, sandbox, pass, now } = place;
  // Of a process that is gone.
  const clockMove = { id: "gone", until: real + 5_000, heldAt: real + 60_000 };
  await service.set({ clockMove } as object);
  useManualTime();
  let start = 0;
  const held = holdClock(sandbox, async (clock) => {
    start = clock.start;
  });
  const wait = (): Promise<unknown> => vi.advanceTimersByTimeAsync(120);
  await wait();
  expect(start, "waits").toBe(0);
  pass(4_999);
  await wait();
  expect(start, "waits for the last millisecond of the lease").toBe(0);
  pass(1);
  await wait();
  await held;
  expect(start).toBe(real + 60_000);
  expect(now()).toBe(real + 60_000);
  expect(sandbox.settings.current).toMatchObject({ clockOffset: 55_000, clockMove: null });
});

test("a process that lost the clock changes nothing, and its error names the time that the clock shows", async () => {
  await using place = await open({ clockFrozenAt: null, clockOffset: 0 });
  const { service, sandbox, state } = place;
  const lost = holdClock(sandbox, async (clock) => {
    await service.set({
      clockMove: { id: "another", until: real + 9_000, heldAt: real + 70_000 },
    } as object);
    await clock.put(real + 80_000);
  });
  await expect(lost).rejects.toThrow(NotAllowedError);
  await expect(lost).rejects.toThrow(`it shows ${new Date(real + 70_000).toISOString()}`);
  expect(state().move).toEqual({ id: "another", until: real + 9_000, heldAt: real + 70_000 });
});

test("a snapshot that is taken while the clock is held restores a clock that nobody holds", async () => {
  await using place = await open({ clockFrozenAt: null, clockOffset: 1_000 });
  const { sandbox, pass, state, now } = place;
  let snapshot: Parameters<typeof restoreSnapshot>[1] | undefined;
  await holdClock(sandbox, async (clock) => {
    await clock.put(real + 9_000);
    snapshot = joinSnapshot(await takeSnapshot(sandbox, false));
    await clock.release({ offset: 9_000 });
  });
  pass(700);
  if (snapshot) await restoreSnapshot(sandbox, snapshot, false, async () => {});
  expect(state()).toEqual({ frozen: null, offset: 8_300, move: null });
  expect(now()).toBe(real + 9_000);
  pass(300);
  expect(now(), "the clock runs").toBe(real + 9_300);
});
