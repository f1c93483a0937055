import { setImmediate } from "./timers.ts";

/**
 * Makes many calls of a function share few runs of it: those that come at the same time, or during the run before. A
 * call never shares a run that began before it: what others had done by the time of the call, its run sees.
 */
export function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const start = async (): Promise<Result> => {
    await running;
    await new Promise((resolve) => setImmediate(resolve));
    next = undefined;
    const started = run();
    running = started.catch(() => {});
    return started;
  };
  return () => {
    next ??= start();
    return next;
  };
}
