import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { vi } from "vitest";

/** A caller that is halted after so many statements. */
class Caller {
  sent = 0;
  #allowed: number;
  #held: (() => void)[] = [];
  #onHalt: (() => void)[] = [];

  constructor(allowed: number) {
    this.#allowed = allowed;
  }

  /** Waits until the next statement may be sent. */
  async step(): Promise<void> {
    if (this.sent >= this.#allowed) {
      const freed = new Promise<void>((resolve) => this.#held.push(resolve));
      for (const tell of this.#onHalt.splice(0)) tell();
      await freed;
    }
    this.sent += 1;
  }

  halted(): Promise<void> {
    return this.#held.length > 0
      ? Promise.resolve()
      : new Promise((resolve) => this.#onHalt.push(resolve));
  }

  release(): void {
    this.#allowed = Number.POSITIVE_INFINITY;
    for (const free of this.#held.splice(0)) free();
  }
}

const current = new AsyncLocalStorage<Caller>();

/** Halts a caller before a statement that no driver sends; returns at once outside of a call. */
export const haltHere = async (): Promise<void> => current.getStore()?.step();

/** Finds a statement of this database that waits for a lock: other files of tests have databases on the same server. */
export const findBlocked =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1";

/** From now on callers are halted before their statements to PostgreSQL; until mocks are restored. */
export function haltAtStatements(): void {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const caller = current.getStore();
    const send = (): unknown => Reflect.apply(query, this, given);
    return (caller ? caller.step().then(send) : send()) as never;
  });
}

/**
 * Runs two calls so that each is halted once, for every pair of places: the first one after some of its statements, then
 * the second one after some of its own, then the first goes on to its end, and the second. A call that waits for a lock
 * of the other is where it can get to.
 *
 * @param isBlocked whether some statement waits for a lock
 * @param calls makes both anew for each pair
 * @param check looks at what came of a pair
 */
export async function tryInterleavings<Result>(
  isBlocked: () => Promise<boolean>,
  calls: () => Promise<readonly [() => Promise<Result>, () => Promise<Result>]>,
  check: (results: readonly PromiseSettledResult<Result>[], order: string) => Promise<void>,
): Promise<number> {
  let tried = 0;
  for (let first = 0, lastFirst = 1; first < lastFirst; first++) {
    for (let second = 0, lastSecond = 1; second < lastSecond; second++) {
      const [begin, beginOther] = await calls();
      const one = new Caller(first);
      const other = new Caller(second);
      const done = current.run(one, begin);
      await untilBlockedOr(isBlocked, one.halted(), done);
      const otherDone = current.run(other, beginOther);
      await untilBlockedOr(isBlocked, other.halted(), otherDone);
      one.release();
      await untilBlockedOr(isBlocked, done, otherDone);
      other.release();
      await check(await Promise.allSettled([done, otherDone]), `${first}, ${second}`);
      lastFirst = Math.max(lastFirst, one.sent);
      lastSecond = Math.max(lastSecond, other.sent);
      tried += 1;
    }
  }
  return tried;
}

/** Waits until something has happened, or some statement waits for a lock. */
async function untilBlockedOr(
  isBlocked: () => Promise<boolean>,
  ...others: Promise<unknown>[]
): Promise<void> {
  let isOver = false;
  const blocked = async (): Promise<void> => {
    while (!isOver && !(await isBlocked())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await Promise.race([blocked(), ...others.map((other) => other.catch(() => {}))]);
  isOver = true;
}
