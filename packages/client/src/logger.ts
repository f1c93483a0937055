import type { ApiError } from "./errors.ts";
import type { CallEvent, EndEvent, Hooks } from "./options.ts";
import { withMethods } from "./rules.ts";
import { check } from "./settings.ts";

/** Where lines of a log go: pino, the console, or whatever has these methods. */
export interface Logger {
  debug(facts: object, message: string): unknown;
  info(facts: object, message: string): unknown;
  warn(facts: object, message: string): unknown;
  error(facts: object, message: string): unknown;
}

/**
 * Hooks that write a line for each attempt, repetition and call. No line holds a body, a header or a secret.
 *
 * @throws {InvalidRequestError} where the logger lacks a method
 * @example
 * createClient({ hooks: watch(logTo(pino())) });
 */
export function logTo(logger: Logger): Hooks {
  check("logTo", withMethods("debug", "info", "warn", "error")(logger), "logger");
  // What a service says in its message may be personal: its code is not.
  const facts = ({ error, ...rest }: CallEvent & Pick<EndEvent, "error">): object => {
    const { name, outcome, code } = (error ?? {}) as Partial<ApiError>;
    return { ...rest, error: name, code, outcome };
  };
  // What a logger returns is handed on: it may be a promise that rejects.
  return {
    onAttemptEnd: (event) => logger.debug(facts(event), "attempt"),
    onRetry: (event) => logger.warn(facts(event), "retry"),
    onCallEnd: (event) =>
      event.error ? logger.error(facts(event), "call failed") : logger.info(facts(event), "call"),
  };
}
