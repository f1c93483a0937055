import type { Lane } from "./claim.ts";
import { groupBy } from "./group-by.ts";

/** How many notifications of a company to a host are to be claimed. */
export interface Share {
  companyId: string;
  host: string;
  count: number;
}

/** Attempts at once: of all, of a company, to a host, and of a company to a host. */
export const most = { all: 256, company: 64, host: 32, lane: 8 };

/** Attempts under way. */
export class Active {
  readonly #counts = new Map<string, number>();
  #all = 0;

  add({ companyId, host }: Pick<Lane, "companyId" | "host">, change: 1 | -1): void {
    this.#all += change;
    for (const key of [companyOf(companyId), hostOf(host), laneOf(companyId, host)]) {
      const count = this.of(key) + change;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  get all(): number {
    return this.#all;
  }
}

const companyOf = (companyId: string): string => `company ${companyId}`;
const hostOf = (host: string): string => `host ${host}`;
const laneOf = (companyId: string, host: string): string => `lane ${JSON.stringify([companyId, host])}`;

/**
 * Shares the room out among the companies that something is due for, and that of a company among its hosts: those with the
 * fewest attempts under way come first. However many hosts of a company hang, there is room for the others.
 *
 * @param now epoch milliseconds
 */
export function shareOut(lanes: readonly Lane[], now: number, active: Active): Share[] {
  const due = groupBy(
    lanes.filter(({ nextAt }) => nextAt <= now),
    ({ companyId }) => companyId,
  );
  const started = new Map<string, number>();
  const roomAt = (host: string): number => most.host - active.of(hostOf(host)) - (started.get(host) ?? 0);
  const companies = divide([...due.keys()], most.all - active.all, (id) => most.company - active.of(companyOf(id)));
  return companies.flatMap(([companyId, room]) => {
    const hosts = (due.get(companyId) ?? []).map(({ host }) => host);
    const roomOf = (host: string): number => Math.min(most.lane - active.of(laneOf(companyId, host)), roomAt(host));
    return divide(hosts, room, roomOf).map(([host, count]) => {
      started.set(host, (started.get(host) ?? 0) + count);
      return { companyId, host, count };
    });
  });
}

/** Divides room evenly, to those with the most room of their own first; what one cannot use the others get. */
function divide(names: readonly string[], room: number, roomOf: (name: string) => number): [string, number][] {
  const open = names.filter((name) => roomOf(name) > 0).toSorted((a, b) => roomOf(b) - roomOf(a));
  let left = room;
  return open.flatMap((name, index): [string, number][] => {
    const count = Math.min(roomOf(name), Math.ceil(left / (open.length - index)));
    left -= count;
    return count > 0 ? [[name, count]] : [];
  });
}

/** When something is due that is not due yet. */
export function nextAfter(lanes: readonly Lane[], now: number): number | undefined {
  const times = lanes.flatMap(({ nextAt }) => (nextAt > now ? [nextAt] : []));
  return times.length > 0 ? times.reduce((least, time) => Math.min(least, time)) : undefined;
}
