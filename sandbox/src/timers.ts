// The machine's own timers, taken before a test can put others in their place: what the sandbox does by itself goes on
// while a test's fake timers stand still. The date is not among them: where a test fakes it, the sandbox's clock follows.
import { setTimeout as sleepFor } from "node:timers/promises";

export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis;

/** Waits for some milliseconds. */
export const sleep = sleepFor;
