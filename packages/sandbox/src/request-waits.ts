import { clearTimeout, setTimeout } from "./timers.ts";

/** Milliseconds that each part of a request of the service may wait: together less than ten seconds. */
export const requestWaits = {
  /** Its turn to begin, beside requests of others. */
  turn: 2_000,
  /** The present settings; then those at hand count. */
  settings: 1_000,
  /** A fault, if there are any; then the request is handled as without. */
  faults: 1_000,
  /** Credentials, limits, a place in a set, transaction and handler; then the answer is a 500. */
  handling: 5_500,
};

/** The result of work, or undefined if it takes longer. The work goes on. */
export async function resultWithin<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // A later failure has no listener.
    work.catch(() => {});
  }
}
