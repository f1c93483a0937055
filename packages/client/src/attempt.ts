import type { CheckedResult } from "./call.ts";
import { type CallState, claim, fail, requestIdOf, responseFacts, show, timeLeft } from "./call-state.ts";
import { emit } from "./emit.ts";
import { AbortedError, ApiError, ClientError, ConnectionError, InvalidResponseError, TimeoutError } from "./errors.ts";
import { type AttemptState, type HttpResponse, ResponseTooLarge } from "./http.ts";
import { Interruption, pause, within } from "./interrupt.ts";
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

/**
 * Sends the request of a call once. Throws where no further attempt can help: the caller ended the call, its time ran
 * out before anything was sent, or there is no token.
 */
export function attempt(call: CallState): Promise<Attempt> {
  const { settings, tokens } = call.context;
  const send = settings.hooks.length > 0 ? exchangeWithHooks : exchange;
  const ready = call.operation.takesToken ? tokens?.current() : "";
  // Most calls have nothing to wait for.
  if (ready !== undefined && !settings.pacing) return send(call, ready);
  return prepare(call, ready).then((token) => send(call, token));
}

/** Makes an exchange that hooks see. */
async function exchangeWithHooks(call: CallState, token: string): Promise<Attempt> {
  const started = performance.now();
  const number = call.attempts;
  const ended = (more: object): void =>
    emit(call, "onAttemptEnd", () => ({
      attempt: number,
      duration: performance.now() - started,
      ...responseFacts(call),
      ...more,
    }));
  // What a hook adds, to carry a trace for one. It cannot see what else is sent.
  const headers = new Headers();
  emit(call, "onAttemptStart", () => ({ attempt: number, headers }));
  headers.forEach((value, name) => void call.request.headers.set(name, value));
  try {
    const made = await exchange(call, token);
    ended(made !== "renewed" && "failure" in made ? { error: made.failure } : {});
    return made;
  } catch (error) {
    ended({ error });
    throw error;
  }
}

/** Sends the request and says what its response, or the lack of one, means. */
async function exchange(call: CallState, token: string): Promise<Attempt> {
  const { context, operation, request, open } = call;
  const { settings, contract } = context;
  const state: AttemptState = { sent: false, received: false };
  call.http = undefined;
  // No hook changes the key, nor the credentials.
  if (operation.key) request.headers.set(operation.key.header, call.idempotencyKey as string);
  try {
    for (const name of operation.way ?? noWay(operation)) {
      const given = name === contract.token?.scheme ? token : settings.credentials[name];
      contract.schemes[name]?.(request, typeof given === "function" ? await given() : (given as string));
    }
  } catch (error) {
    // A function of the caller's failed, perhaps after attempts that were sent.
    if (error instanceof ClientError) throw error;
    const cause = describeCause(error, context.redact);
    throw fail(call, ClientError, "the credentials cannot be sent", { cause });
  }
  try {
    call.http = await within(Math.min(timeLeft(call), call.retry.attemptTimeout), call.signal, (signal) => {
      open.add(state);
      return settings.send(operation.method, request, signal, state);
    });
  } catch (error) {
    return interpretFailure(call, error, state);
  }
  call.reached = true;
  const { status } = call.http;
  return status >= 200 && status < 300 ? succeed(call, call.http) : refuse(call, call.http, state, token);
}

function noWay({ id, security = [] }: CallState["operation"]): string[] {
  check(id, [`credentials.${security.flat()[0]}`, "required", "be given: the operation needs them"]);
  return [];
}

/** Waits for a token and for room in the rate limit. Resolves with the token; rejects with the error of the call. */
async function prepare(call: CallState, ready: string | undefined): Promise<string> {
  const { settings, tokens } = call.context;
  const { pacing } = settings;
  const reserve = (): number => pacing?.reserve(call.operation.id) ?? 0;
  try {
    const token =
      ready ??
      (await within(timeLeft(call), call.signal, async () =>
        tokens?.obtain(call.retry.attempts === 1 ? false : undefined),
      )) ??
      "";
    for (let wait = reserve(); wait > 0; wait = reserve()) {
      // There will be no room in time: no need to wait for that.
      if (wait >= timeLeft(call))
        throw fail(call, TimeoutError, `the rate limit has room in ${Math.ceil(wait / 1000)} s, after the call's time`);
      await pause(wait, call.signal);
    }
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

/** What a response with a 2xx means. */
function succeed(call: CallState, http: HttpResponse): Attempt {
  const { context, operation, idempotent: repeatable, idempotencyKey, request } = call;
  const { status, headers } = http;
  context.settings.pacing?.observe(operation.id, headers);
  const read = readSuccess(context, operation, http.body, call, request.body);
  if (typeof read === "string") {
    const message = `the response with status ${status} ${read}`;
    return { failure: fail(call, InvalidResponseError, message, show(context.redact, http)), repeatable };
  }
  return { ...read, status, headers, requestId: requestIdOf(headers, context.redact), idempotencyKey, http };
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
  const failure = fail(call, ApiError, text, { ...show(context.redact, http), code, details, retryAfter });
  const running = status === operation.key?.conflict && retryAfter !== undefined;
  return { failure, repeatable: idempotent && (running || isTransient(status)), retryAfter, running };
}

/** What it means that no response came. Throws where the call is over. */
function interpretFailure(call: CallState, error: unknown, state: AttemptState): Failed {
  const { redact } = call.context;
  if (!state.sent) call.open.delete(state);
  const repeatable = call.idempotent || !state.sent;
  if (error instanceof ResponseTooLarge) {
    const message = `the response with status ${error.head.status} is too large`;
    return { failure: fail(call, InvalidResponseError, message, show(redact, error.head)), repeatable };
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
  // An engine gives the stack to the error alone that it belongs to.
  const { stack } = error as Error;
  const own = {
    ...Object.getOwnPropertyDescriptors(error),
    stack: { value: stack, writable: true, configurable: true },
  };
  const copy = Object.create(Object.getPrototypeOf(error), own);
  return Object.assign(copy, { ...claim(call), idempotencyKey: call.idempotencyKey });
}
