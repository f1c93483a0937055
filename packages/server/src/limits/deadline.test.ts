import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { plainOperation } from "../../../../test/server/support/core.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Service } from "../service.ts";
import { waitFor } from "./deadline.ts";
import { Running } from "./running.ts";

function open(timeLeft?: number) {
  const failures: unknown[] = [];
  const exchange = { isSent: false, timeLeft, fail: (failure: unknown) => failures.push(failure) };
  const wait = (deadline: number, pending: Promise<unknown>) =>
    waitFor({ deadline, running: new Running() } as Service, plainOperation, exchange as unknown as Exchange, pending);
  return { exchange, failures, wait };
}

const never = new Promise(() => {});

test("what is done in time has its value or its error, and nothing comes after it", async () => {
  const { exchange, failures, wait } = open();
  expect(await wait(5, Promise.resolve(7))).toBe(7);
  await expect(wait(5, Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(exchange.timeLeft).toBeLessThanOrEqual(5);
  // Longer than the deadline: a timer that was left would end an exchange that goes on.
  await sleep(15);
  expect(failures).toEqual([]);
});

test("a request that has used its time up fails at the next wait, unless it has its response", async () => {
  for (const [isSent, count] of [
    [false, 1],
    [true, 0],
  ] as const) {
    const { exchange, failures, wait } = open(0);
    exchange.isSent = isSent;
    void wait(600_000, never);
    await sleep(15);
    if (count > 0) await expect.poll(() => failures.length).toBe(count);
    expect(failures.map(String)).toEqual(
      Array(count).fill("DeadlineError: makeThing did not answer within 600000 ms."),
    );
  }
});

test("without a deadline nothing is measured", async () => {
  const { exchange, wait } = open();
  expect([await wait(0, Promise.resolve(1)), exchange.timeLeft]).toEqual([1, undefined]);
  await wait(600_000, sleep(5));
  expect(exchange.timeLeft).toBeGreaterThan(0);
  expect(exchange.timeLeft).toBeLessThan(600_000);
});
