import type { CallEvent, EndEvent, Hooks, Logger } from "./options.ts";

/** Hooks that write a line for each attempt, repetition and call. No line holds a body, a header or a secret. */
export function createLogHooks(logger: Logger): Hooks {
  // What a service says in its message may be personal: its code is not.
  const facts = ({ error, ...rest }: CallEvent & Pick<EndEvent, "error">): object => {
    if (!error) return rest;
    const { name, outcome, code } = error as typeof error & { code?: string };
    return { ...rest, error: name, code, outcome };
  };
  // What a logger gives back is handed on: it may be a promise, whose rejection is nobody's otherwise.
  return {
    onAttemptEnd: (event) => logger.debug(facts(event), "attempt"),
    onRetry: (event) => logger.warn(facts(event), "retry"),
    onCallEnd: (event) => (event.error ? logger.error(facts(event), "call failed") : logger.info(facts(event), "call")),
  };
}
