import type { CallResult } from "./call.ts";
import type { TokenFacts } from "./contract-table.ts";
import { InvalidResponseError } from "./errors.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import { within } from "./interrupt.ts";
import type { Mismatch, StoredToken, TokenStore } from "./options.ts";
import { createSpacing } from "./token-spacing.ts";

/** The tokens of a client. */
export interface TokenSource {
  /**
   * The token, while it is valid, and after that while the limit has no room for a request. Near its end the next one is
   * requested in the background.
   */
  current(): string | undefined;
  /** A new token. Concurrent callers share one request, with the attempts that the first allows. */
  obtain(attempts: number): Promise<string>;
  /** Tokens that calls may still carry: the last one, valid or not, and the one before. */
  recent(): (string | undefined)[];
  /**
   * Drops a token that the service refused; one that was renewed meanwhile stays. Whether another token may be
   * requested: not while the limit has no room.
   */
  drop(token: string): boolean;
  /** Counts a request that was sent. Returns the milliseconds until the limit has room for the next one. */
  count(): number;
}

/** Options of a token source. */
export interface TokenPlan extends TokenFacts {
  store?: TokenStore | undefined;
  /** Requests a token. */
  issue(attempts: number): Promise<Pick<CallResult<unknown>, "data" | "status">>;
  onMismatch?: ((mismatch: Mismatch) => unknown) | undefined;
}

/** Whether a value is a token that can be sent. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/**
 * Milliseconds that a token lives by its own claims, if they show that its response counts in a unit a thousand times as
 * large. Any other difference is the service's decision.
 */
function readClaimedLifetime(token: unknown, stated: number): number | undefined {
  try {
    const claims = String(token).split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const { exp, iat = Date.now() / 1_000 } = JSON.parse(atob(claims)) as Record<string, number>;
    const claimed = (Number(exp) - iat) * 1_000;
    if (Math.abs(claimed / stated / 1_000 - 1) < 0.1) return claimed;
  } catch {}
  return undefined;
}

/** Reports that a response states a lifetime in another unit than the contract has. */
function reportUnit({ operation, expiresIn, onMismatch }: TokenPlan, status: number): void {
  const expected =
    "be in the unit of the contract: the token itself lives a thousand times as long";
  const pointer = `/${expiresIn}`;
  ignoreErrors(() => onMismatch?.({ operation, status, pointer, rule: "unit", expected }));
}

/**
 * Keeps the token of a client.
 *
 * Its age is measured by a monotonic clock from before the token request, and its lifetime is the one that its
 * response states: neither clock needs to be right. Only a shared token is dated by the wall clock.
 */
export function createTokenSource(plan: TokenPlan): TokenSource {
  const { renewEarly, store, operation } = plan;
  let token: string | undefined;
  let previous: string | undefined;
  let renewAt = 0;
  let endsAt = 0;
  let pending: Promise<string> | undefined;
  const spacing = createSpacing(plan.spacing);
  /** The error of the last request, if it failed. */
  let failure: unknown;

  const take = (
    { token: next, issued, expires }: StoredToken,
    from = performance.now() - Date.now(),
  ): string => {
    if (next !== token) previous = token;
    token = next;
    endsAt = from + expires;
    // A token with a short life is used for half of it before the client requests the next one.
    const margin = Math.min(renewEarly, (expires - issued) / 2);
    // The processes that share a store do not all request at once.
    const spread = store ? 1 + Math.random() / 2 : 1;
    renewAt = endsAt - margin * spread;
    failure = undefined;
    spacing.succeed();
    return next;
  };
  /** The store's answer, if it comes in time. A failing store fails no call. */
  const ask = async <T>(work: (store: TokenStore) => T | Promise<T>): Promise<T | undefined> =>
    store && within(2_000, undefined, async () => work(store)).catch(() => undefined);
  /** Takes a token that another process has set, unless it is the last one, which has ended or was refused. */
  const takeShared = async (): Promise<string | undefined> => {
    const shared = await ask((one) => one.get());
    // It comes from outside: a string that cannot be sent in a header is not a token.
    const isNew = shared && isToken(shared.token) && shared.token !== token;
    return isNew && shared.expires > Date.now() ? take(shared) : undefined;
  };
  const renew = async (attempts: number): Promise<string> => {
    const shared = await takeShared();
    if (shared !== undefined) return shared;
    const asked = performance.now();
    const issued = Date.now();
    try {
      const { data, status } = await plan.issue(Math.min(attempts, spacing.room()));
      const { [plan.token]: next, [plan.expiresIn]: lifetime } = data as Record<string, unknown>;
      const stated = Number(lifetime) * plan.unit;
      const claimed = readClaimedLifetime(next, stated);
      if (claimed !== undefined) reportUnit(plan, status);
      const expires = issued + (claimed ?? stated);
      // The error does not quote it: it may be part of a token.
      if (!(isToken(next) && expires > issued)) {
        throw new InvalidResponseError("no valid token", { operation, outcome: "not-sent" });
      }
      const entry = { token: next, issued, expires };
      take(entry, asked - issued);
      await ask((one) => one.set(entry));
      return next;
    } catch (error) {
      const other = await takeShared();
      if (other !== undefined) return other;
      failure = error;
      spacing.observe(error);
      throw error;
    }
  };
  const obtain = async (attempts: number): Promise<string> => {
    if (!pending && failure && spacing.delay() > 0) throw failure;
    pending ??= renew(attempts);
    // Whoever waits clears it: on Workers it never settles if the request that made it has ended.
    try {
      return await pending;
    } finally {
      pending = undefined;
    }
  };
  return {
    current() {
      const now = performance.now();
      if (now < renewAt) return token;
      const hasRoom = spacing.delay() === 0;
      if (now < endsAt) {
        if (hasRoom && !pending) obtain(Number.POSITIVE_INFINITY).catch(() => {});
        return token;
      }
      const isDropped = endsAt === 0;
      if (isDropped || pending || failure) return undefined;
      // The service decides about a token that has ended. It may live longer than its response states.
      return hasRoom ? undefined : token;
    },
    obtain,
    recent: () => [token, previous],
    drop(refused) {
      if (token !== refused || endsAt === 0) return true;
      if (spacing.delay() > 0) return false;
      endsAt = 0;
      renewAt = 0;
      return true;
    },
    count: spacing.count,
  };
}
