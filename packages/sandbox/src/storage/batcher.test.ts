import { expect, test, vi } from "vitest";
import { createBatcher, shareRuns } from "./batcher.ts";
import { UnavailableError } from "./storage.ts";

function record(
  run: (jobs: readonly string[]) => (string | Error)[] | Promise<(string | Error)[]>,
) {
  const sets: string[][] = [];
  return {
    sets,
    run: async (jobs: readonly string[]) => {
      sets.push([...jobs]);
      return run(jobs);
    },
  };
}

test("what waits at the same time is done together, and each gets its own result", async () => {
  const { sets, run } = record((jobs) =>
    jobs.map((job) => (job === "b" ? new Error("no") : job.toUpperCase())),
  );
  const add = createBatcher({ run });
  expect(await Promise.allSettled(["a", "b", "c"].map(add))).toMatchObject([
    { value: "A" },
    { reason: { message: "no" } },
    { value: "C" },
  ]);
  expect(sets).toEqual([["a", "b", "c"]]);
});

test("where a set fails, each is done alone, and only the one fails that is wrong", async () => {
  const { sets, run } = record((jobs) => {
    if (jobs.includes("bad")) throw new Error("bad");
    return [...jobs];
  });
  const add = createBatcher({ run });
  const ended = await Promise.allSettled(["a", "bad", "c"].map(add));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(sets).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
});

test("while the database is away, no call is repeated", async () => {
  const { sets, run } = record(() => {
    throw new UnavailableError("away");
  });
  const add = createBatcher({ run });
  const ended = await Promise.allSettled(["a", "b"].map(add));
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(sets).toHaveLength(1);
});

test("a key is in one set at a time, an id once in a set, and others go on meanwhile", async () => {
  const first = Promise.withResolvers<void>();
  const { sets, run } = record(async (jobs) => {
    if (jobs.includes("x1")) await first.promise;
    return [...jobs];
  });
  const add = createBatcher({ run, keyOf: (job) => job.charAt(0), idOf: (job) => job });
  const slow = [add("x1"), add("x1")];
  await expect.poll(() => sets.length).toBe(1);
  const blocked = add("x2");
  expect(await add("y1")).toBe("y1");
  expect(sets).toEqual([["x1"], ["y1"]]);
  first.resolve();
  await Promise.all([...slow, blocked]);
  expect(sets.slice(2)).toEqual([["x1", "x2"]]);
});

test("jobs of one id are done one after another, in the order in which they came", async () => {
  const running = new Set<string>();
  const done: string[] = [];
  const add = createBatcher<string, string>({
    run: async (jobs) => {
      const ids = jobs.map((job) => job.slice(0, 2));
      for (const id of ids) {
        expect(running.has(id), "twice at once").toBe(false);
        running.add(id);
      }
      for (let turns = jobs.length % 3; turns >= 0; turns--) await nextTurn();
      for (const id of ids) running.delete(id);
      done.push(...jobs);
      return [...jobs];
    },
    maxBatchSize: 4,
    concurrency: 3,
    keyOf: (job) => job.charAt(0),
    idOf: (job) => job.slice(0, 2),
  });
  const jobs: string[] = [];
  const results: Promise<string>[] = [];
  for (let index = 0; index < 300; index++) {
    const job = `${"xyzxx".charAt(index % 5)}${(index * 7) % 3} ${String(index).padStart(3, "0")}`;
    jobs.push(job);
    results.push(add(job));
    if (index % 11 === 0) await nextTurn();
  }
  expect(await Promise.all(results)).toEqual(jobs);
  // Sorted by id and number alone, as they came.
  const byId = (all: readonly string[]) =>
    all.toSorted((one, other) => one.slice(0, 2).localeCompare(other.slice(0, 2)));
  expect(byId(done)).toEqual(byId(jobs));
});

