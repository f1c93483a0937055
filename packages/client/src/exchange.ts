import type { CallResult } from "./call.ts";
import { type CallState, show } from "./call-state.ts";
import {
  AbortedError,
  ApiError,
  type ClientError,
  ConnectionError,
  InvalidResponseError,
  TimeoutError,
} from "./errors.ts";
import type { AttemptState, HttpResponse } from "./http.ts";
import { Interruption, within } from "./interrupt.ts";
import { findContradiction, readError } from "./read-response.ts";
import { describeCause } from "./redact.ts";
import { isTransient, readRetryAfter } from "./retry-delay.ts";

/** What came of an attempt: a success; a failure; or nothing, where the same attempt is to be made with another token. */
export type Attempt = CallResult<unknown> | Failed | "renewed";

export interface Failed {
  failure: ClientError;
  /** Whether sending the request again does no harm, and may help. */
  repeatable: boolean;
  /** Milliseconds after which the service wants to be asked again. */
  retryAfter?: number | undefined;
  /** The first request with the key still runs. */
  running?: boolean;
}

/** Sends the request of a call once, and says what its response, or the lack of one, means. */
export async function exchange(call: CallState, token: string): Promise<Attempt> {
  const { context, operation, request, idempotent, idempotencyKey } = call;
  const { contract, redact } = context;
  const state: AttemptState = { sent: false };
  const fail = (repeatable: boolean, ...given: Parameters<CallState["fail"]>): Failed => ({
    failure: call.fail(...given),
    repeatable,
  });
  call.http = undefined;
  // No hook changes the key, nor the credentials.
  if (operation.key) request.headers.set(operation.key.header, idempotencyKey as string);
  const authorizing = contract.authorization?.authorize(call, token);
  if (authorizing) await authorizing;
  let http: HttpResponse;
  call.open++;
  try {
    http = await within(
      Math.min(call.timeLeft(), call.retry.attemptTimeout),
      call.signal,
      (signal) => context.send(operation.method, request, signal, state),
    );
  } catch (error) {
    if (!state.sent) call.open--;
    const repeatable = idempotent || !state.sent;
    if (!(error instanceof Interruption))
      return fail(repeatable, ConnectionError, "no response came", {
        cause: describeCause(error, redact),
      });
    return { failure: interrupted(call, error), repeatable: repeatable && !error.signal };
  }
  call.http = http;
  call.reached = true;
  const { status, headers } = http;
  const isSuccess = status >= 200 && status <= 299;
  const retryAfter = isSuccess ? undefined : readRetryAfter(headers);
  context.pacing?.observe(operation.id, headers, status === 429 ? retryAfter : undefined);
  if (!isSuccess) {
    const { harmless, settles, code, message, details } = readError(context, operation, http);
    if (harmless) call.open--;
    if (settles) {
      call.settled = true;
      call.open = 0;
    }
    // The request was not looked at: sent once more with another token, it is still the same attempt.
    if (status === 401 && operation.takesToken && !call.renewed) {
      context.tokens?.drop(token);
      call.renewed = true;
      if (harmless || idempotent) return "renewed";
    }
    const running = status === operation.key?.conflict && retryAfter !== undefined;
    const text = `${status} ${code}${message && `: ${message}`}`;
    const more = { ...show(redact, http), code, details, retryAfter };
    return {
      ...fail(idempotent && (running || isTransient(status)), ApiError, text, more),
      retryAfter,
      running,
    };
  }
  const { message, data } = Object(http.body);
  const result = operation.read ? operation.read(http) : operation.bare ? http.body : data;
  const contradiction = findContradiction(call, http, result);
  if (contradiction)
    return fail(
      idempotent,
      InvalidResponseError,
      `the response with status ${status} ${contradiction}`,
      show(redact, http),
    );
  const requestId = headers.get("X-Request-Id") || undefined;
  const text = typeof message === "string" ? message : undefined;
  return { data: result, message: text, status, headers, requestId, idempotencyKey };
}

/** The error of a call that was given up. */
export function interrupted(call: CallState, { signal, head }: Interruption): ClientError {
  if (head)
    return call.fail(
      InvalidResponseError,
      "the response is too large",
      show(call.context.redact, head),
    );
  return signal
    ? call.fail(AbortedError, "ended by the caller", { cause: signal.reason })
    : call.fail(TimeoutError, "no response came in time");
}
