import type { Exchange } from "../http/exchange.ts";
import { chain, isPromise } from "../is-promise.ts";
import {
  limitMessage,
  MemoryRateLimitStore,
  type RateLimitState,
  type RateLimitStore,
} from "../limits/rate-limit.ts";
import type { OperationRule, RateLimitRule, SecurityRule } from "../rules.ts";
import type { Service } from "../service.ts";
import { sha256 } from "../sha256.ts";
import {
  type Authentication,
  type Authenticator,
  type BasicCredentials,
  readApiKey,
  readBasic,
  readBearer,
  type Unreadable,
} from "./credentials.ts";

/** Lets a request in, or sends its response. Throws errors from user-supplied code (authenticators, stores). */
export type Guard = (exchange: Exchange) => boolean | PromiseLike<boolean>;

/** Credentials as an authenticator takes them, and the key of a limit that counts before they are checked. */
type ReadResult = Readable | Unreadable;

interface Readable {
  /** Name of the security scheme; absent for a call without credentials. */
  scheme?: string;
  value: BasicCredentials | string;
  apiKey: string;
  /** Credentials that the call needs besides. */
  others?: readonly Readable[];
}

/**
 * Makes the step that lets a request in or answers it, before a byte of its body is read: authenticates the caller and
 * counts the request. An operation whose 401 reports the limit is counted before its credentials are checked, so that
 * guessing is limited; every other one afterwards, so that one caller cannot use up another's limit.
 */
export function makeGuard(service: Service, operation: OperationRule): Guard {
  const { security, alternativeSchemes = [], rateLimit } = operation;
  const count = rateLimit && makeCounter(service, operation, rateLimit);
  const countFirst = rateLimit !== null && (rateLimit.countsUnauthenticated || !security);

  return (exchange) => {
    const credentials = chooseCredentials(exchange);
    if (!count || !countFirst) return identify(credentials, exchange);
    const apiKey = "unreadable" in credentials ? "" : credentials.apiKey;
    return chain(count(apiKey, exchange), (counted) => counted && identify(credentials, exchange));
  };

  /** The credentials of the first way whose credentials are there. */
  function chooseCredentials(exchange: Exchange): ReadResult {
    const usual = readFirstCredentials(security, exchange);
    if (!("unreadable" in usual)) return usual;
    for (const way of alternativeSchemes) {
      const found = readFirstCredentials(way, exchange);
      if (!("unreadable" in found)) return found;
    }
    return usual;
  }

  function identify(credentials: ReadResult, exchange: Exchange): boolean | PromiseLike<boolean> {
    if ("unreadable" in credentials) {
      exchange.sendCause(credentials.unreadable);
      return false;
    }
    if (credentials.scheme === undefined) return true;
    const { others } = credentials;
    const usual = authenticate(credentials, exchange);
    const given = others ? confirmAll(usual, others, exchange) : usual;
    return isPromise(given)
      ? given.then((known) => conclude(known, exchange))
      : conclude(given, exchange);
  }

  function authenticate({ scheme = "", value }: Readable, { request }: Exchange) {
    const check = service.options.authenticators[scheme] as Authenticator<
      BasicCredentials | string,
      unknown
    >;
    return check(value, request);
  }

  /** The caller that the first credentials name, if all others are known too. */
  async function confirmAll(
    given: ReturnType<typeof authenticate>,
    others: readonly Readable[],
    exchange: Exchange,
  ): Promise<Authentication<unknown>> {
    const caller = await given;
    if (!caller || "refused" in caller) return caller;
    for (const one of others) {
      const other = await authenticate(one, exchange);
      if (!other || "refused" in other) return other;
    }
    return caller;
  }

  function conclude(
    given: Authentication<unknown>,
    exchange: Exchange,
  ): boolean | PromiseLike<boolean> {
    // Answered at its deadline while the authenticator worked.
    if (exchange.isSent) return false;
    if (!given) {
      exchange.sendCause("credentials-invalid");
      return false;
    }
    if ("refused" in given) {
      refuse(given.refused, given.message, exchange);
      return false;
    }
    if (
      typeof given.callerId !== "string" ||
      given.callerId === "" ||
      typeof (given.apiKey ?? "") !== "string"
    ) {
      // Keys and limits of all such callers would be shared.
      throw new TypeError(
        `An authenticator of ${operation.id} gave no callerId, or an apiKey that is not a text.`,
      );
    }
    exchange.caller = given;
    return count && !countFirst ? count(given.apiKey ?? given.callerId, exchange) : true;
  }

  function refuse(code: string, message: string | undefined, exchange: Exchange): void {
    const error = service.contract.errors[code];
    if (!error || !operation.errors.includes(error.code)) {
      throw new Error(
        `${operation.id} cannot be refused with ${code}: the contract does not list it.`,
      );
    }
    if (typeof (message ?? "") !== "string")
      throw new TypeError("The message of a refusal is a string.");
    exchange.sendError(error, message);
  }
}

