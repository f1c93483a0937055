import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestWaits } from "../request-waits.ts";
import { clearTimeout, machineTime, setImmediate, setTimeout } from "../timers.ts";

/** Requests that begin in one turn of the event loop. */
const requestsInTurn = 8;

/** Requests of one owner that are under way at once: if it is alone, and while others have some, too. */
const maxUnderWay = { alone: 64, beside: 8 };

/** Milliseconds after its last request for which an owner counts as one that has some: the next may be on its way. */
const presentTime = 100;

/** An owner with its requests. */
interface Owner {
  waiting: Map<symbol, () => void>;
  underWay: number;
  /** When its last request came or ended, by the machine's time. */
  lastSeen: number;
}

/**
 * Decides which requests begin next: of one owner after another, a few in each turn of the event loop. An owner has
 * some under way and the others wait, fewer while several owners have requests, so that none takes the turns of another. One that
 * has waited for two seconds begins in any case.
 */
export class Turns {
  readonly #now: () => number;
  /** The owner whose turn is next comes first. */
  readonly #owners = new Map<string, Owner>();
  #isScheduled = false;

  /** @param now milliseconds */
  constructor(now: () => number = machineTime) {
    this.#now = now;
  }

  /** Owners with a request now or a moment ago. */
  get size(): number {
    return this.#owners.size;
  }

  /**
   * Calls `begin` when a request may begin.
   *
   * @returns a function to call once when the request has ended, even if it has not begun
   */
  enter(name: string, begin: () => void): () => void {
    const owner = this.#owners.get(name) ?? { waiting: new Map(), underWay: 0, lastSeen: 0 };
    this.#owners.set(name, owner);
    owner.lastSeen = this.#now();
    const key = Symbol(name);
    const timer = setTimeout(() => owner.waiting.get(key)?.(), requestWaits.turn).unref();
    owner.waiting.set(key, () => {
      clearTimeout(timer);
      owner.waiting.delete(key);
      owner.underWay += 1;
      begin();
    });
    this.#schedule();
    return () => {
      clearTimeout(timer);
      if (!owner.waiting.delete(key)) owner.underWay -= 1;
      owner.lastSeen = this.#now();
      this.#schedule();
    };
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#take());
  }

  #take(): void {
    this.#isScheduled = false;
    this.#forgetAbsent();
    const limit = this.#owners.size > 1 ? maxUnderWay.beside : maxUnderWay.alone;
    for (let begun = 0; begun < requestsInTurn; begun++) {
      const next = [...this.#owners].find(
        ([, { waiting, underWay }]) => waiting.size > 0 && underWay < limit,
      );
      if (!next) return;
      const [name, owner] = next;
      this.#owners.delete(name);
      this.#owners.set(name, owner);
      const [begin] = owner.waiting.values();
      begin?.();
    }
    this.#schedule();
  }

  #forgetAbsent(): void {
    const now = this.#now();
    for (const [name, { waiting, underWay, lastSeen }] of this.#owners) {
      if (waiting.size + underWay === 0 && now - lastSeen >= presentTime) this.#owners.delete(name);
    }
  }
}

/**
 * Has the requests of an instance begin in turns.
 *
 * @param ownerOf company of a request, by its headers alone; undefined if unknown: these count as one owner
 */
export function registerTurns(
  app: FastifyInstance,
  ownerOf: (request: FastifyRequest) => string | undefined,
): void {
  const turns = new Turns();
  app.addHook("onRequest", (request, reply, done) => {
    const leave = turns.enter(ownerOf(request) ?? "unknown", done);
    // However it ends, even if the caller hangs up.
    reply.raw.once("close", leave);
  });
}
