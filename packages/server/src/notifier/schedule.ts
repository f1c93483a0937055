import type { DeliveryRule } from "./outbox.ts";

/**
 * When a notification is to be tried again.
 *
 * @param failures attempts of the schedule that have failed
 * @param now epoch milliseconds
 * @returns epoch milliseconds, or undefined where the schedule is at its end
 */
export function nextAttempt(
  { schedule, jitter }: Pick<DeliveryRule, "schedule" | "jitter">,
  failures: number,
  now: number,
): number | undefined {
  const seconds = schedule[failures];
  if (seconds === undefined) return undefined;
  return Math.round(now + seconds * 1000 * (1 + jitter * (2 * Math.random() - 1)));
}
