import type { CallResult } from "./call.ts";
import type { ContractTable } from "./contract-table.ts";
import { AbortedError } from "./errors/aborted-error.ts";
import { ApiError } from "./errors/api-error.ts";
import type { ClientError, ErrorFacts, Failure, Outcome } from "./errors/client-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { UnreadableAnswerError } from "./errors/unreadable-answer-error.ts";
import type { Send } from "./http.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import { nothingSent } from "./nothing-sent.ts";
import type { KeyedCallOptions, RequestEvent } from "./options.ts";
import { type CallInput, prepare } from "./prepare.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readRefusal, readSuccess } from "./read-answer.ts";
import { describeCause, type Redact } from "./redact.ts";
import { readRetryAfter, retryDelay } from "./retry-delay.ts";
import { readDeadline, readRetry, type Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

/** What calls of one client share. */
export interface Context {
  contract: ContractTable;
  settings: Settings;
  send: Send;
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
  { contract, settings, send, limits, redact, tokens }: Context,
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
  const { onRequest, onResponse, onRetry } = settings.hooks;
  const retry = readRetry(options.retry, settings.retry);
  const end = readDeadline(options.timeout ?? settings.timeout);
  const left = (): number => end - performance.now();
  // Whether sending the request twice is as good as once.
  const harmless = Boolean(key || basic) || !/^P(OST|ATCH)$/.test(method);
  // Whether some try may have been accepted without our knowing, and whether the token was renewed for this call.
  let open = false;
  let renewed = false;
  const outcomeSoFar = (): Outcome => (open ? "unknown" : "not-sent");

  for (let attempt = 1; ; attempt++) {
    let sent = false;
    let failure: ClientError;
    let repeatable = harmless;
    let retryAfter: number | undefined;
    const tell = <T>(hook: ((event: RequestEvent & T) => void) | undefined, more: T): void => {
      // What a hook throws must not decide what becomes of a payment.
      try {
        hook?.({ operation, method, path, attempt, idempotencyKey, ...more });
      } catch {}
    };
    const fail = (Class: Failure, message: string, more?: object, outcome = outcomeSoFar()): ClientError =>
      new Class(message, { operation, idempotencyKey, attempts: attempt, outcome, ...more });
    const interrupted = ({ kind, reason }: Interruption): ClientError =>
      kind === "timeout"
        ? fail(TimeoutError, "no answer came in time")
        : fail(AbortedError, "ended by the caller", { cause: reason });

    try {
      const token = basic ? "" : (tokens.current() ?? (await within(left(), signal, tokens.obtain)));
      if (settings.pace) await findRoom();
      const started = performance.now();
      const answer = await within(Math.min(left(), retry.attemptTimeout), signal, (inner) => {
        tell(onRequest, {});
        sent = true;
        return send(request, basic ?? `Bearer ${token}`, inner);
      });
      const { ok, status, headers } = answer;
      if (!ok) retryAfter = readRetryAfter(headers);
      limits.observe(operation, headers, status === 429 ? retryAfter : undefined);
      // Reading headers costs: most calls succeed and have no hook.
      const requestId = ok && !onResponse ? undefined : (headers.get("X-Request-Id") ?? undefined);
      tell(onResponse, { status, duration: performance.now() - started, requestId });

      if (ok) {
        const result = readSuccess(answer, facts.bare);
        if (result) return { data: result.data, message: result.message, status, headers, idempotencyKey };
        open = true;
        failure = fail(UnreadableAnswerError, `the answer with status ${status} cannot be read`, { requestId, status });
      } else {
        const { code, message, details } = readRefusal(answer, redact);
        // The request was not looked at: sent once more with another token, it is still the same try.
        if (!renewed && !basic && status === 401 && contract.token.renewOn.includes(code)) {
          tokens.drop(token);
          renewed = true;
          attempt--;
          continue;
        }
        // A conflict, or the absence of what is to be deleted, tells of an earlier try.
        const told = open && status === (key ? key[2] : method === "DELETE" && 404);
        open ||= status >= 500 || status === 408;
        const silent = status < 400 || status >= 500 || [401, 403, 408, 429].includes(status);
        const outcome = told ? "accepted-before" : open && silent ? "unknown" : "refused";
        const facts = { code, details, status, requestId, retryAfter };
        failure = fail(ApiError, `${status} ${code}${message && `: ${message}`}`, facts, outcome);
        // A conflict with a pause means that the first request with the key still runs.
        repeatable &&= isTransient(status) || (status === key?.[2] && retryAfter !== undefined);
      }
    } catch (error) {
      const interruption = error instanceof Interruption;
      // No token could be had.
      if (!interruption && !sent) throw adopt(error, { idempotencyKey, outcome: outcomeSoFar() });
      const unsent = !sent || nothingSent(error);
      open ||= !unsent;
      repeatable ||= unsent;
      failure = interruption
        ? interrupted(error)
        : fail(ConnectionError, "no answer came", { cause: describeCause(error, redact) });
      if (interruption && (!sent || error.kind === "aborted" || left() <= 0)) throw failure;
    }

    const delay = retryDelay(attempt, retry, retryAfter);
    if (!repeatable || attempt >= retry.attempts || delay >= left()) throw failure;
    tell(onRetry, { delay, error: failure });
    await pause(delay, signal).catch((interruption: Interruption) => {
      throw interrupted(interruption);
    });
  }

  async function findRoom(): Promise<void> {
    for (let wait = limits.reserve(operation); wait > 0; wait = limits.reserve(operation)) {
      // There will be none in time: no need to wait for that.
      if (wait >= left()) throw new Interruption("timeout");
      await pause(wait, signal);
    }
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
