import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Service, sendCause, sendError, sendInternal, setCaller } from "./call.ts";
import { type Authentication, type BasicCredentials, readBasic, readBearer, type Unreadable } from "./credentials.ts";
import { isPromise } from "./is-promise.ts";
import { limitMessage, type RateLimitState } from "./rate-limit.ts";
import type { OperationRule, RateLimitRule } from "./rules.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Credentials as an authenticator takes them, and what a limit counts by before they are checked. */
type Credentials = { value: BasicCredentials | string; apiKey: string } | { unreadable: Unreadable };

/**
 * Makes the hook that lets a request in or answers it, before a byte of its body is read: authenticates the caller and
 * counts the request. An operation whose 401 reports the limit is counted before its credentials are checked, so that
 * guessing is limited; every other one afterwards, so that nobody uses up another's limit.
 */
export function makeAdmission(service: Service, operation: OperationRule): Hook {
  const { security, rateLimit } = operation;
  const authenticate = (security && service.options.authenticators[security.name]) as Authenticate | null | undefined;
  const countFirst = rateLimit !== null && (rateLimit.countsUnauthenticated || !security);
  const reportLimit = rateLimit && makeLimitReport(rateLimit);
  const keyOf = makeKeys(operation.id);

  // Functions of the route and not of the request: a closure for each step of each request costs more than the steps.
  const fail = (reply: FastifyReply, failure: unknown): void => sendInternal(service, operation, reply, failure);
  const refuse = (reply: FastifyReply, cause: Unreadable | "credentials-invalid"): void =>
    sendCause(service, operation, reply, cause);

  return (request, reply, done) => {
    // Without a type, Fastify leaves a body alone that the contract does not know.
    if (operation.body === null) request.raw.headers["content-type"] = undefined;
    const credentials = readCredentials(operation, request);
    if (countFirst) {
      const apiKey = "unreadable" in credentials ? "" : credentials.apiKey;
      count(apiKey, request, reply, () => check(credentials, request, reply, done));
    } else {
      check(credentials, request, reply, done);
    }
  };

  function check(credentials: Credentials, request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (!authenticate) {
      done();
      return;
    }
    if ("unreadable" in credentials) {
      refuse(reply, credentials.unreadable);
      return;
    }
    try {
      const result = authenticate(credentials.value, request);
      if (isPromise(result)) {
        Promise.resolve(result)
          .then((given) => conclude(given, request, reply, done))
          .catch((failure) => fail(reply, failure));
      } else {
        conclude(result, request, reply, done);
      }
    } catch (failure) {
      fail(reply, failure);
    }
  }

  function conclude(
    authentication: Authentication<unknown>,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): void {
    if (!authentication) {
      refuse(reply, "credentials-invalid");
    } else if ("refused" in authentication) {
      const { refused, message } = authentication;
      const error = service.contract.errors[refused];
      if (error && operation.errors.includes(error.code)) sendError(service, operation, reply, error, message);
      else fail(reply, new Error(`${operation.id} cannot be refused with ${refused}: the contract does not list it.`));
    } else {
      setCaller(request, authentication);
      if (rateLimit && !countFirst) count(authentication.apiKey ?? authentication.companyId, request, reply, done);
      else done();
    }
  }

  function count(apiKey: string, request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    try {
      const { limit, window, scope } = rateLimit as RateLimitRule;
      const by = scope.length === 1 && scope[0] === "apiKey" ? apiKey : scopeOf(scope, request, apiKey);
      const counted = service.rateLimits.hit({ key: keyOf(by), limit, window: window * 1000, now: service.clock() });
      if (isPromise(counted)) {
        Promise.resolve(counted)
          .then((state) => go(state, reply, next))
          .catch((failure) => fail(reply, failure));
      } else {
        go(counted, reply, next);
      }
    } catch (failure) {
      fail(reply, failure);
    }
  }

  function go(state: RateLimitState, reply: FastifyReply, next: () => void): void {
    const rule = rateLimit as RateLimitRule;
    reportLimit?.(state, reply);
    if (state.count <= rule.limit) next();
    else sendLimitReached(service, operation, rule, state, reply);
  }
}

type Authenticate = (
  credentials: BasicCredentials | string,
  request: FastifyRequest,
) => Authentication<unknown> | Promise<Authentication<unknown>>;

function scopeOf(scope: readonly string[], request: FastifyRequest, apiKey: string): string {
  return scope.map((part) => (part === "ip" ? request.ip : apiKey)).join("\n");
}

function readCredentials({ security }: OperationRule, request: FastifyRequest): Credentials {
  if (!security) return { value: "", apiKey: "" };
  const header = request.raw.headers.authorization;
  const read = security.kind === "basic" ? readBasic(header) : readBearer(header);
  if (read === "credentials-missing" || read === "credentials-malformed") return { unreadable: read };
  if (typeof read === "string") return { value: read, apiKey: "" };
  return "unreadable" in read ? read : { value: read, apiKey: read.username };
}

/**
 * Makes the keys under which an operation's requests are counted: SHA-256 of the caller, so that no store learns an API
 * key. Short ones are kept for a while, as callers come again.
 */
function makeKeys(operation: string): (caller: string) => string {
  const keys = new Map<string, string>();
  return (caller) => {
    const known = keys.get(caller);
    if (known !== undefined) return known;
    const key = `${operation}:${createHash("sha256").update(caller).digest("base64url")}`;
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
}: RateLimitRule): (state: RateLimitState, reply: FastifyReply) => void {
  // In lower case, as Fastify keeps them: a name that it has to change costs more than the header.
  const name = (part: keyof typeof headers): string | undefined => headers[part]?.toLowerCase();
  const [limitName, remainingName, resetName, windowName] = [
    name("limit"),
    name("remaining"),
    name("reset"),
    name("window"),
  ];
  const [limitText, windowText] = [String(limit), String(window)];
  return ({ count, resetsAt }, reply) => {
    if (limitName) reply.header(limitName, limitText);
    if (remainingName) reply.header(remainingName, String(Math.max(0, limit - count)));
    // Rounded up: whoever waits for that second finds a new window.
    if (resetName) reply.header(resetName, String(Math.ceil(resetsAt / 1000)));
    if (windowName) reply.header(windowName, windowText);
  };
}

function sendLimitReached(
  service: Service,
  operation: OperationRule,
  { limit, window, details }: RateLimitRule,
  state: RateLimitState,
  reply: FastifyReply,
): void {
  const retryAfter = Math.max(1, Math.ceil((state.resetsAt - service.clock()) / 1000));
  const figures = { limit, window, retryAfter };
  const told = Object.fromEntries(
    Object.entries(details).map(([part, name]) => [name, figures[part as keyof typeof figures]]),
  );
  reply.header("retry-after", retryAfter);
  sendCause(service, operation, reply, "rate-limit", limitMessage(retryAfter), told);
}
