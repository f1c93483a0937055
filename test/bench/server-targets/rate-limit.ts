// The rate limit of a hand-written service: fixed windows in memory, with the headers of the contract.
interface Window {
  count: number;
  /** Epoch milliseconds. */
  resetsAt: number;
}

/** Seconds. */
const length = 60;

const windows = new Map<string, Window>();
const maxWindows = 100_000;

setInterval(() => {
  const now = Date.now();
  for (const [company, { resetsAt }] of windows) if (now >= resetsAt) windows.delete(company);
}, 10_000).unref();

/** Counts a request of a company; undefined if it is one too many. */
export function countRequest(company: string, limit: number): Record<string, string> | undefined {
  const now = Date.now();
  let current = windows.get(company);
  if (!current || now >= current.resetsAt) {
    current = { count: 0, resetsAt: now + length * 1000 };
    windows.set(company, current);
    // The oldest goes, as in a cache of the least recently used.
    if (windows.size > maxWindows) windows.delete(windows.keys().next().value as string);
  }
  current.count += 1;
  if (current.count > limit) return undefined;
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(limit - current.count),
    "x-ratelimit-reset": String(Math.ceil(current.resetsAt / 1000)),
    "x-ratelimit-window": String(length),
  };
}
