// The machine's own timers, taken before a test can put others in their place: a sandbox inside a test closes and
// delivers while the test's fake timers stand still. The date is not among them.
import { setTimeout as sleepFor } from "node:timers/promises";

export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis;

/** Milliseconds of a clock that only goes forward. */
export const machineTime = performance.now.bind(performance);

/** Waits for some milliseconds. */
export const sleep = sleepFor;

/** Waits for some milliseconds, or less if the wait is given up. */
export async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
