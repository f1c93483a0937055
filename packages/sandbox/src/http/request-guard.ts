import type { FastifyInstance, FastifyRequest } from "fastify";
import { setImmediate } from "../timers.ts";

/** Milliseconds for which an owner counts at least with what it asked for at once: its next request may be on its way. */
const memory = 100;

interface Owner {
  underWay: number;
  /** How those that wait begin. */
  waiting: (() => void)[];
  /** The most that were under way or waiting lately, and since the last sweep. */
  peak: number;
  next: number;
}

/**
 * Decides when a request begins, so that no owner takes what others ask for too. Alone an owner has all of its requests
 * under way at once. While others ask, it has at most as many as they ask for together, and the fewer the more it asks
 * for itself: of 24 next to 4 of others one, since its requests may cost more than theirs.
 *
 * @param now milliseconds
 * @param later calls a function once the requests that have arrived meanwhile are read
 */
export function makeRequestGuard(
  now: () => number = () => performance.now(),
  later: (call: () => void) => void = setImmediate,
) {
  const owners = new Map<string, Owner>();
  const held = new Set<Owner>();
  let isPlanned = false;
  /** Sum of all peaks. */
  let total = 0;
  let nextSweep = now() + memory;

  /** Starts one request of an owner; false where it has as many under way as it may, or none waits. */
  const start = (owner: Owner): boolean => {
    const others = total - owner.peak;
    const most = others === 0 ? Number.POSITIVE_INFINITY : Math.max(1, others * (others / owner.peak));
    const begin = owner.underWay < most ? owner.waiting.shift() : undefined;
    if (!begin) return false;
    owner.underWay += 1;
    begin();
    return true;
  };
  /** Starts one request of each owner that was held up, then lets others' requests be read before the next. */
  const plan = (): void => {
    if (isPlanned || held.size === 0) return;
    isPlanned = true;
    later(() => {
      isPlanned = false;
      let hasStarted = false;
      for (const owner of held) {
        if (start(owner)) hasStarted = true;
        if (owner.waiting.length === 0) held.delete(owner);
      }
      if (hasStarted) plan();
    });
  };
  const sweep = (): void => {
    if (now() < nextSweep) return;
    nextSweep = now() + memory;
    total = 0;
    for (const [name, owner] of owners) {
      owner.peak = owner.next;
      owner.next = owner.underWay + owner.waiting.length;
      total += owner.peak;
      if (owner.peak === 0) owners.delete(name);
    }
  };
  /**
   * Calls `begin` when a request may begin.
   *
   * @returns what is to be called once when the request has ended, also where it has not begun
   */
  return (name: string, begin: () => void): (() => void) => {
    const owner = owners.get(name) ?? { underWay: 0, waiting: [], peak: 0, next: 0 };
    owners.set(name, owner);
    let hasBegun = false;
    const call = (): void => {
      hasBegun = true;
      begin();
    };
    owner.waiting.push(call);
    const asked = owner.underWay + owner.waiting.length;
    owner.next = Math.max(owner.next, asked);
    total += Math.max(0, asked - owner.peak);
    owner.peak = Math.max(owner.peak, asked);
    if (owner.waiting.length > 1 || !start(owner)) held.add(owner);
    return () => {
      if (hasBegun) owner.underWay -= 1;
      else owner.waiting = owner.waiting.filter((one) => one !== call);
      sweep();
      plan();
    };
  };
}

/** Has the requests of an instance admitted. @param ownerOf whose a request is, by its headers and address alone */
export function addAdmission(app: FastifyInstance, ownerOf: (request: FastifyRequest) => string): void {
  const enter = makeRequestGuard();
  app.addHook("onRequest", (request, reply, done) => {
    const leave = enter(ownerOf(request), done);
    // However it ends, also where the caller hangs up.
    reply.raw.once("close", leave);
  });
}
