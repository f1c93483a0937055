import { expect, test, vi } from "vitest";
import { useManualTime } from "../../../../test/support/time.ts";
import type { Exchange } from "../http/exchange.ts";
import { sendHealth } from "./open-host.ts";

const hang = (): Promise<boolean> => new Promise(() => {});
const checks: [name: string, ready: () => boolean | Promise<boolean>, status: number][] = [
  ["is ready", () => true, 200],
  ["is ready later", async () => true, 200],
  ["is not ready", async () => false, 503],
  [
    "throws",
    () => {
      throw new Error("The database is away.");
    },
    503,
  ],
  ["rejects", () => Promise.reject(new Error("The database is away.")), 503],
  ["hangs", hang, 503],
];

test.each(checks)("a readiness check that %s", async (_, ready, status) => {
  useManualTime();
  const end = vi.fn();
  void sendHealth({ isSent: false, end } as unknown as Exchange, ready).catch(end);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(end).toHaveBeenCalledTimes(ready === hang ? 0 : 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(end.mock.calls.map(([sent]) => sent)).toEqual([status]);
});
