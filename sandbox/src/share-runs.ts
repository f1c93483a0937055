/**
 * Makes many calls of a function share few runs of it. A call never shares a run that began before it: what others had
 * done by the time of the call, its run sees.
 */
export function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    const started = run();
    running = started;
    const end = (): void => {
      if (running === started) running = undefined;
    };
    started.then(end, end);
    return started;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
