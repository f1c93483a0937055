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
    onChange: (listener: () => void) => {
      changes.on("change", listener);
      return () => void changes.off("change", listener);
    },
  };
  return {
    changes,
    change: () => void changes.emit("change"),
    call,
    stop: afterChanges(storage, interval, call),
  };
}

test("listeners are called at most once per interval, and after the last change", async () => {
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

test("no listener is called after the end, not even for pending changes", async () => {
  const { changes, change, call, stop } = setUp();
  change();
  stop();
  expect(changes.listenerCount("change")).toBe(0);
  await vi.advanceTimersByTimeAsync(interval);
  expect(call).not.toHaveBeenCalled();
});
