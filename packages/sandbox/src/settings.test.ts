import { expect, test } from "vitest";
import { makeSettings } from "./settings.ts";

test("a reading that was begun earlier and ends later changes nothing of what is at hand", async () => {
  const store = makeSettings({ shared: false } as never);
  const found = (value: number) => ({ rows: [{ name: "dailyLimit", valueJson: String(value) }] });
  let end = (_rows: object): void => {};
  const early = store.read({
    executeQuery: () => new Promise((resolve) => (end = resolve)),
  } as never);
  await store.read({ executeQuery: async () => found(2) } as never);
  end(found(1));
  expect([(await early).dailyLimit, store.current.dailyLimit]).toEqual([1, 2]);
});
