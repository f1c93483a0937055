import type { FastifyInstance, FastifyRequest } from "fastify";
import { machineTime, setImmediate, setTimeout } from "../timers.ts";

/** Milliseconds for which an owner counts at least with its number of concurrent requests: its next request may be on its way. */
const memory = 100;

/** Milliseconds after which an owner that asks for more than the others begins its next request in any case. */
const maxPause = 10;

/** The same while no request of others is there. */
const minPause = 2;

/** Bytes of a body that cost as much as the rest of a request. */
const unit = 16_384;

/** The demand of an owner, or of several together. */
const makeDemand = () => ({
  /** The requests under way, and these together with those that wait. */
  underWay: 0,
  asked: 0,
  /** The most that was requested lately. */
  peak: 0,
  /** What was begun so far, and how much others have to begin before the next request. */
  begun: 0,
  turn: 0,
  /** When the last request began, and what it cost. */
  last: { at: 0, cost: 0 },
});

type Demand = ReturnType<typeof makeDemand>;

interface Owner extends Demand {
  waiting: { begin(): void; cost: number }[];
  /** The most that was requested since the last sweep. */
  next: number;
  /** The owner's own demand. An unknown owner also has that of all unknown owners together. */
  demands: Demand[];
}

/**
 * Decides when a request begins, so that no owner takes what others ask for too. Alone an owner has all of its requests
 * under way at once. One that asks for more than all others together has fewer under way than they ask for, the fewer the
 * more it asks for itself, and begins one for as many of theirs as it asks for more: of 24 next to 4 of others one, for
 * each six of theirs. All owners that are unknown, such as addresses without a valid token, count as one next to the others.
 *
 * @param now milliseconds
 * @param later calls a function after some milliseconds, or once the requests that have arrived meanwhile are read
 */
export function makeRequestGuard(
  now = machineTime,
  later: (call: () => void, delay?: number) => void = (call, delay) =>
    delay === undefined ? setImmediate(call) : setTimeout(call, delay),
) {
  const owners = new Map<string, Owner>();
  const held = new Set<Owner>();
  const planned = new Set<number | undefined>();
  const total = makeDemand();
  const allUnknown = makeDemand();
  let nextSweep = now() + memory;

  /** By how much an owner asks for more than all others; 0 if it does not, or there are none. */
  const excessOf = ({ peak }: Demand): number => {
    const others = total.peak - peak;
    return others > 0 && others < peak ? peak / others : 0;
  };
  const mayStart = (demand: Demand): boolean => {
    const excess = excessOf(demand);
    if (excess === 0) return true;
    const maxUnderWay = Math.max(1, demand.peak / excess ** 2);
    if (demand.underWay >= maxUnderWay) return false;
    const pause = total.asked > demand.asked ? maxPause : minPause;
    const isTurn = demand.turn - (total.begun - demand.begun) <= excess * (maxUnderWay - 1);
    return isTurn || now() - demand.last.at >= pause * demand.last.cost;
  };
  /** Starts one request of an owner; false if it may not start one yet, or none waits. */
  const start = (owner: Owner): boolean => {
    const request = owner.demands.every(mayStart) ? owner.waiting.shift() : undefined;
    if (!request) return false;
    const { cost, begin } = request;
    for (const demand of owner.demands) {
      demand.turn = Math.max(demand.turn, total.begun - demand.begun) + excessOf(demand) * cost;
      demand.last = { at: now(), cost };
      demand.begun += cost;
      demand.underWay += cost;
    }
    total.begun += cost;
    begin();
    return true;
  };
  /**
   * Starts one request of each owner that was held up, then lets others' requests be read before the next. If none may
   * start, time decides: others may begin nothing for long.
   */
  const plan = (delay?: number): void => {
    if (planned.has(delay) || held.size === 0) return;
    planned.add(delay);
    later(() => {
      planned.delete(delay);
      const started = [...held].filter((owner) => start(owner) || owner.waiting.length === 0);
      for (const owner of started) {
        held.delete(owner);
        // Behind the others.
        if (owner.waiting.length > 0) held.add(owner);
      }
      plan(started.length > 0 ? undefined : minPause);
    }, delay);
  };
  const grow = (owner: Owner, by: number): void => {
    for (const demand of [...owner.demands, total]) demand.peak += by;
  };
  const sweep = (): void => {
    if (now() < nextSweep) return;
    nextSweep = now() + memory;
    for (const [name, owner] of owners) {
      grow(owner, owner.next - owner.peak);
      owner.next = owner.asked;
      if (owner.peak === 0) owners.delete(name);
    }
  };
  /**
   * Calls `begin` when a request may begin.
   *
   * @param of.cost 1, or more if a request takes longer than a usual one
   * @returns what is to be called once when the request has ended, even if it has not begun
   */
  return (name: string, begin: () => void, { cost = 1, isUnknown = false } = {}): (() => void) => {
    const owner: Owner = owners.get(name) ?? { ...makeDemand(), waiting: [], next: 0, demands: [] };
    if (owner.demands.length === 0) owner.demands.push(owner, ...(isUnknown ? [allUnknown] : []));
    owners.set(name, owner);
    const request = { begin, cost };
    owner.waiting.push(request);
    for (const demand of [...owner.demands, total]) demand.asked += cost;
    owner.next = Math.max(owner.next, owner.asked);
    grow(owner, Math.max(0, owner.asked - owner.peak));
    if (owner.waiting.length > 1 || !start(owner)) {
      held.add(owner);
      // Nothing else may be under way, whose end would plan it.
      plan();
    }
    return () => {
      for (const demand of [...owner.demands, total]) demand.asked -= cost;
      const index = owner.waiting.indexOf(request);
      if (index >= 0) owner.waiting.splice(index, 1);
      else for (const demand of owner.demands) demand.underWay -= cost;
      sweep();
      plan();
    };
  };
}

/** Has the requests of an instance admitted. @param ownerOf company of a request, by its headers alone; undefined if unknown */
export function addAdmission(
  app: FastifyInstance,
  ownerOf: (request: FastifyRequest) => string | undefined,
): void {
  const enter = makeRequestGuard();
  app.addHook("onRequest", (request, reply, done) => {
    const { "content-length": length = unit } = request.headers;
    const cost = 1 + (request.method === "POST" ? Math.floor(Number(length) / unit) : 0);
    const owner = ownerOf(request);
    const leave = enter(owner ?? `address ${request.ip}`, done, {
      cost,
      isUnknown: owner === undefined,
    });
    // However it ends, even if the caller hangs up.
    reply.raw.once("close", leave);
  });
}
