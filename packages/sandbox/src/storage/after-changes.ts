import { clearTimeout, setTimeout } from "../timers.ts";
import type { Storage } from "./storage.ts";

/** Milliseconds in which the changes of a moment gather. */
const settleTime = 5;

/**
 * Calls a function a moment after a change, for all changes until then; if they keep coming, no more often than the
 * interval ends.
 *
 * @param interval milliseconds
 * @returns how to end that
 */
export function afterChanges(
  storage: Pick<Storage, "onChange">,
  interval: number,
  call: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let next = 0;
  const forget = storage.onChange(() => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        next = performance.now() + interval;
        call();
      },
      Math.max(settleTime, next - performance.now()),
    ).unref();
  });
  return () => {
    forget();
    clearTimeout(timer);
  };
}
