import type { CallResult } from "./call.ts";
import type { TokenFacts } from "./contract-table.ts";
import { ApiError, InvalidResponseError } from "./errors.ts";
import { within } from "./interrupt.ts";
import type { StoredToken, TokenStore } from "./options.ts";
import { isTransient } from "./retry-delay.ts";
import type { Retry } from "./settings.ts";

/** Where the tokens of a client come from. */
export interface TokenSource {
  /** The token, while it is good. In the last part of its life the next one is obtained meanwhile. */
  current(): string | undefined;
  /** Another token: obtained once, however many ask meanwhile, and repeated as the first of them says. */
  obtain(retry: Retry | false | undefined): Promise<string>;
  /** Tokens that may be on their way: the last one, good or not, and the one before, which calls may still carry. */
  recent(): (string | undefined)[];
  /** Drops a token that the service refused. One that was renewed meanwhile stays. */
  drop(token: string): void;
}

/** What a source of tokens is made of. */
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

  const take = (
    { token: next, issued, expires }: StoredToken,
    from = performance.now() - Date.now(),
  ): string => {
    if (next !== token) previous = token;
    token = next;
    endsAt = from + expires;
    // A token that lives shorter than the margin is used for half of its life before the client requests the next one. The
    // processes of a fleet do not all ask at once.
    renewAt =
      endsAt - Math.min(renewEarly, (expires - issued) / 2) * (store ? 1 + Math.random() / 2 : 1);
    failures = 0;
    refusal = undefined;
    return next;
  };
  /** What the store gives, if it does so in time: its failures are none of the calls. */
  const ask = async <T>(work: (store: TokenStore) => T | Promise<T>): Promise<T | undefined> =>
    store && within(2_000, undefined, async () => work(store)).catch(() => undefined);
  /** Takes a token that another process has set; one that is not the last, which is at its end or was refused. */
  const takeShared = async (): Promise<string | undefined> => {
    const shared = await ask((one) => one.get());
    // It comes from outside: what cannot be sent in a header is no token.
    if (shared && isToken(shared.token) && shared.token !== token && shared.expires > Date.now())
      return take(shared);
    return undefined;
  };
  const renew = async (retry: Retry | false | undefined): Promise<string> => {
    const shared = await takeShared();
    if (shared !== undefined) return shared;
    const asked = performance.now();
    const issued = Date.now();
    try {
      const { data } = await issue(retry);
      const { [facts.token]: next, [facts.expiresIn]: lifetime } = data as Record<string, unknown>;
      const expires = issued + Number(lifetime) * facts.unit;
      // What is no token is not quoted: it may be part of one.
      if (!isToken(next) || !(expires > issued))
        throw new InvalidResponseError("no token came", {
          operation: facts.operation,
          outcome: "not-sent",
        });
      const entry = { token: next, issued, expires };
      take(entry, asked - issued);
      await ask((one) => one.set(entry));
      return next;
    } catch (error) {
      const other = await takeShared();
      if (other !== undefined) return other;
      const {
        status = 0,
        outcome,
        retryAfter = 0,
      } = error instanceof ApiError ? error : ({} as Partial<ApiError>);
      const pause = Math.max(spacing * 2 ** failures, retryAfter);
      failures += 1;
      nextTry = performance.now() + Math.min(pause, spacing * 5);
      // Only the service's own refusal stands: what a gateway says may pass with the next request.
      refusal =
        outcome === "refused" && (status === 429 || !isTransient(status)) ? error : undefined;
      throw error;
    }
  };
  const obtain = (retry: Retry | false | undefined): Promise<string> => {
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
    // The same request would be refused again, and count against the limit.
    obtain: (retry) =>
      refusal && performance.now() < nextTry ? Promise.reject(refusal) : obtain(retry),
    recent: () => [token, previous],
    drop(refused) {
      if (token === refused) endsAt = 0;
    },
  };
}
