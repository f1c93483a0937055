import "./end-with-npm.ts";

/** Resolves when a command that serves is to end: at SIGINT or SIGTERM, or when the npm that runs it is gone. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
}
