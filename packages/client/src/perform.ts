import { type Attempt, attempt, interrupted } from "./attempt.ts";
import type { Performed } from "./call-state.ts";
import { type CallState, type Context, claim, responseFacts, timeLeft } from "./call-state.ts";
import { emit } from "./emit.ts";
import { ClientError } from "./errors/client-error.ts";
import { Interruption, pause } from "./interrupt.ts";
import { retryDelay } from "./retry-delay.ts";
import { beginKey, endKey } from "./use-key.ts";

const meanings = {
  call: "; this call sent nothing, but its key may have been sent before",
  key: "; nothing was sent under this key",
};

/** Makes a call: sends its request until there is a response that counts, or no further attempt can help. */
export async function perform(context: Context, call: CallState): Promise<Performed> {
  const { settings } = context;
  const ended = (error?: unknown): void =>
    emit(settings, call, "onCallEnd", () => ({
      attempts: call.attempts,
      duration: performance.now() - call.start,
      ...responseFacts(call),
      error: error as ClientError | undefined,
    }));
  emit(settings, call, "onCallStart", () => ({}));
  try {
    // Most calls have no key, and nothing to wait for.
    if (call.facts.key) await beginKey(context, call);
    const performed = await repeat(context, call);
    ended();
    return performed;
  } catch (caught) {
    const error = caught instanceof Interruption ? interrupted(call, caught) : caught;
    // Other calls with the key may have begun, or ended, since the error was made.
    if (error instanceof ClientError && call.begun) {
      call.others = await endKey(context, call);
      const proven = claim(call, call.others);
      Object.assign(error, proven);
      if (proven.outcome === "not-sent") error.message += meanings[proven.scope];
    }
    ended(error);
    throw error;
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
    emit(context.settings, call, "onRetry", () => ({ attempt: call.attempts, delay, error: failure }));
    await pause(delay, call.signal).catch((interruption) => {
      throw interrupted(call, interruption);
    });
  }
}
