import { type Attempt, attempt, type Failed, interrupted } from "./attempt.ts";
import type { CheckedResult } from "./call.ts";
import { type CallState, claim, responseFacts, timeLeft } from "./call-state.ts";
import { emit } from "./emit.ts";
import { ClientError } from "./errors.ts";
import { Interruption, pause } from "./interrupt.ts";
import { retryDelay } from "./retry-delay.ts";
import { beginKey, endKey } from "./use-key.ts";

// Where a service fails for long, one request in ten is a repetition.
const budgetPart = 0.1;

/** Makes a call: sends its request until there is a response that counts, or no further attempt can help. */
export async function perform(call: CallState): Promise<CheckedResult<unknown>> {
  const { context } = call;
  const ended = (error?: ClientError): void =>
    emit(call, "onCallEnd", () => ({
      attempts: call.attempts,
      duration: performance.now() - call.start,
      ...responseFacts(call),
      error,
    }));
  emit(call, "onCallStart", () => ({}));
  try {
    // Most calls have no key, and nothing to wait for.
    if (call.operation.key) await beginKey(call);
    for (;;) {
      call.attempts++;
      let made: Attempt = await attempt(call);
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
      const proven = claim(call);
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

/** Milliseconds until the next attempt. Throws where there is to be none. */
function delayOf(call: CallState, { failure, repeatable, retryAfter, running }: Failed): number {
  const { context, retry } = call;
  // A request that still runs is waited for until the time is up, unless nothing is to be repeated at all.
  if (running) call.conflicts++;
  const exhausted = call.attempts - call.conflicts >= retry.attempts || retry.attempts === 1;
  const delay = retryDelay(call.attempts, retry, retryAfter);
  if (!repeatable || exhausted || delay >= timeLeft(call) || !(running || (context.budget >= 1 && context.budget--)))
    throw failure;
  emit(call, "onRetry", () => ({ attempt: call.attempts, delay, error: failure }));
  return delay;
}
