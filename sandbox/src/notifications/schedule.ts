import { delivery } from "../contract.ts";

/**
 * When a notification is to be tried again.
 *
 * @param failures attempts of the schedule that have failed
 * @param now epoch milliseconds
 * @returns epoch milliseconds, or undefined where the schedule is at its end
 */
export function nextAttempt(failures: number, now: number): number | undefined {
  const seconds = delivery.schedule[failures];
  if (seconds === undefined) return undefined;
  const jitter = 1 + delivery.jitter * (2 * Math.random() - 1);
  return Math.round(now + seconds * 1000 * jitter);
}

/** Milliseconds after which a registration that only fails is switched off. */
export const longestFailure = delivery.disabledAfter * 1000;
