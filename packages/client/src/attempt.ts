import { authorize } from "./authorize.ts";
import type { Performed } from "./call-state.ts";
import { type CallState, type Context, fail, failWith, requestIdOf, responseFacts, timeLeft } from "./call-state.ts";
import { emit } from "./emit.ts";
import { AbortedError } from "./errors/aborted-error.ts";
import { ApiError } from "./errors/api-error.ts";
import type { ClientError } from "./errors/client-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { InvalidResponseError } from "./errors/invalid-response-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { type AttemptState, type HttpResponse, ResponseTooLarge, textOf } from "./http.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import { isTransient, readError, readSuccess } from "./read-response.ts";
import { describeCause } from "./redact.ts";
import { readRetryAfter } from "./retry-delay.ts";
import type { TokenSource } from "./token-source.ts";

/** What came of an attempt: a success; a failure; or nothing, where the same attempt is to be made with another token. */
export type Attempt = Performed | Failed | "renewed";

export interface Failed {
  failure: ClientError;
  /** Whether sending the request again does no harm, and may help. */
  repeatable: boolean;
  /** Milliseconds after which the service wants to be asked again. */
  retryAfter?: number | undefined;
  /** The first request with the key still runs. */
  running?: boolean;
}

/**
 * Sends the request of a call once. Throws where no further attempt can help: the caller ended the call, its time ran
 * out before anything was sent, or there is no token.
 */
export async function attempt(context: Context, call: CallState): Promise<Attempt> {
  const { settings, tokens } = context;
  // Most calls have nothing to wait for.
  const ready = call.takesToken ? tokens?.current() : "";
  const token = ready === undefined || settings.pace ? await prepareToSend(context, call, ready) : ready;
  return settings.hooks.length > 0
    ? await exchangeWithHooks(context, call, token)
    : await exchange(context, call, token);
}

/** Makes an exchange that hooks see. */
async function exchangeWithHooks(context: Context, call: CallState, token: string): Promise<Attempt> {
  const { settings } = context;
  const started = performance.now();
  const number = call.attempts;
  const ended = (more: object): void =>
    emit(settings, call, "onAttemptEnd", () => ({
      attempt: number,
      duration: performance.now() - started,
      ...responseFacts(call),
      ...more,
    }));
  // What a hook adds, to carry a trace for one. It cannot see what else is sent.
  const headers = new Headers();
  emit(settings, call, "onAttemptStart", () => ({ attempt: number, headers }));
  headers.forEach((value, name) => void call.request.headers.set(name, value));
  try {
    const made = await exchange(context, call, token);
    ended(made !== "renewed" && "failure" in made ? { error: made.failure } : {});
    return made;
  } catch (error) {
    ended({ error });
    throw error;
  }
}

/** Sends the request and says what its response, or the lack of one, means. */
async function exchange(context: Context, call: CallState, token: string): Promise<Attempt> {
  const { settings } = context;
  const state: AttemptState = { sent: false, received: false };
  call.http = undefined;
  // No hook changes the key, nor the credentials.
  if (call.facts.key) call.request.headers.set(call.facts.key.header, call.idempotencyKey as string);
  await authorize(context, call.operation, call.request, token);
  try {
    call.http = await within(Math.min(timeLeft(call), call.retry.attemptTimeout), call.signal, (signal) => {
      call.attemptsOpen.add(state);
      return settings.send(call.facts.method, call.request, signal, state);
    });
  } catch (error) {
    return interpretFailure(context, call, error, state);
  }
  call.reached = true;
  const { status } = call.http;
  return status >= 200 && status < 300
    ? succeed(context, call, call.http)
    : refuse(context, call, call.http, state, token);
}

/** Waits for a token and for room in the rate limit. Resolves with the token; rejects with the error of the call. */
async function prepareToSend(context: Context, call: CallState, ready: string | undefined): Promise<string> {
  const { tokens, settings } = context;
  try {
    const retry = call.retry.attempts === 1 ? false : settings.retry;
    const obtain = (): Promise<string> =>
      within(timeLeft(call), call.signal, () => (tokens as TokenSource).obtain(retry));
    const token = ready ?? (await obtain());
    if (settings.pace) await waitForRoom(context, call);
    return token;
  } catch (error) {
    throw error instanceof Interruption ? interrupted(call, error) : adopt(error, call);
  }
}