/** Makes the step that counts a request, reports the limit in headers, and answers a request beyond it. */
function makeCounter(
  service: Service,
  operation: OperationRule,
  rule: RateLimitRule,
): (apiKey: string, exchange: Exchange) => boolean | PromiseLike<boolean> {
  const { limit } = rule;
  const window = rule.window * 1000;
  const { rateLimits, clock } = service;
  const { scopes } = service.options;
  const [first = () => "", ...others] = rule.scope.map((name) => {
    if (name === "apiKey") return (apiKey: string) => apiKey;
    if (name === "ip") return (_apiKey: string, { request }: Exchange) => request.ip;
    return (_apiKey: string, { request, caller }: Exchange) =>
      scopes?.[name]?.(request, caller?.caller as never);
  });
  const keyOf = makeKeys(operation.id, rateLimits);
  const report = makeLimitReport(rule);
  const conclude = (state: RateLimitState, exchange: Exchange): boolean => {
    if (exchange.isSent) return false;
    report(state, exchange);
    if (state.count <= limit) return true;
    const retryAfter = Math.max(1, Math.ceil((state.resetsAt - clock()) / 1000));
    const figures: Record<string, number> = { limit, window: rule.window, retryAfter };
    const details = Object.fromEntries(
      Object.entries(rule.details).map(([part, name]) => [name, figures[part]]),
    );
    exchange.setHeader("retry-after", String(retryAfter));
    exchange.sendCause("rate-limit", limitMessage(retryAfter), details);
    return false;
  };
  return (apiKey, exchange) => {
    let caller = first(apiKey, exchange) ?? "";
    for (const part of others) caller += `\n${part(apiKey, exchange) ?? ""}`;
    let counted: ReturnType<RateLimitStore["hit"]>;
    try {
      counted = rateLimits.hit({ key: keyOf(caller), limit, window, now: clock() });
    } catch (failure) {
      return exchange.rethrowFromStore("rateLimits", failure);
    }
    if (!isPromise(counted)) return conclude(counted, exchange);
    return counted.then(
      (state) => conclude(state, exchange),
      (failure: unknown) => exchange.rethrowFromStore("rateLimits", failure),
    );
  };
}

/** The credentials of a way to call an operation, all of which have to be there. */
function readFirstCredentials(security: SecurityRule | null, exchange: Exchange): ReadResult {
  if (!security) return { value: "", apiKey: "" };
  const first = readCredentials(security, exchange);
  if ("unreadable" in first || !security.also) return first;
  const others: Readable[] = [];
  for (const rule of security.also) {
    const other = readCredentials(rule, exchange);
    if ("unreadable" in other) return other;
    others.push(other);
  }
  return { ...first, others };
}

function readCredentials(security: SecurityRule, exchange: Exchange): ReadResult {
  const { name: scheme, apiKey } = security;
  const value = apiKey ? readApiKey(apiKey, exchange) : readAuthorization(security, exchange);
  if (typeof value === "string") return { scheme, value, apiKey: apiKey ? value : "" };
  return "unreadable" in value ? value : { scheme, value, apiKey: value.username };
}

function readAuthorization({ kind, prefix }: SecurityRule, exchange: Exchange) {
  const header = exchange.header("authorization");
  return kind === "basic" ? readBasic(header) : readBearer(header, prefix);
}

/** Characters of a caller in the key of a counter in memory; a longer one is hashed. */
const maxPlain = 100;

/**
 * Makes the keys under which an operation's requests are counted: SHA-256 of the caller, so that no store outside of this process learns an API
 * key. Short ones are kept for a while, as callers come again.
 */
function makeKeys(operation: string, store: RateLimitStore): (caller: string) => string {
  const isInMemory = store instanceof MemoryRateLimitStore;
  const keys = new Map<string, string>();
  return (caller) => {
    if (isInMemory && caller.length <= maxPlain) return `${operation}:${caller}`;
    const known = keys.get(caller);
    if (known !== undefined) return known;
    const key = `${operation}:${sha256(caller)}`;
    if (caller.length > 200) return key;
    if (keys.size >= 1000) keys.clear();
    keys.set(caller, key);
    return key;
  };
}

/** Makes a function that sets the headers of a limit; names and figures that never change are written once. */
function makeLimitReport({
  headers,
  limit,
  window,
}: RateLimitRule): (state: RateLimitState, exchange: Exchange) => void {
  const name = (part: keyof typeof headers): string | undefined => headers[part]?.toLowerCase();
  const limitName = name("limit");
  const remainingName = name("remaining");
  const resetName = name("reset");
  const windowName = name("window");
  const limitText = String(limit);
  const windowText = String(window);
  let last = Number.NaN;
  let resetText = "";
  return ({ count, resetsAt }, exchange) => {
    if (resetsAt !== last) {
      last = resetsAt;
      // Rounded up: at that second the window is a new one.
      resetText = String(Math.ceil(resetsAt / 1000));
    }
    if (limitName) exchange.setHeader(limitName, limitText);
    if (remainingName) exchange.setHeader(remainingName, String(Math.max(0, limit - count)));
    if (resetName) exchange.setHeader(resetName, resetText);
    if (windowName) exchange.setHeader(windowName, windowText);
  };
}
