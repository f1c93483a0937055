import type { PendingHost } from "./claim.ts";

/** How many notifications to a host are to be claimed. */
export interface Share {
  host: string;
  count: number;
}

/** What there is room for. */
export interface Room {
  /** Epoch milliseconds. */
  now: number;
  /** Attempts under way, by host. */
  active: ReadonlyMap<string, number>;
  /** Attempts that may be started. */
  free: number;
  /** Attempts at once to one host. */
  mostByHost: number;
}

/** Shares the room out among the hosts that something is due to: those with the fewest attempts are served first. */
export function shareOut(hosts: readonly PendingHost[], { now, active, free, mostByHost }: Room): Share[] {
  const roomOf = (host: string): number => mostByHost - (active.get(host) ?? 0);
  const due = hosts
    .filter(({ host, nextAt }) => nextAt <= now && roomOf(host) > 0)
    .toSorted((a, b) => roomOf(b.host) - roomOf(a.host));
  let left = free;
  return due.flatMap(({ host }, index) => {
    const count = Math.min(roomOf(host), Math.ceil(left / (due.length - index)));
    left -= count;
    return count > 0 ? [{ host, count }] : [];
  });
}

/** When something is due that is not due yet. */
export function nextAfter(hosts: readonly PendingHost[], now: number): number | undefined {
  const times = hosts.flatMap(({ nextAt }) => (nextAt > now ? [nextAt] : []));
  return times.length > 0 ? times.reduce((least, time) => Math.min(least, time)) : undefined;
}
