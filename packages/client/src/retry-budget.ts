/** How many repetitions the calls of a client may still make together. */
export interface RetryBudget {
  /** Takes one, if there is one. */
  take(): boolean;
  /** A call has succeeded: a part of one comes back. */
  refill(): void;
}

// Where a service fails for long, one request in ten is a repetition.
const part = 0.1;

/** Keeps the budget of a client, so that all its calls together do not drown a service that struggles. */
export function createRetryBudget(size: number): RetryBudget {
  let left = size;
  return {
    take() {
      if (left < 1) return false;
      left--;
      return true;
    },
    refill() {
      left = Math.min(size, left + part);
    },
  };
}
