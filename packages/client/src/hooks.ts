import { ignoreErrors } from "./ignore-errors.ts";
import type { Hooks, HooksFromWatch } from "./options.ts";
import { showResponse } from "./redact.ts";

/**
 * Functions that are called at each step of a call, as the option `hooks` takes them. An error that one
 * throws, or rejects with, changes nothing.
 *
 * @example
 * createClient({ hooks: watch(logTo(pino()), { onRetry: ({ error }) => console.warn(error.message) }) });
 */
export function watch(...hooks: Hooks[]): HooksFromWatch {
  return (call, name, error, delay) => {
    const { operation, idempotencyKey, attempts, start, request, http, client } = call;
    const { id, method, path } = operation;
    const now = performance.now();
    call.callId ??= crypto.randomUUID();
    if (name === "onAttemptStart") call.attemptStart = now;
    // Headers that a hook adds, for example to carry a trace. The hook cannot see the others.
    const headers = new Headers();
    const event = {
      callId: call.callId,
      operation: id,
      method,
      path,
      idempotencyKey,
      attempts,
      error,
      delay,
      ...(name === "onAttemptStart" && { headers }),
      ...(name.endsWith("End") && {
        duration: now - ((name === "onCallEnd" ? start : call.attemptStart) ?? now),
        ...(http && showResponse(client.redact, http)),
        headers: undefined,
      }),
    };
    for (const hook of hooks) ignoreErrors(() => hook[name]?.({ ...event } as never));
    headers.forEach((value, name) => void request.headers.set(name, value));
  };
}
