import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { afterChanges } from "./after-changes.ts";

const interval = 40;

function setUp() {
  const changes = new EventEmitter();
  const call = vi.fn();
  const storage = {
    onChange: (listener: (isOwn: boolean) => void) => {
      changes.on("change", listener);
      return () => void changes.off("change", listener);
    },
  };
  return {
    changes,
    change: () => void changes.emit("change", true),
    call,
    stop: afterChanges(storage, interval, call),
  };
}

test("changes that keep coming are told of no more often than the interval says, the last one too", async () => {
  const { change, call } = setUp();
  const start = performance.now();
  while (call.mock.calls.length < 4) {
    change();
    await sleep(1);
  }
  expect(performance.now() - start).toBeGreaterThanOrEqual(3 * interval - 1);
  change();
  await expect.poll(() => call).toHaveBeenCalledTimes(5);
});

test("nothing is told of any more when it has ended, not even what had gathered", async () => {
  const { changes, change, call, stop } = setUp();
  change();
  stop();
  expect(changes.listenerCount("change")).toBe(0);
  await sleep(interval);
  expect(call).not.toHaveBeenCalled();
});