/** The error of a call that was given up. */
export function interrupted(call: CallState, { signal }: Interruption): ClientError {
  return signal
    ? fail(call, AbortedError, "ended by the caller", { cause: signal.reason })
    : fail(call, TimeoutError, "no response came in time");
}

/** Waits until the rate limit has room for a request. */
async function waitForRoom({ limits }: Context, call: CallState): Promise<void> {
  const reserve = (): number => limits.reserve(call.operation);
  for (let wait = reserve(); wait > 0; wait = reserve()) {
    // There will be no room in time: no need to wait for that.
    if (wait >= timeLeft(call))
      throw fail(call, TimeoutError, `the rate limit has room in ${Math.ceil(wait / 1000)} s, after the call's time`);
    await pause(wait, call.signal);
  }
}

/** What a response with a 2xx means. */
function succeed({ limits }: Context, call: CallState, http: HttpResponse): Attempt {
  const { operation, facts, idempotent, idempotencyKey } = call;
  const { status, headers } = http;
  limits.observe(operation, headers);
  const read = readSuccess(facts, http.body, { path: call.path, body: textOf(call.request) });
  if (typeof read !== "string") {
    const { data, message } = read;
    const requestId = requestIdOf(headers, call.redact);
    return { result: { data, message, status, headers, requestId, idempotencyKey, http }, http };
  }
  const failure = failWith(call, InvalidResponseError, `the response with status ${status} ${read}`, http);
  return { failure, repeatable: idempotent };
}

/** What a response with any other status means. */
function refuse(
  { contract, limits, redact, tokens }: Context,
  call: CallState,
  http: HttpResponse,
  state: AttemptState,
  token: string,
): Attempt {
  const { facts, idempotent } = call;
  const { status, headers } = http;
  const retryAfter = readRetryAfter(headers);
  limits.observe(call.operation, headers, status === 429 ? retryAfter : undefined);
  const { code, message, details, harmless, settles } = readError(contract, facts, status, http.body, redact);
  if (harmless) call.attemptsOpen.delete(state);
  if (settles) {
    call.settled = true;
    call.attemptsOpen.clear();
  }
  // The request was not looked at: sent once more with another token, it is still the same attempt.
  if (status === 401 && call.takesToken && !call.renewed) {
    tokens?.drop(token);
    call.renewed = true;
    if (harmless || idempotent) return "renewed";
  }
  const text = `${status} ${code}${message && `: ${message}`}`;
  const failure = failWith(call, ApiError, text, http, { code, details, retryAfter });
  const running = status === facts.key?.conflict && retryAfter !== undefined;
  return { failure, repeatable: idempotent && (running || isTransient(status)), retryAfter, running };
}

/** What it means that no response came. Throws where the call is over. */
function interpretFailure({ redact }: Context, call: CallState, error: unknown, state: AttemptState): Failed {
  const neverSent = !state.sent;
  if (neverSent) call.attemptsOpen.delete(state);
  const repeatable = call.idempotent || neverSent;
  if (error instanceof ResponseTooLarge) {
    const { head } = error;
    const message = `the response with status ${head.status} is too large`;
    return { failure: failWith(call, InvalidResponseError, message, head), repeatable };
  }
  if (!(error instanceof Interruption))
    return {
      failure: fail(call, ConnectionError, "no response came", { cause: describeCause(error, redact) }),
      repeatable,
    };
  const failure = interrupted(call, error);
  if (error.signal) throw failure;
  return { failure, repeatable };
}

/** The error of the request for a token as the error of a call, which carries the call's key. */
function adopt(error: unknown, call: CallState): unknown {
  const { outcome, scope, idempotencyKey } = fail(call, ConnectionError, "");
  const { stack } = error as Error;
  // An engine gives the stack to the error alone that it belongs to.
  const own = {
    ...Object.getOwnPropertyDescriptors(error),
    stack: { value: stack, writable: true, configurable: true },
  };
  return Object.assign(Object.create(Object.getPrototypeOf(error), own), { outcome, scope, idempotencyKey });
}
