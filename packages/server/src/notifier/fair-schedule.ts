import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { Lane } from "./claim.ts";

/** How many notifications of a lane are to be claimed. */
export interface Allocation extends Omit<Lane, "nextAt"> {
  count: number;
}

/**
 * Attempts at once: of all callers, of one caller, and of one lane whose receiver is not known to accept what it gets. Each
 * attempt that succeeds lets its lane begin one more at once, up to half of a caller's.
 */
export const maxAttempts = { all: 256, caller: 64, lane: 8 };

/** Attempts under way. */
export class Active {
  readonly #counts = new Map<string, number>();
  /** How many attempts each lane may have at once that may have more than the usual number. */
  readonly #limits = new Map<string, number>();

  add({ callerId, lane }: Omit<Lane, "nextAt">, change: 1 | -1): void {
    for (const names of [[], [callerId], [callerId, lane]]) {
      const count = this.count(...names) + change;
      if (count > 0) this.#counts.set(compoundKey(...names), count);
      else this.#counts.delete(compoundKey(...names));
    }
  }

  /** Ends an attempt. The limit of its lane grows with a success; after a failure, or without attempts, it is as at first. */
  end({ callerId, lane }: Omit<Lane, "nextAt">, succeeded: boolean): void {
    this.add({ callerId, lane }, -1);
    const name = compoundKey(callerId, lane);
    const limit = Math.min(this.limit(callerId, lane) + 1, maxAttempts.caller / 2);
    if (succeeded && this.count(callerId, lane) > 0) this.#limits.set(name, limit);
    else this.#limits.delete(name);
  }

  /** How many attempts a lane may have at once. */
  limit(callerId: string, lane: string): number {
    return this.#limits.get(compoundKey(callerId, lane)) ?? maxAttempts.lane;
  }

  /** How many of a lane of a caller, of a caller, or at all. */
  count(...names: readonly string[]): number {
    return this.#counts.get(compoundKey(...names)) ?? 0;
  }
}

/**
 * Decides which lanes begin attempts, one attempt after the other: the caller with the fewest attempts under way comes first,
 * and of its lanes the one with the fewest. However many receivers hang, a caller without an attempt under way may begin one,
 * and half of the attempts of a caller are kept for the first attempt of a lane.
 *
 * @param now epoch milliseconds
 */
export function allocate(lanes: readonly Lane[], now: number, active: Active): Allocation[] {
  const callers = new Map<string, { count: number }>();
  const due = lanes.flatMap(({ callerId, lane, nextAt }) => {
    if (nextAt > now) return [];
    const caller = callers.get(callerId) ?? { count: active.count(callerId) };
    callers.set(callerId, caller);
    const limit = active.limit(callerId, lane);
    return [{ caller, callerId, lane, limit, count: active.count(callerId, lane), added: 0 }];
  });
  type DueLane = (typeof due)[number];
  let left = maxAttempts.all - active.count();
  const mayBegin = ({ caller, count, limit }: DueLane): boolean => {
    if (caller.count === 0) return true;
    const callerLimit = count === 0 ? maxAttempts.caller : maxAttempts.caller / 2;
    return left > 0 && count < limit && caller.count < callerLimit;
  };
  const isBefore = (one: DueLane, other: DueLane): boolean =>
    one.caller.count < other.caller.count ||
    (one.caller === other.caller && one.count < other.count);
  for (;;) {
    let next: DueLane | undefined;
    for (const lane of due) if (mayBegin(lane) && (!next || isBefore(lane, next))) next = lane;
    if (!next) break;
    next.caller.count += 1;
    next.count += 1;
    next.added += 1;
    left -= 1;
  }
  return due.flatMap(({ callerId, lane, added }) =>
    added > 0 ? [{ callerId, lane, count: added }] : [],
  );
}

/** When something is due that is not due yet. */
export function nextAfter(lanes: readonly Lane[], now: number): number | undefined {
  const times = lanes.flatMap(({ nextAt }) => (nextAt > now ? [nextAt] : []));
  return times.length > 0 ? times.reduce((earliest, time) => Math.min(earliest, time)) : undefined;
}
