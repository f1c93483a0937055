import type { FastifyInstance, FastifyRequest } from "fastify";
import { machineTime } from "../timers.ts";

/** Milliseconds for which an owner counts at least with its number of concurrent requests: the next may be on its way. */
const demandWindow = 100;

/** Bytes of a body that cost as much as the rest of a request. */
const bytesPerCostUnit = 16_384;

/** Requests of an owner, in their costs. */
interface Owner {
  waiting: { begin(): void; cost: number }[];
  inFlight: number;
  /** Under way and waiting. */
  requested: number;
  /** The maximum of `requested` in this window. */
  windowPeak: number;
  /** The maximum of `requested` in this window and the one before. */
  peak: number;
}

/**
 * Decides when a request begins, so that no owner takes the turns of others. Requests begin at once, except for those of
 * an owner that asks for more than all others together: it has fewer under way than they ask for, the fewer the more it asks
 * for. Next to 10 requests of others an owner of 20 has 5 under way, and one of 100 has one.
 */
export class FairScheduler {
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  #windowEnd: number;

  /** @param now milliseconds */
  constructor(now: () => number = machineTime) {
    this.#now = now;
    this.#windowEnd = now() + demandWindow;
  }

  /** Owners with a request now or a moment ago. */
  get size(): number {
    return this.#owners.size;
  }

  /**
   * Calls `begin` when a request may begin.
   *
   * @param cost 1, or more if a request takes longer than a usual one
   * @returns a function to call once when the request has ended, even if it has not begun
   */
  enter(name: string, begin: () => void, cost = 1): () => void {
    const owner = this.#owners.get(name) ?? {
      waiting: [],
      inFlight: 0,
      requested: 0,
      windowPeak: 0,
      peak: 0,
    };
    this.#owners.set(name, owner);
    const request = { begin, cost };
    owner.waiting.push(request);
    owner.requested += cost;
    owner.windowPeak = Math.max(owner.windowPeak, owner.requested);
    owner.peak = Math.max(owner.peak, owner.requested);
    this.#beginWaiting();
    return () => {
      owner.requested -= cost;
      const index = owner.waiting.indexOf(request);
      if (index >= 0) owner.waiting.splice(index, 1);
      else owner.inFlight -= cost;
      this.#endWindow();
      this.#beginWaiting();
    };
  }

  #beginWaiting(): void {
    const total = [...this.#owners.values()].reduce((sum, { peak }) => sum + peak, 0);
    for (const owner of this.#owners.values()) {
      const others = total - owner.peak;
      const isLargest = others > 0 && owner.peak > others;
      const maxUnderWay = isLargest
        ? Math.max(1, others ** 2 / owner.peak)
        : Number.POSITIVE_INFINITY;
      while (owner.inFlight < maxUnderWay) {
        const next = owner.waiting.shift();
        if (!next) break;
        owner.inFlight += next.cost;
        next.begin();
      }
    }
  }

  #endWindow(): void {
    if (this.#now() < this.#windowEnd) return;
    this.#windowEnd = this.#now() + demandWindow;
    for (const [name, owner] of this.#owners) {
      owner.peak = owner.windowPeak;
      owner.windowPeak = owner.requested;
      if (owner.peak === 0) this.#owners.delete(name);
    }
  }
}

/** The cost of a request; a body of unknown length counts as a long one. */
export function costOf(method: string, length: string | undefined): number {
  return method === "POST"
    ? 1 + Math.floor(Number(length ?? bytesPerCostUnit) / bytesPerCostUnit)
    : 1;
}

/**
 * Has the requests of an instance begin in a fair order.
 *
 * @param ownerOf company of a request, by its headers alone; undefined if unknown: these count as one owner
 */
export function registerFairScheduler(
  app: FastifyInstance,
  ownerOf: (request: FastifyRequest) => string | undefined,
): void {
  const scheduler = new FairScheduler();
  app.addHook("onRequest", (request, reply, done) => {
    const cost = costOf(request.method, request.headers["content-length"]);
    const leave = scheduler.enter(ownerOf(request) ?? "unknown", done, cost);
    // However it ends, even if the caller hangs up.
    reply.raw.once("close", leave);
  });
}