test("a set that waits takes what comes for its keys meanwhile, as much as it has room for; where it fails, each is done alone", async () => {
  const lock = Promise.withResolvers<void>();
  const sets: (readonly string[])[] = [];
  const begun: string[] = [];
  const add = createBatcher<string, string>({
    run: async (jobs, take) => {
      begun.push(jobs.join(" "));
      await lock.promise;
      const all = take();
      sets.push(all);
      if (all.length > 1 && all.includes("y-bad")) throw new Error("bad");
      return [...all];
    },
    maxBatchSize: 4,
    keyOf: (job) => job.charAt(0),
    idOf: (job) => job,
  });
  const done: Promise<string>[] = [];
  const addAll = async (...jobs: string[]): Promise<void> => {
    done.push(...jobs.map(add));
    await turn();
  };
  await addAll("x1");
  await addAll("y-bad");
  await addAll("x1", "x2", "y2", "z1", "x3", "x4", "x5");
  expect(begun).toEqual(["x1", "y-bad"]);
  lock.resolve();
  expect(await Promise.all(done)).toHaveLength(9);
  expect(sets).toEqual([
    ["x1", "x2", "x3", "x4"],
    ["y-bad", "y2"],
    ["y-bad"],
    ["y2"],
    ["x1", "z1", "x5"],
  ]);
});

test("no more are in a set, and no more sets at once, than there may be", async () => {
  let open = 0;
  let maxJobs = 0;
  const { sets, run } = record(async (jobs) => {
    open += 1;
    maxJobs = Math.max(maxJobs, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return [...jobs];
  });
  const add = createBatcher({ run, maxBatchSize: 3, concurrency: 2 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(String(index))));
  expect(maxJobs).toBe(2);
  expect(Math.max(...sets.map(({ length }) => length))).toBe(3);
  expect(sets.flat()).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
});

test.for([
  [49, true],
  [50, true],
  [51, false],
] as const)(
  "a job that may wait for 50 ms and has waited for %d is done: %s",
  async ([waited, isDone]) => {
    const first = Promise.withResolvers<void>();
    const { sets, run } = record(async (jobs) => {
      if (jobs.includes("slow")) await first.promise;
      return [...jobs];
    });
    let now = 1_000;
    const add = createBatcher({ run, maxWait: 50, concurrency: 1, now: () => now });
    const slow = add("slow");
    await turn();
    const ended = Promise.allSettled([add("next")]);
    now += waited;
    first.resolve();
    await slow;
    await turn();
    expect(await ended).toMatchObject([
      isDone ? { value: "next" } : { reason: expect.any(UnavailableError) },
    ]);
    // What has failed is not done all the same.
    expect(sets).toEqual(isDone ? [["slow"], ["next"]] : [["slow"]]);
  },
);

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

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
  for (let count = 0; count < 3; count++) await nextTurn();
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

test("a job that has waited too long for its set fails instead of being done", async () => {
  const sets: string[][] = [];
  let end = (): void => {};
  const add = createBatcher<string, string>({
    run: async (jobs) => {
      sets.push([...jobs]);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return [...jobs];
    },
    concurrency: 1,
    maxWait: 20,
  });
  const first = add("first");
  await vi.waitUntil(() => sets.length === 1);
  const late = expect(add("late")).rejects.toThrow(
    "The database does not keep up: a call waited 20 ms for its turn.",
  );
  await new Promise((resolve) => setTimeout(resolve, 40));
  const next = add("next");
  end();
  await Promise.all([first, late]);
  await vi.waitUntil(() => sets.length === 2);
  end();
  expect(await next).toBe("next");
  expect(sets).toEqual([["first"], ["next"]]);
});

test("a key with many waiting jobs has a set by itself, and those with few share one", async () => {
  const sets: string[] = [];
  const add = createBatcher<string, string>({
    run: async (jobs) => {
      sets.push(jobs.join(""));
      return [...jobs];
    },
    keyOf: (job) => job,
  });
  await Promise.all([..."baaaaaabcca"].map(add));
  expect(sets.toSorted()).toEqual(["aaaaaaa", "bbcc"]);
});
