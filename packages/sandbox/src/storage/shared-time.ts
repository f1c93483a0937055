/** Milliseconds that clocks may drift apart between two readings, at the most. */
const drift = 1;

/**
 * The time of another clock, such as a database's, as far as it is known here. Each reading gives bounds of the
 * difference of the two clocks: the other one was read after the question was sent and before the answer came.
 *
 * @param local milliseconds of a monotonic clock, such as the time since the process began
 */
export function makeSharedTime(local: () => number = () => performance.now()) {
  let minDifference = Number.NEGATIVE_INFINITY;
  let maxDifference = Number.POSITIVE_INFINITY;
  return {
    /**
     * Notes a reading.
     *
     * @param sent local time before the question
     * @param time of the other clock, in epoch milliseconds
     */
    note: (sent: number, time: number): void => {
      const from = time - local();
      const to = time - sent;
      minDifference = Math.max(minDifference - drift, from);
      maxDifference = Math.min(maxDifference + drift, to);
      // One of the clocks was set, or this process was suspended: earlier readings no longer count.
      if (minDifference > maxDifference) {
        minDifference = from;
        maxDifference = to;
      }
    },
    /** Epoch milliseconds of the other clock. After a reading it may be a little before what it was. */
    now: (): number => Math.floor(local() + (minDifference + maxDifference) / 2),
  };
}
