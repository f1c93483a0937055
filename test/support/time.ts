// Time under control. Server and sandbox take the machine's timers when they are loaded, so that a user's fake timers do not
// stop them. Every file of tests begins with this one, which puts timers in their place that a test can put under its clock.
import { syncBuiltinESMExports } from "node:module";
import promises from "node:timers/promises";
import { afterEach, beforeEach, vi } from "vitest";

type Timer = "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval";
const timers: Timer[] = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];

/** Shared by all files of a worker: modules that were loaded for one of them keep the timers that they have taken. */
const state: { isManual: boolean } =
  Reflect.get(globalThis, Symbol.for("time of tests")) ?? replaceTimers();

function replaceTimers(): { isManual: boolean } {
  const replaced = { isManual: false };
  const Timeout = setTimeout(() => {}).constructor;
  for (const name of timers) {
    const own = globalThis[name] as (...given: unknown[]) => unknown;
    const dispatch = (...given: unknown[]): unknown =>
      // A timer of the machine is cleared by the machine.
      replaced.isManual && !(given[0] instanceof Timeout)
        ? Reflect.apply(globalThis[name], undefined, given)
        : own(...given);
    Object.defineProperties(dispatch, Object.getOwnPropertyDescriptors(own));
    Reflect.set(globalThis, name, dispatch);
  }
  const machine = performance;
  const readTime = machine.now.bind(machine);
  machine.now = () => (replaced.isManual ? performance.now() : readTime());
  const sleep = promises.setTimeout;
  promises.setTimeout = (milliseconds, value, options) => {
    if (!replaced.isManual) return sleep(milliseconds, value, options);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(value as never), milliseconds);
      options?.signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(options.signal?.reason);
      });
    });
  };
  syncBuiltinESMExports();
  Reflect.set(globalThis, Symbol.for("time of tests"), replaced);
  return replaced;
}

/**
 * Until the end of the test, time passes for client, server and sandbox only as `vi.advanceTimersByTimeAsync` says: timers
 * and `performance`. What the operating system does, and dates, go on.
 */
export function useManualTime(): void {
  vi.useFakeTimers({ toFake: [...timers, "performance"] });
  state.isManual = true;
}

/** In every test of the file, timers, `performance` and dates go on only as `vi.advanceTimersByTimeAsync` says. */
export function useFakeTime(): void {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }),
  );
}

/** Runs work to its end on the clock of `useFakeTime`. */
export async function runInFakeTime(work: () => Promise<void>): Promise<void> {
  const done = work();
  // Awaited below: it may reject before that.
  done.catch(() => {});
  await vi.runAllTimersAsync();
  await done;
}

// What a test puts in the place of something ends with it.
afterEach(() => {
  state.isManual = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
