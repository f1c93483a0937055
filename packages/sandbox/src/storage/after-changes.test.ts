import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { useManualTime } from "../../../../test/support/time.ts";
import { afterChanges } from "./after-changes.ts";

const interval = 40;

beforeEach(useManualTime);

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
  const times: number[] = [];
  const start = performance.now();
  call.mockImplementation(() => times.push(performance.now() - start));
  for (let millisecond = 0; millisecond < 100; millisecond++) {
    change();
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(times).toEqual([5, 45, 85, 125]);
});

test("nothing is told of any more when it has ended, not even what had gathered", async () => {
  const { changes, change, call, stop } = setUp();
  change();
  stop();
  expect(changes.listenerCount("change")).toBe(0);
  await vi.advanceTimersByTimeAsync(interval);
  expect(call).not.toHaveBeenCalled();
});
