import { type Attempt, attempt, interrupted } from "./attempt.ts";
import type { CallResult } from "./call.ts";
import { type CallState, type Context, startCall, tell, timeLeft } from "./call-state.ts";
import { pause } from "./interrupt.ts";
import type { KeyedCallOptions } from "./options.ts";
import type { CallInput } from "./prepare.ts";
import { retryDelay } from "./retry-delay.ts";

/**
 * Makes a call: sends its request until there is a response that counts, or no further attempt can help.
 *
 * @param basic value of the `Authorization` header where a token is asked for; any other request carries a token
 */
export async function perform(
  context: Context,
  operation: string,
  input: CallInput,
  options: KeyedCallOptions,
  basic?: string,
): Promise<CallResult<unknown>> {
  // Up to the first request nothing is awaited: what the caller changes later changes nothing.
  const call = startCall(context, operation, input, options, basic);
  try {
    return await repeat(context, call);
  } finally {
    context.records.leave(call.request.idempotencyKey, call.record);
  }
}

async function repeat(context: Context, call: CallState): Promise<CallResult<unknown>> {
  for (;;) {
    call.attempts++;
    let made: Attempt = await attempt(context, call);
    if (made === "renewed") made = await attempt(context, call);
    if (made === "renewed") throw new Error("A token is renewed once.");
    if ("result" in made) return made.result;

    const { failure, repeatable, retryAfter, running } = made;
    // A request that still runs is waited for until the time is up, unless nothing is to be repeated at all.
    if (running) call.conflicts++;
    const exhausted = call.attempts - call.conflicts >= call.retry.attempts || call.retry.attempts === 1;
    const delay = retryDelay(call.attempts, call.retry, retryAfter);
    if (!repeatable || exhausted || delay >= timeLeft(call)) throw failure;
    tell(context.settings, call, "onRetry", { delay, error: failure });
    await pause(delay, call.signal).catch((interruption) => {
      throw interrupted(call, interruption);
    });
  }
}
