import { expect, test, vi } from "vitest";
import { Interruption, within } from "./interrupt.ts";

test("time that is over already ends work at once, and Node warns of nothing", async () => {
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.name);
  process.on("warning", note);
  await expect(within(-6.6, undefined, () => new Promise(() => {}))).rejects.toThrow(Interruption);
  // Warnings come in a tick of their own.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("no timer is left of work that ended, well or not", async () => {
  vi.useFakeTimers();
  await within(10_000, undefined, async () => "done");
  await within(10_000, undefined, () => Promise.reject(new Error("broken"))).catch(() => {});
  expect(vi.getTimerCount()).toBe(0);
});
