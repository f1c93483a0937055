import { expect, test, vi } from "vitest";
import { now, openCore, secured } from "../../../../test/server/support/core.ts";
import { useManualTime } from "../../../../test/support/time.ts";
import type { OperationEntry } from "../contract-table.ts";
import { sleep } from "../timers.ts";
import { Deadlines, Running } from "./deadline.ts";

type Part = "authenticator" | "limits" | "keys" | "handler";

const counting = (countsUnauthenticated: boolean) => ({
  rateLimit: {
    limit: 2,
    window: 60,
    scope: ["ip"],
    countsUnauthenticated,
    headers: { limit: "X-Limit" },
    details: {},
  },
});
const idempotency = {
  header: "key",
  retention: 60,
  scope: "caller",
  replayedHeader: "Replayed",
  missing: "NO_KEY",
  keeps: [],
};
const caller = { caller: {}, callerId: "cmp_1" };
const beyond = { count: 3, resetsAt: now };
const kept = { kind: "replayed", response: { status: 200, body: "{}" } };
const failure = new Error("The database is away.");

test.for<[name: string, part: Part, given: unknown, operation?: Partial<OperationEntry>]>([
  ["an authenticator lets a caller in", "authenticator", caller, counting(false)],
  ["an authenticator refuses a caller", "authenticator", null],
  ["a limit is exceeded before the caller is known", "limits", beyond, counting(true)],
  ["a limit of the caller is exceeded", "limits", beyond, counting(false)],
  ["a store has a response", "keys", kept, { idempotency }],
  ["a key is in use", "keys", { kind: "running", retryAfter: 1 }, { idempotency }],
  ["a store begins the work", "keys", "begin", { idempotency }],
  ["a handler answers", "handler", "an answer"],
  ["a handler fails", "handler", failure],
])("once the deadline is over, nothing changes if %s", async ([, part, given, operation]) => {
  const late = Promise.withResolvers<unknown>();
  const events: string[] = [];
  const worked: unknown[] = [];
  const when = (own: Part, otherwise: unknown) => (own === part ? late.promise : otherwise);
  const run = async (_request: unknown, work: (transaction: undefined) => Promise<unknown>) => {
    const outcome = await late.promise;
    if (outcome !== "begin") return outcome;
    worked.push(await work(undefined));
    return { kind: "ran", result: undefined };
  };
  const { call, service, logged } = await openCore({
    operation: { security: secured.security, ...operation },
    handle: async ({ reply }) => {
      events.push("handled");
      await when("handler", undefined);
      return reply.ok({});
    },
    options: {
      deadline: 1,
      authenticators: { Key: () => when("authenticator", caller) } as never,
      rateLimits: {
        hit: () => {
          events.push("counted");
          return when("limits", beyond) as never;
        },
      },
      idempotency: { run } as never,
    },
  });
  expect((await call({ headers: { ...secured.headers, key: "k" } })).status).toBe(500);
  expect(await service.running.settled(1), "it still waits").toBe(false);
  events.length = 0;
  if (given instanceof Error) late.reject(given);
  else late.resolve(given);
  expect(await service.running.settled(60_000)).toBe(true);
  await new Promise((done) => setImmediate(done));
  expect(events).toEqual([]);
  // The key stays free.
  expect(worked).toEqual(given === "begin" ? [{ result: undefined }] : []);
  // A header or a response after the first one would be an error of the exchange, and logged.
  expect(logged).toHaveLength(given === failure ? 2 : 1);
});

/** Timers of this process that keep it alive. */
const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("all requests share one timer, and each ends when its own time is over", async () => {
  const before = countTimers();
  const deadlines = new Deadlines(40);
  const over: string[] = [];
  const start = (name: string, left?: number) =>
    deadlines.start(left, (deadline) => over.push(`${name} ${deadline}`));
  for (let count = 0; count < 100; count++) {
    const left = deadlines.end(start("answered"));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(40);
  }
  expect(countTimers(), "nothing waits").toBe(before);
  const waits = Array.from({ length: 100 }, () => start("first"));
  expect(countTimers()).toBe(before + 1);
  const short = start("short", 1);
  await sleep(20);
  expect(over).toEqual(["short 40"]);
  expect(deadlines.end(short)).toBeUndefined();
  const later = start("later");
  for (const wait of waits.slice(1)) deadlines.end(wait);
  await vi.waitFor(() => expect(over).toEqual(["short 40", "first 40", "later 40"]));
  expect(deadlines.end(later)).toBeUndefined();
});

test("a deadline passes on the clock of a test", async () => {
  useManualTime();
  const fail = vi.fn();
  new Deadlines(30_000).start(undefined, fail);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(fail).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(301);
  expect(fail).toHaveBeenCalledWith(30_000);
});

test("a deadline that no timer can wait for is not over at once, and 0 is none", async () => {
  for (const deadline of [2 ** 40, 0]) {
    const deadlines = new Deadlines(deadline);
    const fail = vi.fn();
    const wait = deadlines.start(undefined, fail);
    await sleep(5);
    expect(fail).not.toHaveBeenCalled();
    expect(deadlines.end(wait)).toBeGreaterThan(2 ** 39);
  }
});

test("deadlines of one request keep no timer, not even one that keeps no process alive", () => {
  useManualTime();
  const deadlines = new Deadlines(30_000, false);
  const wait = deadlines.start(undefined, () => {});
  expect(vi.getTimerCount()).toBe(1);
  deadlines.end(wait);
  expect(vi.getTimerCount()).toBe(0);
});

test("`settled` waits for the last of several requests", async () => {
  const running = new Running();
  for (let count = 0; count < 2; count++) running.start();
  const settled = running.settled(60_000);
  running.end();
  await Promise.resolve();
  running.end();
  expect(await settled).toBe(true);
});

test.for<[end: string, running: number, ends: number, milliseconds: number, expected: boolean]>([
  ["nothing runs", 0, 0, 60_000, true],
  ["all has ended", 2, 2, 60_000, true],
  ["the time is over", 2, 1, 10, false],
  ["there is no time", 1, 0, 0, false],
])("`settled` leaves no timer where %s", async ([, running, ends, milliseconds, expected]) => {
  const before = countTimers();
  const counted = new Running();
  for (let count = 0; count < running; count++) counted.start();
  const settled = counted.settled(milliseconds);
  for (let count = 0; count < ends; count++) counted.end();
  expect(await settled).toBe(expected);
  expect(countTimers()).toBe(before);
});

test("a wait that has no time left is over at once, not after another deadline", async () => {
  useManualTime();
  const fail = vi.fn();
  new Deadlines(30_000).start(0, fail);
  await vi.advanceTimersByTimeAsync(1);
  expect(fail).toHaveBeenCalledWith(30_000);
});
