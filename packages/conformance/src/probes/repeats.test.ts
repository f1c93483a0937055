import { expect, test } from "vitest";
import { contract } from "../../../../test/support/contract.ts";
import type { Exchange } from "../exchange.ts";
import type { Delivery, Listener } from "../listener.ts";
import type { Session } from "../session.ts";
import { waitForRepeat } from "./repeats.ts";

const { schedule = [], jitter = 0 } = contract.delivery ?? {};

/** What the suite finds of a server that waits so many times what is planned, on a machine that stands still at times. */
async function findingsOf(factor: () => number, standstill: () => number): Promise<string[]> {
  const findings: string[] = [];
  const arrived: Delivery[] = [];
  let now = 0;
  let due = 0;
  /** Lets time pass; what falls due meanwhile is sent, and fails. */
  const goTo = (time: number): void => {
    while (due <= time && arrived.length < schedule.length) {
      arrived.push({ method: "POST", path: "/", headers: {}, body: Buffer.alloc(0), json: { event: "e" }, at: due });
      due += (schedule[arrived.length] ?? 0) * 1000 * factor();
    }
    now = Math.max(now, time);
  };
  const session = {
    contract,
    now: () => now,
    pass: async (milliseconds: number) => goTo(now + milliseconds + standstill()),
    control: {},
    expect: (_check: string, _operation: unknown, holds: boolean, message: string) => {
      if (!holds) findings.push(message);
      return holds;
    },
  } as unknown as Session;
  const listener = {
    arrived: async (_path: string, _isIt: unknown, { count = 1, timeout = 10_000 }) => {
      for (let left = timeout; left > 0 && arrived.length < count; left -= 20) goTo(now + 20);
      goTo(now + standstill());
      return arrived;
    },
  } as unknown as Listener;
  goTo(0);
  let failed: number | undefined = now;
  for (let attempt = 2; attempt <= schedule.length && failed !== undefined; attempt++) {
    const repeat = { path: "/", event: "e", made: { exchange: {} as Exchange }, attempt, failed };
    failed = await waitForRepeat(session, listener, repeat);
  }
  return findings;
}

const within = (least: number, most: number) => (): number => least + Math.random() * (most - least);

test("a server that keeps to the schedule trips nothing, wherever in its jitter it repeats and however the machine halts", async () => {
  for (let round = 0; round < 300; round++) {
    const factor = within(1 - jitter, 1 + jitter);
    const standstill = round % 2 === 0 ? () => 0 : () => (Math.random() < 0.3 ? Math.random() * 8_000 : 0);
    expect(await findingsOf(factor, standstill)).toEqual([]);
  }
  for (const edge of [1 - jitter, 1 + jitter]) expect(await findingsOf(within(edge, edge), () => 0)).toEqual([]);
});

test("a server that repeats late trips it, one that repeats early does not", async () => {
  expect(await findingsOf(within(0.5, 0.6), () => 0)).toEqual([]);
  expect((await findingsOf(within(1.6, 1.7), () => 0)).join()).toMatch(/did not come within \d+ s of a failure/);
});
