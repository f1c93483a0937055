import { clearTimeout, setTimeout } from "./timers.ts";

/** Milliseconds that each part of a request of the service may wait for the database: together less than ten seconds. */
export const requestWaits = {
  /** The present settings; then those at hand count. */
  settings: 1_500,
  /** A fault, if there are any; then the request is handled as without. */
  faults: 1_500,
  /** Credentials, limits, a place in a set, transaction and handler; then the answer is a 500. */
  handling: 6_500,
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
    // A failure that comes later is nobody's.
    work.catch(() => {});
  }
}
