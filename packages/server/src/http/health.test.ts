import { expect, test, vi } from "vitest";
import type { Exchange } from "./exchange.ts";
import { sendHealth } from "./health.ts";

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
  ["hangs", () => new Promise(() => {}), 503],
];

test.each(checks)("a readiness check that %s", async (_, ready, status) => {
  const end = vi.fn();
  void sendHealth({ isSent: false, end } as unknown as Exchange, ready).catch(end);
  await expect.poll(() => end.mock.calls.map(([sent]) => sent)).toEqual([status]);
});
