import { beforeEach, expect, test, vi } from "vitest";
import { useManualTime } from "../../../../../test/support/time.ts";
import { sleep } from "../../timers.ts";
import { ClosedError, InterruptedError, UnavailableError } from "../storage.ts";
import { type PostgresTimeouts, requestLimits } from "./client.ts";
import { ConnectionLostError } from "./failures.ts";
import { Repeater } from "./transactions.ts";

beforeEach(useManualTime);

const lost = new ConnectionLostError("lost", 5_000, {});
const locked = new InterruptedError("locked", 9_000, {});

function open() {
  const outage = { failed: vi.fn(), succeeded: vi.fn() };
  const repeater = new Repeater(outage, "write");
  /** Milliseconds until work ends that always fails, and how often it was run. */
  const fail = async (error: Error): Promise<{ time: number; rounds: number }> => {
    const begin = performance.now();
    let rounds = 0;
    const work = async (): Promise<never> => {
      rounds += 1;
      throw error;
    };
    let end = 0;
    const ended = expect(repeater.run(requestLimits, work)).rejects.toBe(error);
    void ended.finally(() => {
      end = performance.now();
    });
    await vi.advanceTimersByTimeAsync(20_000);
    await ended;
    return { time: end - begin, rounds };
  };
  return { outage, repeater, fail };
}

test("a lost connection is made up for during five seconds; then calls fail at once, until one succeeds", async () => {
  const { outage, repeater, fail } = open();
  for (const round of [1, 2]) {
    const first = await fail(lost);
    expect(first.time).toBeGreaterThanOrEqual(5_000);
    expect(first.time).toBeLessThan(6_000);
    expect(first.rounds).toBeGreaterThan(10);
    expect(await fail(lost)).toEqual({ time: 0, rounds: 1 });
    expect(outage.failed).toHaveBeenCalledTimes(2 * round);
    expect(await repeater.run(requestLimits, async () => "again")).toBe("again");
  }
  expect(outage.succeeded).toHaveBeenCalledTimes(2);
});

test("a lock that was lost is tried again for nine seconds, whatever other calls met", async () => {
  const { fail } = open();
  for (let round = 0; round < 2; round++) {
    const { time } = await fail(locked);
    expect(time).toBeGreaterThanOrEqual(9_000);
    expect(time).toBeLessThan(10_000);
  }
});

test.each([
  ["an outage", new UnavailableError("away"), 1],
  ["a mistake of the call", new Error("no"), 0],
  ["the end of the sandbox", new ClosedError(), 0],
])("%s fails at once", async (_, error, outages) => {
  const { outage, fail } = open();
  expect(await fail(error)).toEqual({ time: 0, rounds: 1 });
  expect(outage.failed).toHaveBeenCalledTimes(outages);
});

test("work that is done again gets the time that is left of its total", async () => {
  const { repeater } = open();
  const limits: number[][] = [];
  const work = async ({ connect, work }: PostgresTimeouts): Promise<never> => {
    limits.push([connect, work]);
    await sleep(3_500);
    throw locked;
  };
  const ended = expect(repeater.run(requestLimits, work)).rejects.toBe(locked);
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect(limits[0]).toEqual([4_000, 8_000]);
  expect(limits).toHaveLength(3);
  expect(limits[2]?.every((left) => left > 0 && left <= 2_000)).toBe(true);
});
