import type { Retry } from "./settings.ts";

/**
 * Milliseconds to wait before a request is sent again: anything up to a bound that doubles each time (full jitter), or
 * the service's `Retry-After` and as much more, so that callers do not come back all at once.
 */
export function retryDelay(attempt: number, retry: Retry, retryAfter: number | undefined): number {
  const bound = Math.min(retry.maxDelay, retry.firstDelay * 2 ** (attempt - 1));
  return (retryAfter ?? 0) + Math.random() * bound;
}

/**
 * Milliseconds of a `Retry-After`: seconds, or a date, which is held against the date of the response so that
 * a wrong clock does not matter.
 */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After");
  if (!value) return undefined;
  const now = Date.parse(headers.get("Date") ?? "") || Date.now();
  const seconds = Number(value);
  const delay = seconds >= 0 ? seconds * 1000 : Date.parse(value) - now;
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

/** Whether the same request may be answered otherwise a little later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}
