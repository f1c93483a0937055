import { withMethods } from "./argument-checks.ts";
import { ApiError } from "./errors.ts";
import type { CallEvent, EndEvent, Hooks } from "./options.ts";
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
 * @throws {InvalidRequestError} if the logger lacks a method
 * @example
 * createClient({ hooks: watch(logTo(pino())) });
 */
export function logTo(logger: Logger): Hooks {
  check("logTo", withMethods("debug", "info", "warn", "error")(logger), "logger");
  // A service's message may hold personal data: its code does not.
  const facts = ({ error, ...rest }: CallEvent & Pick<EndEvent, "error">): object => {
    const { name, outcome, code } = (error ?? {}) as Partial<ApiError>;
    const reason = error instanceof ApiError ? undefined : error?.message;
    return { ...rest, error: name, code, reason, outcome };
  };
  // The value that a logger returns is handed on: it may be a promise that rejects.
  return {
    onAttemptEnd: (event) => logger.debug(facts(event), "attempt"),
    onRetry: (event) => logger.warn(facts(event), "retry"),
    onTokenDelay: (event) =>
      logger.warn(
        facts(event),
        "tokens are refused, or end too soon: no further one is requested for now",
      ),
    onCallEnd: (event) =>
      event.error ? logger.error(facts(event), "call failed") : logger.info(facts(event), "call"),
  };
}
