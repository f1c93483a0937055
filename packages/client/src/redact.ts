import type { ResponseHead } from "./interrupt.ts";

/** Replaces secrets in a message that is about to be shown: an error of a service or of a `fetch` may quote them. */
export type Redact = (string: string) => string;

/** Makes a function that replaces the strings that `secrets` lists at the time of the call. */
export function createRedact(secrets: () => unknown[]): Redact {
  return (string) =>
    secrets().reduce<string>(
      (clean, secret) =>
        // A short key may be part of an ordinary word.
        typeof secret === "string" && secret.length > 5
          ? // In JSON, which is shown too, quotes and backslashes look otherwise.
            clean
              .replaceAll(JSON.stringify(secret).slice(1, -1), "[redacted]")
              .replaceAll(secret, "[redacted]")
          : clean,
      string,
    );
}

/**
 * The name, code and message of an error of `fetch`, and of its first causes: nothing else that may hang on it. Undefined
 * if it cannot be read.
 */
export function describeCause(error: unknown, redact: Redact, depth = 8): Error | undefined {
  try {
    if (!(error instanceof Error && depth)) return undefined;
    const { code, errors } = error as { code?: unknown; errors?: unknown[] };
    const cause = describeCause(error.cause ?? errors?.[0], redact, depth - 1);
    const copy = new Error(redact(error.message), cause && { cause });
    return Object.assign(copy, { name: error.name, ...(typeof code === "string" && { code }) });
  } catch {
    return undefined;
  }
}

/** The parts of a response that an error shows. Headers may quote what was sent, so they are redacted. */
export function showResponse(
  redact: Redact,
  { status, headers: received }: ResponseHead,
): { status: number; headers: Headers; requestId: string | undefined } {
  const headers = new Headers(
    [...received].map(([name, value]): [string, string] => [name, redact(value)]),
  );
  return { status, headers, requestId: headers.get("X-Request-Id") || undefined };
}
