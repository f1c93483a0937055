import { show } from "./call-state.ts";
import type { Hooks, Watch, WatchedCall } from "./options.ts";

/**
 * Functions that are called at each step of a call, as the option `hooks` takes them. What one throws, or rejects with,
 * changes nothing.
 *
 * @example
 * createClient({ hooks: watch(logTo(pino()), { onRetry: ({ error }) => console.warn(error.message) }) });
 */
export function watch(...hooks: Hooks[]): Watch {
  const calls = new WeakMap<WatchedCall, { callId: string; attemptStart: number }>();
  return (call, name, error, delay) => {
    const { operation, idempotencyKey, attempts, start, request, http, context } = call;
    const known = calls.get(call) ?? { callId: crypto.randomUUID(), attemptStart: 0 };
    calls.set(call, known);
    const now = performance.now();
    if (name === "onAttemptStart") known.attemptStart = now;
    // What a hook adds, to carry a trace for one. It cannot see what else is sent.
    const headers = new Headers();
    const { status, requestId } = http ? show(context.redact, http) : {};
    const { method, path } = operation;
    const isEnd = name.endsWith("End");
    const event = {
      ...{ callId: known.callId, operation: operation.id, method, path, idempotencyKey },
      ...(isEnd && { duration: now - (name === "onCallEnd" ? start : known.attemptStart), error }),
      ...(isEnd && status !== undefined && { status, requestId }),
      ...(name === "onCallEnd" && { attempts }),
      ...(/Attempt|Retry/.test(name) && { attempt: attempts }),
      ...(name === "onAttemptStart" && { headers }),
      ...(name === "onRetry" && { delay, error }),
    };
    for (const hook of hooks) {
      try {
        Promise.resolve(hook[name]?.({ ...event } as never)).catch(() => {});
      } catch {}
    }
    headers.forEach((value, name) => void request.headers.set(name, value));
  };
}
