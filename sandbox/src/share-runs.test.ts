import { expect, test } from "vitest";
import { shareRuns } from "./share-runs.ts";

function makeRuns() {
  const runs: PromiseWithResolvers<number>[] = [];
  const share = shareRuns(() => {
    runs.push(Promise.withResolvers());
    return (runs.at(-1) as PromiseWithResolvers<number>).promise;
  });
  return { runs, share };
}

test("a call that comes during a run waits for the next one, together with the others", async () => {
  const { runs, share } = makeRuns();
  const first = share();
  const others = [share(), share(), share()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await first).toBe(1);
  await new Promise(setImmediate);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  const later = share();
  expect(runs).toHaveLength(3);
  runs[2]?.resolve(3);
  expect(await later).toBe(3);
});

test("a run that fails fails for its own callers alone", async () => {
  const { runs, share } = makeRuns();
  const first = share();
  const second = share();
  runs[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await new Promise(setImmediate);
  runs[1]?.resolve(2);
  expect(await second).toBe(2);
});
