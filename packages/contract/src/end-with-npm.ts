let isWatching = false;

/**
 * Sends SIGTERM to this process, once, when the npm that runs it has ended: npm hands a signal on to its shell alone, and a
 * shell that ends does not pass it on.
 */
export function endWithNpm(): void {
  if (isWatching || process.env.npm_lifecycle_event === undefined) return;
  isWatching = true;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}
