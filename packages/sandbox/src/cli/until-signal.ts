import { endWithNpm } from "@packages/contract/src/end-with-npm.ts";

/** Exit code of a process that was made to end. */
const forced = 130;

/**
 * Resolves when the process is to end: at the first SIGINT or SIGTERM, which it also gets when the npm
 * that runs it has ended. The second signal ends the process at once.
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
    endWithNpm();
  });
}
