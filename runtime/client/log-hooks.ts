import type { CallEvent, Hooks, Logger } from "./options.ts";

/** Hooks that write a line for each attempt, repetition and call. No line holds a body, a header or a secret. */
export function createLogHooks(logger: Logger): Hooks {
  const facts = ({ callId, operation, idempotencyKey }: CallEvent, more: object): object => ({
    callId,
    operation,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...more,
  });
  // What a service says in its message may be personal: its code is not.
  const cause = ({ error }: { error?: { name: string; outcome: string; code?: string } | undefined }): object =>
    error ? { error: error.name, code: error.code, outcome: error.outcome } : {};
  return {
    // What a logger gives back is handed on: it may be a promise, whose rejection is nobody's otherwise.
    onAttemptEnd: (event) => {
      const { attempt, status, duration, requestId } = event;
      return logger.debug(facts(event, { attempt, status, duration, requestId, ...cause(event) }), "attempt");
    },
    onRetry: (event) =>
      logger.warn(facts(event, { attempt: event.attempt, delay: event.delay, ...cause(event) }), "retry"),
    onCallEnd: (event) => {
      const { attempts, status, duration, requestId } = event;
      const line = facts(event, { attempts, status, duration, requestId, ...cause(event) });
      return event.error ? logger.error(line, "call failed") : logger.info(line, "call");
    },
  };
}
