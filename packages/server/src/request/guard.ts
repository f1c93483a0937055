import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { OperationEntry, RateLimitEntry, SecurityRequirement } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";
import { chain, isPromise } from "../is-promise.ts";
import {
  limitMessage,
  MemoryRateLimitStore,
  type RateLimitState,
  type RateLimitStore,
} from "../limits/rate-limit.ts";
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
export function makeGuard(service: Service, operation: OperationEntry): Guard {
  const { security, otherRequirements = [], rateLimit } = operation;
  const count = rateLimit && makeCounter(service, operation, rateLimit);
  const countFirst = rateLimit !== null && (rateLimit.countsUnauthenticated || !security);

  return (exchange) => {
    const credentials = chooseCredentials(exchange);
    if (!count || !countFirst) return identify(credentials, exchange);
    const apiKey = "unreadable" in credentials ? "" : credentials.apiKey;
    return chain(count(apiKey, exchange), (counted) => counted && identify(credentials, exchange));
  };

  /** Credentials for the first security requirement that the request satisfies. */
  function chooseCredentials(exchange: Exchange): ReadResult {
    const usual = readRequiredCredentials(security, exchange);
    if (!("unreadable" in usual)) return usual;
    for (const requirement of otherRequirements) {
      const found = readRequiredCredentials(requirement, exchange);
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
        `An authenticator of ${operation.id} returned no callerId, or an apiKey that is not a string.`,
      );
    }
    exchange.identity = given;
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
  operation: OperationEntry,
  rule: RateLimitEntry,
): (apiKey: string, exchange: Exchange) => boolean | PromiseLike<boolean> {
  const { limit } = rule;
  const window = rule.window * 1000;
  const { rateLimits, clock } = service;
  const { scopes } = service.options;
  const [first = () => "", ...others] = rule.scope.map((name) => {
    if (name === "apiKey") return (apiKey: string) => apiKey;
    if (name === "ip") return (_apiKey: string, { request }: Exchange) => request.ip;
    return (_apiKey: string, { request, identity }: Exchange) =>
      scopes?.[name]?.(request, identity?.caller as never);
  });
  const keyOf = makeKeys(encodeURIComponent(operation.id), rateLimits);
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
    const one = first(apiKey, exchange) ?? "";
    const counted =
      others.length === 0
        ? one
        : compoundKey(one, ...others.map((part) => part(apiKey, exchange) ?? ""));
    let state: ReturnType<RateLimitStore["hit"]>;
    try {
      state = rateLimits.hit({ key: keyOf(counted), limit, window, now: clock() });
    } catch (failure) {
      return exchange.rethrowFromStore("rateLimits", failure);
    }
    if (!isPromise(state)) return conclude(state, exchange);
    return state.then(
      (known) => conclude(known, exchange),
      (failure: unknown) => exchange.rethrowFromStore("rateLimits", failure),
    );
  };
}

/** The credentials of a security requirement, all of which have to be there. */
function readRequiredCredentials(
  security: SecurityRequirement | null,
  exchange: Exchange,
): ReadResult {
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

function readCredentials(security: SecurityRequirement, exchange: Exchange): ReadResult {
  const { name: scheme, apiKey } = security;
  const value = apiKey ? readApiKey(apiKey, exchange) : readAuthorization(security, exchange);
  if (typeof value === "string") return { scheme, value, apiKey: apiKey ? value : "" };
  return "unreadable" in value ? value : { scheme, value, apiKey: value.username };
}

function readAuthorization({ kind, prefix }: SecurityRequirement, exchange: Exchange) {
  const header = exchange.header("authorization");
  return kind === "basic" ? readBasic(header) : readBearer(header, prefix);
}

/** Characters of a value in the key of a counter in memory; a longer one is hashed. */
const maxPlain = 100;

/**
 * Makes the keys under which an operation's requests are counted: SHA-256 of the values that it counts by, so that no store
 * outside of this process learns an API key. Short ones are kept for a while, as callers come again.
 */
function makeKeys(operation: string, store: RateLimitStore): (counted: string) => string {
  const isInMemory = store instanceof MemoryRateLimitStore;
  const keys = new Map<string, string>();
  return (counted) => {
    if (isInMemory && counted.length <= maxPlain) return `${operation}:${counted}`;
    const known = keys.get(counted);
    if (known !== undefined) return known;
    const key = `${operation}:${sha256(counted)}`;
    if (counted.length > 200) return key;
    if (keys.size >= 1000) keys.clear();
    keys.set(counted, key);
    return key;
  };
}

/** Makes a function that sets the headers of a limit; names and figures that never change are written once. */
function makeLimitReport({
  headers,
  limit,
  window,
}: RateLimitEntry): (state: RateLimitState, exchange: Exchange) => void {
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
