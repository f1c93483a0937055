import type { CallResult } from "./call.ts";
import type { TokenFacts } from "./contract-table.ts";
import { ApiError, InvalidResponseError } from "./errors.ts";
import { within } from "./interrupt.ts";
import type { StoredToken, TokenStore } from "./options.ts";
import { isTransient } from "./retry-delay.ts";
import type { Retry } from "./settings.ts";

/** The tokens of a client. */
export interface TokenSource {
  /** The token, while it is valid. Near its end the next one is requested in the background. */
  current(): string | undefined;
  /** A new token. Concurrent callers share one request, which is retried by the options of the first. */
  obtain(retry: Retry | false | undefined): Promise<string>;
  /** Tokens that calls may still carry: the last one, valid or not, and the one before. */
  recent(): (string | undefined)[];
  /**
   * Drops a token that the service refused; one that was renewed meanwhile stays. Whether another token may be
   * requested: not if the service has refused four already in the time in which the limit allows five.
   */
  drop(token: string): boolean;
}

/** Options of a token source. */
export interface TokenPlan extends TokenFacts {
  store?: TokenStore | undefined;
  /** Requests a token. */
  issue(retry: Retry | false | undefined): Promise<Pick<CallResult<unknown>, "data">>;
}

/** Whether a value is a token that can be sent. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/**
 * Milliseconds that a token lives: as its response states, unless the claims of the token show that the response counts in
 * another unit, a thousand times as large.
 */
function readLifetime(token: unknown, stated: number): number {
  try {
    const claims = String(token).split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const { exp, iat } = JSON.parse(atob(claims)) as { exp: number; iat: number };
    const claimed = (exp - iat) * 1_000;
    if (Math.abs(claimed / stated / 1_000 - 1) < 0.1) return claimed;
  } catch {}
  return stated;
}

/**
 * Keeps the token of a client.
 *
 * Its age is measured by a monotonic clock from before the token request, and its lifetime is the one that its
 * response states: neither clock needs to be right. Only a shared token is dated by the wall clock.
 */
export function createTokenSource({
  renewEarly,
  spacing,
  store,
  issue,
  ...facts
}: TokenPlan): TokenSource {
  let token: string | undefined;
  let previous: string | undefined;
  let renewAt = 0;
  let endsAt = 0;
  let pending: Promise<string> | undefined;
  // After failures the next request waits: first as long as the rate limit has room for, then twice as long each time.
  let failures = 0;
  let nextTry = 0;
  let refusal: unknown;
  // When tokens were dropped because the service refused them.
  const drops: number[] = [];

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
    failures = 0;
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
  /** Sets when the next token may be requested after a request failed. */
  const waitAfter = (error: Partial<ApiError>): void => {
    const { status = 0, outcome, retryAfter = 0 } = error;
    const pause = Math.max(spacing * 2 ** failures, retryAfter);
    failures += 1;
    nextTry = performance.now() + Math.min(pause, spacing * 5);
    // Only the service's own refusal stands: a gateway may answer the next request otherwise.
    const isLasting = status === 429 || !isTransient(status);
    refusal = outcome === "refused" && isLasting ? error : undefined;
  };
  const renew = async (retry: Retry | false | undefined): Promise<string> => {
    const shared = await takeShared();
    if (shared !== undefined) return shared;
    const asked = performance.now();
    const issued = Date.now();
    try {
      const { data } = await issue(retry);
      const { [facts.token]: next, [facts.expiresIn]: lifetime } = data as Record<string, unknown>;
      const expires = issued + readLifetime(next, Number(lifetime) * facts.unit);
      // The error does not quote it: it may be part of a token.
      if (!(isToken(next) && expires > issued)) {
        throw new InvalidResponseError("no token came", {
          operation: facts.operation,
          outcome: "not-sent",
        });
      }
      const entry = { token: next, issued, expires };
      take(entry, asked - issued);
      await ask((one) => one.set(entry));
      return next;
    } catch (error) {
      const other = await takeShared();
      if (other !== undefined) return other;
      waitAfter(error instanceof ApiError ? error : {});
      throw error;
    }
  };
  const obtain = (retry: Retry | false | undefined): Promise<string> => {
    // The same request would be refused again, and count against the limit.
    if (refusal && performance.now() < nextTry) return Promise.reject(refusal);
    pending ??= renew(retry).finally(() => {
      pending = undefined;
    });
    return pending;
  };
  return {
    current() {
      const now = performance.now();
      if (now >= endsAt) return undefined;
      if (now >= renewAt && now >= nextTry && !pending) obtain(undefined).catch(() => {});
      return token;
    },
    obtain,
    recent: () => [token, previous],
    drop(refused) {
      if (token !== refused || endsAt === 0) return true;
      const now = performance.now();
      // With the first token as many as the limit allows at once: a service that refuses each new one gets no more.
      if (now - (drops.at(-4) ?? Number.NEGATIVE_INFINITY) < spacing * 5) return false;
      drops.push(now);
      endsAt = 0;
      return true;
    },
  };
}
