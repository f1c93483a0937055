import { type Attempt, attempt, interrupted } from "./attempt.ts";
import type { Performed } from "./call-state.ts";
import { type CallState, type Context, responseFacts, timeLeft } from "./call-state.ts";
import type { ClientError } from "./errors/client-error.ts";
import { pause } from "./interrupt.ts";
import { retryDelay } from "./retry-delay.ts";
import { tell } from "./tell.ts";

/** Makes a call: sends its request until there is a response that counts, or no further attempt can help. */
export async function perform(context: Context, call: CallState): Promise<Performed> {
  const { settings, records } = context;
  const ended = (error?: unknown): void =>
    tell(settings, call, "onCallEnd", () => ({
      attempts: call.attempts,
      duration: performance.now() - call.start,
      ...responseFacts(call),
      error: error as ClientError | undefined,
    }));
  tell(settings, call, "onCallStart", () => ({}));
  try {
    const performed = await repeat(context, call);
    ended();
    return performed;
  } catch (error) {
    ended(error);
    throw error;
  } finally {
    records.leave(call.idempotencyKey, call.record);
  }
}

async function repeat(context: Context, call: CallState): Promise<Performed> {
  for (;;) {
    call.attempts++;
    let made: Attempt = await attempt(context, call);
    while (made === "renewed") made = await attempt(context, call);
    if ("result" in made) {
      context.budget.refill();
      return made;
    }
    const { failure, repeatable, retryAfter, running } = made;
    // A request that still runs is waited for until the time is up, unless nothing is to be repeated at all.
    if (running) call.conflicts++;
    const { retry } = call;
    const exhausted = call.attempts - call.conflicts >= retry.attempts || retry.attempts === 1;
    const delay = retryDelay(call.attempts, retry, retryAfter);
    if (!repeatable || exhausted || delay >= timeLeft(call) || !(running || context.budget.take())) throw failure;
    tell(context.settings, call, "onRetry", () => ({ attempt: call.attempts, delay, error: failure }));
    await pause(delay, call.signal).catch((interruption) => {
      throw interrupted(call, interruption);
    });
  }
}
