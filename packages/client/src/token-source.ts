import type { Retry } from "./settings.ts";

/** Where the tokens of a client come from. */
export interface TokenSource {
  /** The token, if there is one that lives long enough. */
  current(): string | undefined;
  /** Another token: obtained once, however many ask meanwhile, and repeated as the first of them says. */
  obtain(retry: Retry | false): Promise<string>;
  /** Tokens that may be on their way: the last one, good or not, and the one before, which calls may still carry. */
  recent(): (string | undefined)[];
  /** Drops a token that the service refused. One that was renewed meanwhile stays. */
  drop(token: string): void;
}

/** A response to a request for a token, as it is once it is checked. */
export interface Issued {
  token: string;
  /** Milliseconds. */
  lifetime: number;
}

/**
 * Keeps the token of a client.
 *
 * Its age is measured by a monotonic clock from before it was asked for, and its lifetime is the one that its
 * response states: neither clock needs to be right.
 */
export function createTokenSource(renewEarly: number, issue: (retry: Retry | false) => Promise<Issued>): TokenSource {
  let token: string | undefined;
  let previous: string | undefined;
  let renewAt = 0;
  let pending: Promise<string> | undefined;

  const current = (): string | undefined => (performance.now() < renewAt ? token : undefined);
  const renew = async (retry: Retry | false): Promise<string> => {
    const asked = performance.now();
    const issued = await issue(retry);
    const { lifetime } = issued;
    // A token that lives shorter than the margin is still used for half of its life.
    renewAt = asked + Math.max(lifetime - renewEarly, lifetime / 2);
    previous = token;
    token = issued.token;
    return token;
  };
  return {
    current,
    obtain(retry) {
      pending ??= renew(retry).finally(() => {
        pending = undefined;
      });
      return pending;
    },
    recent: () => [token, previous],
    drop(refused) {
      if (token === refused) renewAt = 0;
    },
  };
}
