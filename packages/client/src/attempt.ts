import type { SuccessfulCall } from "./call.ts";
import type { CallState } from "./call-state.ts";
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
import { describeCause, type Redact, showResponse } from "./redact.ts";
import { isTransient, readRetryAfter } from "./retry-delay.ts";

/** Result of an attempt. After `renewed` the request is sent again with another token, as the same attempt. */
export type AttemptResult = SuccessfulCall<unknown> | FailedAttempt | "renewed";

export interface FailedAttempt {
  failure: ClientError;
  /** Whether sending the request again does no harm, and may help. */
  repeatable: boolean;
  /** Milliseconds of the service's `Retry-After`. */
  retryAfter?: number | undefined;
  /** The first request with the key still runs. */
  running?: boolean;
}

/** Sends the request of a call once and interprets its response, or the lack of one. */
export async function makeAttempt(call: CallState, token: string): Promise<AttemptResult> {
  const { client, operation, request, idempotent, idempotencyKey } = call;
  const { contract, redact } = client;
  const state: AttemptState = { sent: false };
  const fail = (repeatable: boolean, ...given: Parameters<CallState["fail"]>): FailedAttempt => ({
    failure: call.fail(...given),
    repeatable,
  });
  call.http = undefined;
  // Set last, so that no hook can change the key or the credentials.
  if (operation.key) request.headers.set(operation.key.header, idempotencyKey as string);
  const authorizing = contract.authorization?.authorize(call, token);
  if (authorizing) await authorizing;
  let http: HttpResponse;
  call.openAttempts += 1;
  try {
    http = await within(
      Math.min(call.timeLeft(), call.retry.attemptTimeout),
      call.signal,
      (signal) => client.send(operation.method, request, signal, state),
    );
  } catch (error) {
    if (!state.sent) call.openAttempts -= 1;
    const repeatable = idempotent || !state.sent;
    if (!(error instanceof Interruption))
      return fail(
        repeatable,
        ConnectionError,
        `no response came from ${new URL(request.url).origin}${findReason(error, redact)}`,
        { cause: describeCause(error, redact) },
      );
    return { failure: interrupted(call, error), repeatable: repeatable && !error.signal };
  }
  call.http = http;
  call.reached = true;
  const { status } = http;
  const isSuccess =
    (status >= 200 && status < 300) || operation.statuses?.includes(status) === true;
  const retryAfter = isSuccess ? undefined : readRetryAfter(http.headers);
  client.pacing?.observe(operation.id, http.headers, status === 429 ? retryAfter : undefined);
  if (!isSuccess) {
    const { harmless, settles, code, message, details } = readError(client, operation, http);
    if (harmless) call.openAttempts -= 1;
    if (settles) call.settled = true;
    // The service rejected the token before it read the request: sent again, it is the same attempt.
    if (status === 401 && operation.takesToken && !call.renewed) {
      call.renewed = true;
      const isDropped = client.tokens?.drop(token) !== false;
      if (isDropped && (harmless || idempotent)) return "renewed";
    }
    const running = status === operation.key?.conflict && retryAfter !== undefined;
    const text = `${status} ${code}${message && `: ${message}`}${redact(explainStatus(call, http, code))}`;
    const more = { ...showResponse(redact, http), code, details, retryAfter };
    return {
      ...fail(idempotent && (running || isTransient(status)), ApiError, text, more),
      retryAfter,
      running,
    };
  }
  const unwrapped = operation.bare ? http.body : Object(http.body).data;
  const result = operation.read ? operation.read(http, call) : unwrapped;
  const contradiction = findContradiction(call, http, result);
  if (contradiction)
    return fail(
      idempotent,
      InvalidResponseError,
      `the response with status ${status} ${contradiction}`,
      showResponse(redact, http),
    );
  return { data: result, http, idempotencyKey };
}

/** The error of a call that was given up. */
export function interrupted(call: CallState, { signal, head }: Interruption): ClientError {
  if (head)
    return call.fail(
      InvalidResponseError,
      "the response is too large",
      showResponse(call.client.redact, head),
    );
  return signal
    ? call.fail(AbortedError, "ended by the caller", { cause: signal.reason })
    : call.fail(TimeoutError, `no response came in time from ${new URL(call.request.url).origin}`);
}

/** The code of an error's last cause, or its message. */
function findReason(error: unknown, redact: Redact): string {
  let reason = "";
  for (let one = describeCause(error, redact); one; one = one.cause as Error | undefined)
    reason = (one as { code?: string }).code ?? (one.message || reason);
  return reason && `: ${reason}`;
}

/** Where a response without a code comes from, or leads to: the address may be wrong. */
function explainStatus(
  { operation, request }: CallState,
  { status, headers }: HttpResponse,
  code: string,
): string {
  const location = headers.get("Location");
  if (status >= 300 && status < 400 && location)
    return `: redirects are not followed, here to ${location}`;
  return code === "HTTP_404" ? `, from ${operation.method} ${request.url}` : "";
}
