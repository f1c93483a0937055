/**
 * Resolves when a command that serves is to end: at SIGINT or SIGTERM, or when the npm that runs it is gone, since npm
 * does not hand every signal on.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
    const parent = process.ppid;
    const watch = (): void => {
      if (process.ppid !== parent) resolve();
    };
    if (process.env.npm_lifecycle_event !== undefined) setInterval(watch, 500).unref();
  });
}
