import type { CheckedResult } from "./call.ts";
import { type CallState, show } from "./call-state.ts";
import { AbortedError, ApiError, ClientError, ConnectionError, InvalidResponseError, TimeoutError } from "./errors.ts";
import { type AttemptState, type HttpResponse, ResponseTooLarge } from "./http.ts";
import { Interruption, within } from "./interrupt.ts";
import { readError, readSuccess } from "./read-response.ts";
import { describeCause } from "./redact.ts";
import { isTransient, readRetryAfter } from "./retry-delay.ts";
import { check } from "./settings.ts";

/** What came of an attempt: a success; a failure; or nothing, where the same attempt is to be made with another token. */
export type Attempt = CheckedResult<unknown> | Failed | "renewed";

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
  const { context, operation, request, open } = call;
  const { settings, contract, redact } = context;
  const state: AttemptState = { sent: false };
  call.http = undefined;
  // No hook changes the key, nor the credentials.
  if (operation.key) request.headers.set(operation.key.header, call.idempotencyKey as string);
  try {
    const { id, way, security = [] } = operation;
    if (!way) check(id, [`credentials.${security.flat()[0]}`, "required", "be given: the operation needs them"]);
    for (const name of way ?? []) {
      const given = name === contract.token?.scheme ? token : settings.credentials[name];
      contract.schemes[name]?.(request, typeof given === "function" ? await given() : (given as string));
    }
  } catch (error) {
    // A function of the caller's failed, perhaps after attempts that were sent.
    const cause = describeCause(error, redact);
    const failure =
      error instanceof ClientError ? error : call.fail(ClientError, "the credentials cannot be sent", { cause });
    return { failure, repeatable: false };
  }
  let http: HttpResponse;
  try {
    http = await within(Math.min(call.timeLeft(), call.retry.attemptTimeout), call.signal, (signal) => {
      open.add(state);
      return settings.send(operation.method, request, signal, state);
    });
  } catch (error) {
    if (!state.sent) open.delete(state);
    const repeatable = call.idempotent || !state.sent;
    if (error instanceof ResponseTooLarge) {
      const message = `the response with status ${error.head.status} is too large`;
      return { failure: call.fail(InvalidResponseError, message, show(redact, error.head)), repeatable };
    }
    if (error instanceof Interruption)
      return { failure: interrupted(call, error), repeatable: repeatable && !error.signal };
    return {
      failure: call.fail(ConnectionError, "no response came", { cause: describeCause(error, redact) }),
      repeatable,
    };
  }
  call.http = http;
  call.reached = true;
  return http.status >= 200 && http.status < 300 ? succeed(call, http) : refuse(call, http, state, token);
}

/** The error of a call that was given up. */
export function interrupted(call: CallState, { signal }: Interruption): ClientError {
  return signal
    ? call.fail(AbortedError, "ended by the caller", { cause: signal.reason })
    : call.fail(TimeoutError, "no response came in time");
}

/** What a response with a 2xx means. */
function succeed(call: CallState, http: HttpResponse): Attempt {
  const { context, operation, idempotencyKey } = call;
  const { status, headers } = http;
  context.settings.pacing?.observe(operation.id, headers);
  const read = readSuccess(context, operation, http, call.path, call.request.body);
  if (typeof read !== "string") return { ...read, idempotencyKey };
  const message = `the response with status ${status} ${read}`;
  const failure = call.fail(InvalidResponseError, message, show(context.redact, http));
  return { failure, repeatable: call.idempotent };
}

/** What a response with any other status means. */
function refuse(call: CallState, http: HttpResponse, state: AttemptState, token: string): Attempt {
  const { context, operation, idempotent, open } = call;
  const { status, headers } = http;
  const retryAfter = readRetryAfter(headers);
  context.settings.pacing?.observe(operation.id, headers, status === 429 ? retryAfter : undefined);
  const { code, message, details, harmless, settles } = readError(context, operation, status, http.body);
  if (harmless) open.delete(state);
  if (settles) {
    call.settled = true;
    open.clear();
  }
  // The request was not looked at: sent once more with another token, it is still the same attempt.
  if (status === 401 && operation.takesToken && !call.renewed) {
    context.tokens?.drop(token);
    call.renewed = true;
    if (harmless || idempotent) return "renewed";
  }
  const text = `${status} ${code}${message && `: ${message}`}`;
  const failure = call.fail(ApiError, text, { ...show(context.redact, http), code, details, retryAfter });
  const running = status === operation.key?.conflict && retryAfter !== undefined;
  return { failure, repeatable: idempotent && (running || isTransient(status)), retryAfter, running };
}
