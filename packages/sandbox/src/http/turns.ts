import type { FastifyInstance, FastifyRequest } from "fastify";
import { setImmediate } from "../timers.ts";

/** Requests that begin in one turn of the event loop. */
const requestsInTurn = 8;

/**
 * Decides which requests begin next: a few in each turn of the event loop, of one owner after another, so that an owner with many
 * requests does not take the turns of others. A request waits for those ahead of it to begin, and not for any to end.
 */
export class Turns {
  /** Waiting requests by owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;

  enter(owner: string, begin: () => void): void {
    const queue = this.#waiting.get(owner) ?? [];
    queue.push(begin);
    this.#waiting.set(owner, queue);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => this.#take());
  }

  #take(): void {
    this.#isScheduled = false;
    for (let left = requestsInTurn; left > 0; left--) {
      const [next] = this.#waiting;
      if (!next) return;
      const [owner, queue] = next;
      this.#waiting.delete(owner);
      queue.shift()?.();
      if (queue.length > 0) this.#waiting.set(owner, queue);
    }
    this.#schedule();
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
  app.addHook("onRequest", (request, _, done) => turns.enter(ownerOf(request) ?? "unknown", done));
}
