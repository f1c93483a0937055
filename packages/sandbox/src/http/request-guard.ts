import type { FastifyInstance, FastifyRequest } from "fastify";
import { setImmediate } from "../timers.ts";

/** Requests of an owner that may always be under way: others' few requests slow it down and do not stop it. */
const fewest = 2;

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
 * Decides when a request begins, so that no owner takes what others ask for too: while others ask, an owner has no more
 * than half as many requests under way as they ask for together, since its requests may cost more than theirs. Alone it
 * has all at once.
 */
export class RequestGuard {
  readonly #owners = new Map<string, Owner>();
  readonly #held = new Set<Owner>();
  readonly #now: () => number;
  readonly #later: (call: () => void) => void;
  #isPlanned = false;
  /** Sum of all peaks. */
  #total = 0;
  #nextSweep: number;

  /** @param now milliseconds @param later calls a function once the requests that have arrived meanwhile are read */
  constructor(now: () => number = () => performance.now(), later: (call: () => void) => void = setImmediate) {
    this.#now = now;
    this.#later = later;
    this.#nextSweep = now() + memory;
  }

  /**
   * Calls `begin` when a request may begin.
   *
   * @returns what is to be called once when the request has ended, also where it has not begun
   */
  enter(name: string, begin: () => void): () => void {
    const owner = this.#owners.get(name) ?? { underWay: 0, waiting: [], peak: 0, next: 0 };
    this.#owners.set(name, owner);
    let hasBegun = false;
    const start = (): void => {
      hasBegun = true;
      begin();
    };
    owner.waiting.push(start);
    const asked = owner.underWay + owner.waiting.length;
    owner.next = Math.max(owner.next, asked);
    if (asked > owner.peak) {
      this.#total += asked - owner.peak;
      owner.peak = asked;
    }
    if (owner.waiting.length > 1 || !this.#start(owner)) this.#held.add(owner);
    return () => {
      if (hasBegun) owner.underWay -= 1;
      else owner.waiting = owner.waiting.filter((one) => one !== start);
      this.#sweep();
      this.#plan();
    };
  }

  /** Starts one request of each owner that was held up, then lets others' requests be read before the next. */
  #plan(): void {
    if (this.#isPlanned || this.#held.size === 0) return;
    this.#isPlanned = true;
    this.#later(() => {
      this.#isPlanned = false;
      let hasStarted = false;
      for (const owner of this.#held) {
        if (this.#start(owner)) hasStarted = true;
        if (owner.waiting.length === 0) this.#held.delete(owner);
      }
      if (hasStarted) this.#plan();
    });
  }

  /** Starts one request of an owner; false where it has as many under way as it may, or none waits. */
  #start(owner: Owner): boolean {
    const others = this.#total - owner.peak;
    const most = others === 0 ? Number.POSITIVE_INFINITY : Math.max(fewest, others / 2);
    const start = owner.underWay < most ? owner.waiting.shift() : undefined;
    if (!start) return false;
    owner.underWay += 1;
    start();
    return true;
  }

  #sweep(): void {
    const now = this.#now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + memory;
    this.#total = 0;
    for (const [name, owner] of this.#owners) {
      owner.peak = owner.next;
      owner.next = owner.underWay + owner.waiting.length;
      this.#total += owner.peak;
      if (owner.peak === 0) this.#owners.delete(name);
    }
  }
}

/** Has the requests of an instance admitted. @param ownerOf whose a request is, by its headers and address alone */
export function addAdmission(app: FastifyInstance, ownerOf: (request: FastifyRequest) => string): void {
  const guard = new RequestGuard();
  app.addHook("onRequest", (request, reply, done) => {
    const leave = guard.enter(ownerOf(request), done);
    // However it ends, also where the caller hangs up.
    reply.raw.once("close", leave);
  });
}
