import { beforeEach, expect, test, vi } from "vitest";
import { ConnectionError } from "./errors.ts";
import { keepWaits } from "./wait.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // No jitter: a pause is as long as its interval.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

const target = { operation: "getOrder", id: "o_1", field: "status", wanted: ["paid"], ended: [] };

test("pauses grow up to a bound, and start again after a notification", async () => {
  const start = performance.now();
  const at: number[] = [];
  const lookup = async (): Promise<object> => {
    at.push(Math.round(performance.now() - start));
    return { status: at.length === 9 ? "paid" : "open" };
  };
  const waits = keepWaits();
  const wait = waits.wait(target, lookup, {
    firstInterval: 100,
    maxInterval: 300,
    timeout: 10_000,
  });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(at).toEqual([0, 100, 250, 475, 775, 1_075]);
  expect(waits.notify({ id: "o_1" })).toBe(1);
  await vi.advanceTimersByTimeAsync(250);
  expect(at.slice(6)).toEqual([1_100, 1_200, 1_350]);
  expect(await wait).toEqual({ status: "paid" });
});

test("a notification that comes during a lookup is followed by another one at once", async () => {
  let count = 0;
  const lookup = async (): Promise<object> => {
    count++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (count === 1) waits.notify({ id: "o_1" });
    return { status: count === 2 ? "paid" : "open" };
  };
  const waits = keepWaits();
  const wait = waits.wait(target, lookup, { firstInterval: 100 });
  await vi.advanceTimersByTimeAsync(20);
  expect(count).toBe(2);
  expect(await wait).toEqual({ status: "paid" });
});

test("a wait that runs out has the failure of its last lookup as its cause, and none of before a success", async () => {
  const failure = new ConnectionError("broken", { operation: "getOrder", outcome: "unknown" });
  for (const last of [1, 0]) {
    let count = 0;
    const lookup = async (): Promise<object> => {
      const isFailing = count % 2 !== last;
      count += 1;
      if (isFailing) throw failure;
      return { status: "open" };
    };
    const ended = keepWaits()
      .wait(target, lookup, { firstInterval: 100, timeout: 150 })
      .catch(({ cause, last: seen }: Error & { last?: unknown }) => [cause, seen]);
    await vi.advanceTimersByTimeAsync(150);
    expect(await ended).toEqual([last ? undefined : failure, { status: "open" }]);
  }
});
