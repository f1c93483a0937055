import type { CallResult } from "./call.ts";
import type { CallState } from "./call-state.ts";
import { ClientError } from "./errors.ts";
import { type Attempt, exchange, type Failed, interrupted } from "./exchange.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import type { WatchedEvent } from "./options.ts";
import { describeCause } from "./redact.ts";
import { retryDelay } from "./retry-delay.ts";
import { beginKey, endKey } from "./use-key.ts";

// Where a service fails for long, one request in ten is a repetition.
const budgetPart = 0.1;

/** Makes a call: sends its request until there is a response that counts, or no further attempt can help. */
export async function perform(call: CallState): Promise<CallResult<unknown>> {
  const { context, operation } = call;
  emit(call, "onCallStart");
  try {
    // Most calls have no key, and nothing to wait for.
    if (operation.key) await beginKey(call);
    for (;;) {
      call.attempts++;
      let made: Attempt;
      do {
        // Most calls have nothing to wait for.
        const token = (context.pacing ? undefined : currentToken(call)) ?? (await admit(call));
        emit(call, "onAttemptStart");
        made = await exchange(call, token);
        emit(call, "onAttemptEnd", (made as Failed).failure);
      } while (made === "renewed");
      if ("failure" in made) {
        await pause(delayOf(call, made), call.signal);
        continue;
      }
      context.budget = Math.min(context.retry.budget, context.budget + budgetPart);
      emit(call, "onCallEnd");
      return made;
    }
  } catch (caught) {
    const known = caught instanceof Interruption ? interrupted(call, caught) : caught;
    // What pacing or a strange response throws says neither the outcome nor the key.
    const cause = describeCause(caught, context.redact);
    const error =
      known instanceof ClientError ? known : call.fail(ClientError, "the call failed", { cause });
    // Other calls with the key may have begun, or ended, since the error was made.
    if (call.begun) {
      await endKey(call);
      const { outcome, scope } = Object.assign(error, call.claim());
      if (outcome === "not-sent")
        error.message +=
          scope === "key"
            ? "; nothing was sent under this key"
            : "; its key may have been sent before";
    }
    emit(call, "onCallEnd", error);
    throw error;
  }
}

function currentToken({ operation, context }: CallState): string | undefined {
  return operation.takesToken ? context.tokens?.current() : "";
}

/** Waits for a token and for the rate limit. Throws where there is none, or no time left to wait for one. */
async function admit(call: CallState): Promise<string> {
  const { context, idempotencyKey, retry } = call;
  try {
    const obtain = async (): Promise<string> =>
      context.tokens?.obtain(retry.attempts > 1 && undefined) ?? "";
    const token = currentToken(call) ?? (await within(call.timeLeft(), call.signal, obtain));
    await context.pacing?.admit(call);
    return token;
  } catch (error) {
    if (error instanceof Interruption) throw error;
    // The error of the request for a token as that of the call, which carries the call's key.
    throw Object.assign(Object.create(error as Error), error, call.claim(), { idempotencyKey });
  }
}

/** Calls the hooks, if there are any. Nothing that they do changes the call. */
function emit(call: CallState, name: WatchedEvent[0], error?: ClientError, delay?: number): void {
  try {
    call.context.hooks?.(call, name, error, delay);
  } catch {}
}

/** Milliseconds until the next attempt. Throws where there is to be none. */
function delayOf(call: CallState, { failure, repeatable, retryAfter, running }: Failed): number {
  const { context, retry } = call;
  // A request that still runs is waited for until the time is up, unless nothing is to be repeated at all.
  if (running) call.conflicts++;
  const exhausted = call.attempts - call.conflicts >= retry.attempts || retry.attempts === 1;
  const delay = retryDelay(call.attempts, retry, retryAfter);
  const isOver = exhausted || delay >= call.timeLeft();
  if (!repeatable || isOver || !(running || context.budget >= 1)) throw failure;
  if (!running) context.budget -= 1;
  emit(call, "onRetry", failure, delay);
  return delay;
}
