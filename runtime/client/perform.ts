import type { CallResult } from "./call.ts";
import type { ContractTable } from "./contract-table.ts";
import { AbortedError } from "./errors/aborted-error.ts";
import { ApiError } from "./errors/api-error.ts";
import type { ClientError, ErrorFacts, Failure, Outcome } from "./errors/client-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { UnreadableAnswerError } from "./errors/unreadable-answer-error.ts";
import { send } from "./http.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import { nothingSent } from "./nothing-sent.ts";
import type { Hooks, KeyedCallOptions, RequestEvent } from "./options.ts";
import { type CallInput, prepare } from "./prepare.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readRefusal, readSuccess } from "./read-answer.ts";
import { describeCause, type Redact } from "./redact.ts";
import { readRetryAfter, retryDelay } from "./retry-delay.ts";
import { readRetry, readTimeout, type Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

type HookEvent<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** What calls of one client share. */
export interface Context {
  contract: ContractTable;
  settings: Settings;
  limits: RateLimits;
  redact: Redact;
  tokens: TokenSource;
}

/**
 * Sends a request until it is answered, or given up: the rules that keep money safe are all here.
 *
 * @param basic value of the `Authorization` header where a token is asked for; any other request carries a token
 */
export async function perform(
  { contract, settings, limits, redact, tokens }: Context,
  operation: string,
  input: CallInput,
  options: KeyedCallOptions,
  basic?: string,
): Promise<CallResult<unknown>> {
  // Up to the first request nothing is awaited: what the caller changes later changes nothing.
  const request = prepare(contract, operation, input, options);
  const { facts, idempotencyKey } = request;
  const { signal } = options;
  const { method, path, key } = facts;
  const { hooks } = settings;
  const retry = readRetry(options.retry, settings.retry);
  const end = performance.now() + readTimeout(options.timeout ?? settings.timeout);
  const left = (): number => end - performance.now();
  // Whether sending the request twice is as good as once.
  const harmless = Boolean(key || basic) || !/^P(OST|ATCH)$/.test(method);
  // Whether some try may have been accepted without our knowing, and whether the token was renewed for this call.
  let open = false;
  let renewed = false;
  const reserve = (): number => (settings.pace ? limits.reserve(operation) : 0);
  const outcomeSoFar = (): Outcome => (open ? "unknown" : "not-sent");

  let attempt = 0;
  // Milliseconds to pause before the next try.
  let delay = 0;
  for (;;) {
    let sent = false;
    let failure: ClientError;
    let repeatable = harmless;
    let retryAfter: number | undefined;
    const tell = <Name extends keyof Hooks>(name: Name, more: Omit<HookEvent<Name>, keyof RequestEvent>): void => {
      // What a hook throws must not decide what becomes of a payment.
      try {
        hooks[name]?.({ operation, method, path, attempt, idempotencyKey, ...more } as never);
      } catch {}
    };
    const fail = (Class: Failure, message: string, more?: object): ClientError =>
      new Class(message, { operation, idempotencyKey, attempts: attempt, outcome: outcomeSoFar(), ...more });

    try {
      if (delay > 0) await pause(delay, signal);
      attempt++;
      const token = basic ? "" : (tokens.current() ?? (await within(left(), signal, tokens.obtain)));
      for (let wait = reserve(); wait > 0; wait = reserve()) {
        // There will be no room in time: no need to wait for that.
        if (wait >= left()) throw new Interruption();
        await pause(wait, signal);
      }
      request.headers.set("Authorization", basic ?? `Bearer ${token}`);
      const started = performance.now();
      const { response, body } = await within(Math.min(left(), retry.attemptTimeout), signal, (inner) => {
        tell("onRequest", {});
        sent = true;
        return send(settings, request, inner);
      });
      const { ok, status, headers } = response;
      if (!ok) retryAfter = readRetryAfter(headers);
      limits.observe(operation, headers, status === 429 ? retryAfter : undefined);
      const requestId = headers.get("X-Request-Id") ?? undefined;
      tell("onResponse", { status, duration: performance.now() - started, requestId });

      if (ok) {
        const result = readSuccess(body, facts.bare);
        if (result) return { data: result.data, message: result.message, status, headers, idempotencyKey };
        open = true;
        failure = fail(UnreadableAnswerError, `the answer with status ${status} cannot be read`, { requestId, status });
      } else {
        const { code, message, details } = readRefusal(status, body, redact);
        // The request was not looked at: sent once more with another token, it is still the same try.
        if (!renewed && !basic && status === 401 && contract.token.renewOn.includes(code)) {
          tokens.drop(token);
          renewed = true;
          attempt--;
          delay = 0;
          continue;
        }
        // A conflict, or the absence of what is to be deleted, tells of an earlier try.
        const told = open && status === (key ? key[2] : method === "DELETE" && 404);
        const transient = isTransient(status);
        // A limit refuses before anything is done.
        open ||= transient && status !== 429;
        // Where to call, who may and how often says nothing of an earlier try.
        const silent = transient || status < 400 || status === 401 || status === 403;
        const outcome = told ? "accepted-before" : open && silent ? "unknown" : "refused";
        const more = { code, details, status, requestId, retryAfter, outcome };
        failure = fail(ApiError, `${status} ${code}${message && `: ${message}`}`, more);
        // A conflict with a pause means that the first request with the key still runs.
        repeatable &&= transient || (status === key?.[2] && retryAfter !== undefined);
      }
    } catch (error) {
      const interruption = error instanceof Interruption;
      // No token could be had.
      if (!interruption && !sent) throw adopt(error, { idempotencyKey, outcome: outcomeSoFar() });
      const unsent = !sent || nothingSent(error);
      open ||= !unsent;
      repeatable ||= unsent;
      if (!interruption) failure = fail(ConnectionError, "no answer came", { cause: describeCause(error, redact) });
      else if (error.signal) throw fail(AbortedError, "ended by the caller", { cause: error.signal.reason });
      else {
        failure = fail(TimeoutError, "no answer came in time");
        if (!sent || left() <= 0) throw failure;
      }
    }

    delay = retryDelay(attempt, retry, retryAfter);
    if (!repeatable || attempt >= retry.attempts || delay >= left()) throw failure;
    tell("onRetry", { delay, error: failure });
  }
}

/** Whether the same request may be answered otherwise a little later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The error of the request for a token as the error of a call, which carries the call's key. */
function adopt(error: unknown, facts: Pick<ErrorFacts, "idempotencyKey" | "outcome">): unknown {
  const copy = Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error)) as object;
  return Object.assign(copy, facts);
}
