/** Exit code of a process that was made to end. */
const forced = 130;

/**
 * Resolves when the process is to end: at the first SIGINT or SIGTERM, or when the npm that runs it is gone, since npm
 * does not hand every signal on. The second signal ends the process at once.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const onSignal = (): void => {
      count += 1;
      if (count > 1) process.exit(forced);
      resolve();
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
    const parent = process.ppid;
    const watch = (): void => {
      if (process.ppid !== parent) resolve();
    };
    if (process.env.npm_lifecycle_event !== undefined) setInterval(watch, 500).unref();
  });
}
