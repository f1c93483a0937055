import { machineTime, setImmediate } from "../timers.ts";
import { UnavailableError } from "./storage.ts";

/** How calls are gathered. */
export interface BatchOptions<Job, Result> {
  /**
   * Does the jobs of a set together; a job may fail alone by a result that is an error. If it throws, none is done.
   *
   * @param jobs those for which the set was begun
   * @param take adds jobs of the same keys that have come since, and returns all: called once the set has what it waits for, such as a lock
   */
  run(jobs: readonly Job[], take: () => readonly Job[]): Promise<(Result | Error)[]>;
  /** Jobs of one set at the most. */
  maxBatchSize?: number;
  /** Milliseconds that a job may wait for its set to begin; then it fails. No limit if absent. */
  maxWait?: number;
  /** Sets under way at the same time. */
  concurrency?: number;
  /** The key that jobs of two sets at once may not share, such as a row that both change; none if absent. */
  keyOf?(job: Job): string;
  /** The key that two jobs of one set may not share; none if absent. */
  idOf?(job: Job): string;
  /** Milliseconds; the machine's time if absent. */
  now?(): number;
}

/**
 * More waiting jobs of one key than these have a separate set: such a set may wait for another process that changes the same
 * row, and jobs of other keys do not wait with it.
 */
const manyJobs = 4;

/** A job, with its caller. */
interface Waiting<Job, Result> {
  job: Job;
  /** When it fails, by the machine's time. */
  end: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Has calls that wait at the same time done together, as one transaction for all of them: the cost of a
 * round trip and a commit is paid once. A set that fails is done again one by one, so that one failure does not fail the others.
 */
export function createBatcher<Job, Result>(
  options: BatchOptions<Job, Result>,
): (job: Job) => Promise<Result> {
  const { run, maxBatchSize = 64, maxWait = Number.POSITIVE_INFINITY } = options;
  const { concurrency = 2, keyOf = () => undefined, idOf, now: time = machineTime } = options;
  let waiting: Waiting<Job, Result>[] = [];
  const busy = new Set<string | undefined>();
  let running = 0;
  let isScheduled = false;

  const rejectLate = (): void => {
    const now = time();
    const late = waiting.filter(({ end }) => end < now);
    const message = `The database does not keep up: a call waited ${maxWait} ms for its turn.`;
    for (const { reject } of late) reject(new UnavailableError(message));
    waiting = waiting.filter(({ end }) => end >= now);
  };
  /** Moves jobs out of the waiting ones into a set: as many as it has room for, and of each id one. */
  const fill = (set: Waiting<Job, Result>[], fitting: readonly Waiting<Job, Result>[]): void => {
    const ids = new Set(set.map(({ job }) => idOf?.(job)));
    for (const one of fitting) {
      const id = idOf?.(one.job);
      if (set.length < maxBatchSize && (id === undefined || !ids.has(id))) set.push(one);
      ids.add(id);
    }
    const filled = new Set(set);
    waiting = waiting.filter((one) => !filled.has(one));
  };
  /** The next set: the job that waits longest, and those that may share it. */
  const nextBatch = (): Waiting<Job, Result>[] => {
    rejectLate();
    const free = waiting.filter(({ job }) => {
      const key = keyOf(job);
      return key === undefined || !busy.has(key);
    });
    const groups = Map.groupBy(free, ({ job }) => keyOf(job));
    const [first] = free;
    if (!first) return [];
    const own = groups.get(keyOf(first.job)) ?? [];
    const fitting =
      own.length > manyJobs
        ? own
        : free.filter(({ job }) => (groups.get(keyOf(job))?.length ?? 0) <= manyJobs);
    const set: Waiting<Job, Result>[] = [];
    fill(set, fitting);
    return set;
  };
  const flush = (): void => {
    isScheduled = false;
    while (running < concurrency) {
      const set = nextBatch();
      if (set.length === 0) return;
      const keys = new Set(set.map(({ job }) => keyOf(job)));
      for (const key of keys) busy.add(key);
      running += 1;
      const add = (): void => {
        rejectLate();
        fill(
          set,
          waiting.filter(({ job }) => keys.has(keyOf(job))),
        );
      };
      void runSet(set, add, run).finally(() => {
        running -= 1;
        for (const key of keys) busy.delete(key);
        schedule();
      });
    }
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  };
  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, end: time() + maxWait, resolve, reject });
      schedule();
    });
}

async function runSet<Job, Result>(
  set: readonly Waiting<Job, Result>[],
  add: () => void,
  run: BatchOptions<Job, Result>["run"],
): Promise<void> {
  const jobsNow = (): Job[] => set.map(({ job }) => job);
  try {
    const results = await run(jobsNow(), () => {
      add();
      return jobsNow();
    });
    set.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result instanceof Error) reject(result);
      else resolve(result as Result);
    });
  } catch (error) {
    // If the database is away, it is so for each of them.
    if (set.length === 1 || error instanceof UnavailableError)
      for (const { reject } of set) reject(error);
    else for (const one of set) await runSet([one], () => {}, run);
  }
}

/**
 * Makes many calls of a function share few runs of it: those that come at the same time, or during the run before. A
 * call never shares a run that began before it: its run sees everything that others had done by then.
 */
export function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  const call = createBatcher<undefined, Result>({
    run: async (calls) => {
      const ended = await run().catch((error: Error) => error);
      return calls.map(() => ended);
    },
    maxBatchSize: Number.POSITIVE_INFINITY,
    concurrency: 1,
  });
  return () => call(undefined);
}
