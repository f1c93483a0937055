// What a file of tests has opened, it closes: otherwise its servers, sockets and timers go on in the files after it, as files
// of a worker share a process.
import { posix } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { type Held, listLeft, readHeld } from "./held.ts";

/** What a file leaves open for a reason, by its place. */
const excused: Readonly<Record<string, RegExp>> = {
  // msw keeps the sockets of requests whose client went away.
  "test/client/testing.test.ts": /^TCPSocketWrap/,
  // The clock of the page ticks for as long as the page lives.
  "test/sandbox/console/page.test.ts": /^Timeout/,
};

/** Milliseconds after which it is a leak: sockets close a moment after their servers. */
const closingTime = 30_000;

let before: Held = new Map();

beforeAll(() => {
  before = readHeld();
});

afterAll(async () => {
  const reason = excused[posix.relative(process.cwd(), expect.getState().testPath ?? "")];
  const findLeaks = () => listLeft(before).filter((one) => !reason?.test(one));
  const end = performance.now() + closingTime;
  let leaks = findLeaks();
  while (leaks.length > 0 && performance.now() < end) {
    await sleep(5);
    leaks = findLeaks();
  }
  expect(leaks, "the tests of this file leave servers, sockets, timers or listeners").toEqual([]);
});
