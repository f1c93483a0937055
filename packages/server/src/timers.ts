// The machine's own timers, taken before a test can put others in their place: a server that runs inside a test closes and
// keeps its deadlines while the test's fake timers stand still. The date is not among them.
import { setTimeout as sleepFor } from "node:timers/promises";

export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis;

/** Milliseconds of a clock that cannot be set: `performance.now()`. */
export const monotonicNow: () => number = performance.now.bind(performance);

/** Waits for some milliseconds. */
export const sleep = sleepFor;
