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

/** After this, what was gathered has begun, unless it waits for the run before. */
async function turn(): Promise<void> {
  for (let count = 0; count < 3; count++) await new Promise((resolve) => setImmediate(resolve));
}

test("calls that come at the same time share a run, and those that come during it share the next one", async () => {
  const { runs, share } = makeRuns();
  const first = [share(), share()];
  await turn();
  const others = [share(), share(), share()];
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await turn();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  const later = share();
  await turn();
  expect(runs).toHaveLength(3);
  runs[2]?.resolve(3);
  expect(await later).toBe(3);
});

test("a run that fails fails for its own callers alone", async () => {
  const { runs, share } = makeRuns();
  const first = share();
  await turn();
  const second = share();
  runs[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  runs[1]?.resolve(2);
  expect(await second).toBe(2);
});
