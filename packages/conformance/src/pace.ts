import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { ServerClock } from "./clock.ts";
import type { Operation } from "./contract.ts";
import type { Caller, Exchange } from "./exchange.ts";

/** Milliseconds by which clocks may differ. */
const windowMargin = 1_000;

/** Keeps calls within the limits of the contract, one at a time for each operation and caller. */
export class Pace {
  /** Requests of one caller to one operation in a window, as far as the suite knows. Times are those of the server. */
  readonly #windows = new Map<string, { used: number; endsAt: number }>();
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Calls that wait for their turn. */
  readonly #waiting = new Map<string, number>();
  readonly #time: Pick<ServerClock, "now" | "pass">;

  constructor(time: Pick<ServerClock, "now" | "pass">) {
    this.#time = time;
  }

  /** Runs a call when it is its turn and the window has room. */
  inTurn(operation: Operation, caller: Caller, call: () => Promise<Exchange>): Promise<Exchange> {
    return this.together(operation, caller, 1, () => this.atOnce(operation, caller, call));
  }

  /** Runs some calls at once, when the window has room for all of them and nothing else is using it. */
  together<Result>(
    operation: Operation,
    caller: Caller,
    count: number,
    calls: () => Promise<Result>,
  ) {
    const key = windowKey(operation, caller);
    const wait = (by: number) => this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + by);
    wait(count);
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(async () => {
      await this.#waitForRoom(operation, key, count).finally(() => wait(-count));
      return calls();
    });
    this.#turns.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** Runs a call at once, whatever the limit, and remembers it. */
  async atOnce(
    operation: Operation,
    caller: Caller,
    call: () => Promise<Exchange>,
  ): Promise<Exchange> {
    const { rateLimit } = operation;
    if (!rateLimit) return call();
    const key = windowKey(operation, caller);
    const length = rateLimit.window * 1000;
    const started = this.#time.now();
    const before = this.#windows.get(key);
    const window =
      before && before.endsAt > started ? before : { used: 0, endsAt: started + length };
    window.used += 1;
    this.#windows.set(key, window);
    const exchange = await call();
    // The server reports that other requests, or an earlier run, have used some of the window.
    const remaining = numberIn(exchange, "remaining");
    const reset = numberIn(exchange, "reset");
    if (remaining !== undefined) window.used = Math.max(window.used, rateLimit.limit - remaining);
    if (exchange.response?.status === 429) window.used = rateLimit.limit;
    // The header has whole seconds; an impossible figure is ignored.
    if (
      reset !== undefined &&
      reset * 1000 > started &&
      reset * 1000 <= exchange.receivedAt + length + windowMargin
    )
      window.endsAt = reset * 1000;
    return exchange;
  }

  /** Waits until a window of an operation has ended, so that the next request starts one. */
  async untilFresh(operation: Operation, caller: Caller): Promise<void> {
    const key = windowKey(operation, caller);
    const window = this.#windows.get(key);
    if (!window) return;
    const left = window.endsAt + windowMargin - this.#time.now();
    if (left > 0) await this.#time.pass(left, `the end of the window of ${operation.id}`);
    this.#windows.delete(key);
  }

  /** Whether a window of an operation has begun a moment ago. */
  isYoung(operation: Operation, caller: Caller): boolean {
    const { window = 0 } = operation.rateLimit ?? {};
    return (
      (this.#windows.get(windowKey(operation, caller))?.endsAt ?? 0) >
      this.#time.now() + window * 750
    );
  }

  /** Requests that a caller has left in the window of an operation, as far as the suite knows. */
  roomOf(operation: Operation, caller: Caller): number {
    const { rateLimit } = operation;
    const window = this.#windows.get(windowKey(operation, caller));
    if (!rateLimit) return Number.POSITIVE_INFINITY;
    const waiting = this.#waiting.get(windowKey(operation, caller)) ?? 0;
    const isOver = !window || window.endsAt <= this.#time.now();
    return rateLimit.limit - (isOver ? 0 : window.used) - waiting;
  }

  async #waitForRoom({ id, rateLimit }: Operation, key: string, count: number): Promise<void> {
    const window = this.#windows.get(key);
    if (!rateLimit || !window || window.used + count <= rateLimit.limit) return;
    const left = window.endsAt + windowMargin - this.#time.now();
    const wait = Math.min(left, rateLimit.window * 1000 + windowMargin);
    if (left > 0) await this.#time.pass(wait, `the end of the full window of ${id}`);
    this.#windows.delete(key);
  }
}

/** A figure about the limit in a response, by the part that the contract calls it. */
export function numberIn({ operation, response }: Exchange, part: string): number | undefined {
  const header = operation?.responses
    .flatMap(({ headers }) => headers)
    .find(({ rateLimitPart }) => rateLimitPart === part)?.name;
  const value = header === undefined ? null : response?.headers.get(header);
  return value !== null && value !== undefined && /^[0-9]+$/.test(value)
    ? Number(value)
    : undefined;
}

/** A limit that counts addresses counts every caller of the suite in one window. */
function windowKey({ id, rateLimit }: Operation, caller: Caller): string {
  return rateLimit?.scope.some((one) => one !== "ip") ? compoundKey(id, caller.apiKey) : id;
}
