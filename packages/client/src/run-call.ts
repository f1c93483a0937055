import { type AttemptResult, type FailedAttempt, interrupted, makeAttempt } from "./attempt.ts";
import type { SuccessfulCall } from "./call.ts";
import type { CallState } from "./call-state.ts";
import { ClientError } from "./errors.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import type { WatchedEvent } from "./options.ts";
import { describeCause } from "./redact.ts";
import { retryDelay } from "./retry-delay.ts";
import { claimKey, releaseKey } from "./use-key.ts";

/** Makes a call: sends its request until there is a response that counts, or no further attempt can help. */
export async function runCall(call: CallState): Promise<SuccessfulCall<unknown>> {
  const { client, operation } = call;
  emit(call, "onCallStart");
  try {
    // Most calls have no key, so they do not await one.
    if (operation.key) await claimKey(call);
    for (;;) {
      call.attempts += 1;
      let result: AttemptResult;
      do {
        // Most calls have a token and no pacing, so they await neither.
        const token =
          (client.pacing ? undefined : currentToken(call)) ?? (await prepareAttempt(call));
        emit(call, "onAttemptStart");
        result = await makeAttempt(call, token);
        const { failure } = result as Partial<FailedAttempt>;
        emit(call, "onAttemptEnd", failure);
        if (call.issuesToken && failure?.outcome !== "not-sent") countTokenRequest(call);
        // A request whose token had to be renewed is sent again and counts as the same attempt.
      } while (result === "renewed");
      if (!("failure" in result)) {
        // While a service keeps failing, at most one request in ten is a repetition.
        client.budget = Math.min(client.retry.budget, client.budget + 0.1);
        emit(call, "onCallEnd");
        return result;
      }
      await pause(getRetryDelay(call, result), call.signal);
    }
  } catch (caught) {
    const error = toClientError(call, caught);
    if (call.begun) await releaseKeyOfFailure(call, error);
    emit(call, "onCallEnd", error);
    throw error;
  }
}

/** Anything that a call threw, as an error of the client. */
function toClientError(call: CallState, caught: unknown): ClientError {
  if (caught instanceof ClientError) return caught;
  if (caught instanceof Interruption) return interrupted(call, caught);
  // Pacing or a strange response threw it: it states neither the outcome nor the key.
  const cause = describeCause(caught, call.client.redact);
  return call.fail(ClientError, "the call failed", { cause });
}

/** Releases the key, and corrects the outcome: other calls with the key may have begun or ended meanwhile. */
async function releaseKeyOfFailure(call: CallState, error: ClientError): Promise<void> {
  await releaseKey(call);
  const { outcome, scope } = Object.assign(error, call.claim());
  if (outcome !== "not-sent") return;
  error.message +=
    scope === "key" ? "; nothing was sent under this key" : "; its key may have been sent before";
}

function currentToken({ operation, client }: CallState): string | undefined {
  return operation.takesToken ? client.tokens?.current() : "";
}

/** Counts a request for a token, and reports that the limit has no room for another one. */
function countTokenRequest(call: CallState): void {
  const delay = call.client.tokens?.count();
  if (delay) emit(call, "onTokenDelay", undefined, delay);
}

/** Waits for a token and for the rate limit. Throws if there is no token, or no time left to wait. */
async function prepareAttempt(call: CallState): Promise<string> {
  const { client, idempotencyKey, retry } = call;
  try {
    const obtain = async (): Promise<string> => client.tokens?.obtain(retry.attempts) ?? "";
    const token = currentToken(call) ?? (await within(call.timeLeft(), call.signal, obtain));
    await client.pacing?.admit(call);
    return token;
  } catch (error) {
    if (error instanceof Interruption) throw error;
    // The error of the request for a token as that of the call, which carries the call's key.
    throw Object.assign(Object.create(error as Error), error, call.claim(), { idempotencyKey });
  }
}

/** Calls the hooks, if there are any. Nothing that they do changes the call. */
function emit(call: CallState, name: WatchedEvent[0], error?: ClientError, delay?: number): void {
  ignoreErrors(() => call.client.hooks?.(call, name, error, delay));
}

/** Milliseconds until the next attempt. Throws the failure if there must not be one. */
function getRetryDelay(
  call: CallState,
  { failure, repeatable, retryAfter, running }: FailedAttempt,
): number {
  const { client, retry } = call;
  // The client waits for a running request until the time is up, unless the user allows one attempt only.
  if (running) call.conflicts += 1;
  const failedAttempts = call.attempts - call.conflicts;
  const isExhausted = failedAttempts >= retry.attempts || retry.attempts === 1;
  const delay = retryDelay(call.attempts, retry, retryAfter);
  if (!repeatable || isExhausted || delay >= call.timeLeft()) throw failure;
  if (!running) {
    if (client.budget < 1) throw failure;
    client.budget -= 1;
  }
  emit(call, "onRetry", failure, delay);
  return delay;
}
