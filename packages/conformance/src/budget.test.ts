import { expect, onTestFinished, test, vi } from "vitest";
import { Budget, endWith } from "./budget.ts";
import { Listener } from "./listener.ts";

test("the first finding ends a run that fails fast, but not its cleaning up", async () => {
  const budget = new Budget({ url: "http://localhost", failFast: true } as never, () => true);
  expect(() => budget.check()).toThrow("The first finding");
  let isCleaned = false;
  await budget.clean(10_000, async () => {
    budget.check();
    isCleaned = true;
  });
  expect(isCleaned).toBe(true);
});

test("without a public URL only this machine reaches the receivers", async () => {
  const listener = await Listener.open();
  try {
    expect((await fetch(`${listener.url}/a`, { method: "POST" })).status).toBe(200);
    await expect(fetch(listener.url.replace("127.0.0.1", "127.0.0.2"))).rejects.toThrow(
      "fetch failed",
    );
  } finally {
    await listener.close();
  }
});

test.for<[budget: number | undefined, most: number]>([
  [1_000, 1_000],
  [0, 0],
  [undefined, 20 * 60_000],
])("a budget of %s ms is used up after %d", ([budget, most]) => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const own = new Budget({ url: "", ...(budget !== undefined && { budget }) } as never, () => true);
  vi.setSystemTime(1_000_000 + most);
  expect(own.left).toBe(0);
  expect(() => own.check()).not.toThrow();
  vi.setSystemTime(1_000_000 + most + 1);
  expect(own.left).toBe(-1);
  expect(() => own.check()).toThrow(`The budget of ${most / 1000} s is used up.`);
});

test("a part of a run ends in its own time, and does not end the run", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const budget = new Budget({ url: "" } as never, () => false);
  const outer = budget.signal;
  let inner: AbortSignal | undefined;
  const part = budget.within(100, "It took too long.", () => {
    inner = budget.signal;
    return new Promise(() => {});
  });
  const ended = expect(part).rejects.toThrow("It took too long.");
  await vi.advanceTimersByTimeAsync(99);
  expect(inner?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect([inner?.aborted, outer.aborted, budget.isStopped]).toEqual([true, false, false]);
  expect(vi.getTimerCount()).toBe(0);
  await budget.within(100, "", async () => budget.check());
  expect(vi.getTimerCount()).toBe(0);
});

test("an interrupted run ends its parts, but not its cleaning up", async () => {
  const interrupt = new AbortController();
  const budget = new Budget({ url: "", signal: interrupt.signal } as never, () => false);
  const part = budget.within(60_000, "", () => new Promise(() => {}));
  interrupt.abort();
  await expect(part).rejects.toThrow("The run was interrupted.");
  expect(() => budget.check()).toThrow("The run was interrupted.");
  const before = new Budget({ url: "", signal: AbortSignal.abort() } as never, () => false);
  expect(before.isStopped).toBe(true);
  let isCleaned = false;
  await budget.clean(60_000, async () => {
    expect(budget.left).toBe(Number.POSITIVE_INFINITY);
    isCleaned = true;
  });
  expect(isCleaned).toBe(true);
});

test("what waits for a value leaves no listener behind", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await endWith(signal, Promise.resolve(1));
  await endWith(signal, Promise.reject(new Error("x"))).catch(() => {});
  await vi.waitFor(() => expect(removed).toHaveBeenCalledTimes(2));
  expect(added.mock.calls.map(([, listener]) => listener)).toEqual(
    removed.mock.calls.map(([, listener]) => listener),
  );
  await expect(endWith(AbortSignal.abort("why"), new Promise(() => {}))).rejects.toBe("why");
});
