import type { CheckedResult } from "./call.ts";
import type { CallState } from "./call-state.ts";
import { ClientError, TimeoutError } from "./errors.ts";
import { type Attempt, exchange, type Failed, interrupted } from "./exchange.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import { retryDelay } from "./retry-delay.ts";
import { beginKey, endKey } from "./use-key.ts";

// Where a service fails for long, one request in ten is a repetition.
const budgetPart = 0.1;

/** Makes a call: sends its request until there is a response that counts, or no further attempt can help. */
export async function perform(call: CallState): Promise<CheckedResult<unknown>> {
  const { context, operation } = call;
  const ended = (error?: ClientError): void =>
    call.emit("onCallEnd", () => ({
      attempts: call.attempts,
      duration: performance.now() - call.start,
      ...call.responseFacts(),
      error,
    }));
  call.emit("onCallStart", () => ({}));
  try {
    // Most calls have no key, and nothing to wait for.
    if (operation.key) await beginKey(call);
    for (;;) {
      call.attempts++;
      let made = await attempt(call);
      while (made === "renewed") made = await attempt(call);
      if ("failure" in made) {
        await pause(delayOf(call, made), call.signal);
        continue;
      }
      context.budget = Math.min(context.settings.retry.budget, context.budget + budgetPart);
      ended();
      return made;
    }
  } catch (caught) {
    const error = caught instanceof Interruption ? interrupted(call, caught) : caught;
    // Other calls with the key may have begun, or ended, since the error was made.
    if (error instanceof ClientError && call.begun) {
      await endKey(call);
      const proven = call.claim();
      Object.assign(error, proven);
      if (proven.outcome === "not-sent")
        error.message +=
          proven.scope === "key"
            ? "; nothing was sent under this key"
            : "; this call sent nothing, but its key may have been sent before";
    }
    ended(error as ClientError);
    throw error;
  }
}

/** Makes one attempt. Throws where there is no token, or no time left to wait for one or for the rate limit. */
async function attempt(call: CallState): Promise<Attempt> {
  const { operation, attempts, request, context } = call;
  const { settings, tokens } = context;
  const ready = operation.takesToken ? tokens?.current() : "";
  // Most calls have nothing to wait for.
  const token = ready === undefined || settings.pacing ? await prepare(call, ready) : ready;
  const started = performance.now();
  if (settings.hooks.length > 0) {
    // What a hook adds, to carry a trace for one. It cannot see what else is sent.
    const headers = new Headers();
    call.emit("onAttemptStart", () => ({ attempt: attempts, headers }));
    headers.forEach((value, name) => void request.headers.set(name, value));
  }
  const made = await exchange(call, token);
  call.emit("onAttemptEnd", () => ({
    attempt: attempts,
    duration: performance.now() - started,
    ...call.responseFacts(),
    ...(made !== "renewed" && "failure" in made && { error: made.failure }),
  }));
  return made;
}

/** Waits for a token and for room in the rate limit. Resolves with the token; rejects with the error of the call. */
async function prepare(call: CallState, ready: string | undefined): Promise<string> {
  const { settings, tokens } = call.context;
  const { pacing } = settings;
  const reserve = (): number => pacing?.reserve(call.operation.id) ?? 0;
  try {
    const token =
      ready ??
      (await within(call.timeLeft(), call.signal, async () =>
        tokens?.obtain(call.retry.attempts === 1 ? false : undefined),
      )) ??
      "";
    for (let wait = reserve(); wait > 0; wait = reserve()) {
      // There will be no room in time: no need to wait for that.
      if (wait >= call.timeLeft())
        throw call.fail(TimeoutError, `the rate limit has room in ${Math.ceil(wait / 1000)} s, after the call's time`);
      await pause(wait, call.signal);
    }
    return token;
  } catch (error) {
    if (error instanceof Interruption) throw error;
    // The error of the request for a token as that of the call, which carries the call's key. An engine gives the stack
    // to the error alone that it belongs to.
    const { stack } = error as Error;
    const own = {
      ...Object.getOwnPropertyDescriptors(error),
      stack: { value: stack, writable: true, configurable: true },
    };
    const copy = Object.create(Object.getPrototypeOf(error), own);
    throw Object.assign(copy, { ...call.claim(), idempotencyKey: call.idempotencyKey });
  }
}

/** Milliseconds until the next attempt. Throws where there is to be none. */
function delayOf(call: CallState, { failure, repeatable, retryAfter, running }: Failed): number {
  const { context, retry } = call;
  // A request that still runs is waited for until the time is up, unless nothing is to be repeated at all.
  if (running) call.conflicts++;
  const exhausted = call.attempts - call.conflicts >= retry.attempts || retry.attempts === 1;
  const delay = retryDelay(call.attempts, retry, retryAfter);
  if (!repeatable || exhausted || delay >= call.timeLeft() || !(running || (context.budget >= 1 && context.budget--)))
    throw failure;
  call.emit("onRetry", () => ({ attempt: call.attempts, delay, error: failure }));
  return delay;
}
