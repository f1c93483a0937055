import type { ApiError } from "./errors.ts";
import { isTransient } from "./retry-delay.ts";

/** The spacing of requests for tokens. It is one, whatever a request is for: a first token, a renewal, a repetition. */
export interface TokenSpacing {
  /** Milliseconds until there is room for a request; 0 if there is. */
  delay(): number;
  /** How many requests there is room for. */
  room(): number;
  /** Counts a request that was sent. Returns the delay of the next one. */
  count(): number;
  /** Takes the error of a request: what the service itself refuses is not requested again at once. */
  observe(error: unknown): void;
  /** A token came: the next refusal is the first again. */
  succeed(): void;
}

// Requests that the limit allows at once. A limit that allows another number has the same spacing between them.
const burst = 5;

/** Keeps the spacing. @param spacing milliseconds between two requests that keep to the limit */
export function createSpacing(spacing: number): TokenSpacing {
  // When the last requests were sent.
  const requests: number[] = [];
  const window = spacing * burst;
  let refusals = 0;
  let nextTry = 0;
  const delay = (): number => {
    const end = Math.max(nextTry, (requests.at(-burst) ?? Number.NEGATIVE_INFINITY) + window);
    return Math.max(0, end - performance.now());
  };
  return {
    delay,
    room: () => burst - requests.filter((time) => time > performance.now() - window).length,
    count() {
      requests.push(performance.now());
      requests.splice(0, requests.length - burst);
      return delay();
    },
    observe(error) {
      const { status, outcome, retryAfter = 0 } = error as Partial<ApiError>;
      if (!status || outcome !== "refused") return;
      // It may answer the next request otherwise.
      if (isTransient(status) && status !== 429) return;
      const wait = Math.max(spacing * 2 ** refusals, retryAfter);
      refusals += 1;
      nextTry = performance.now() + Math.min(wait, window);
    },
    succeed() {
      refusals = 0;
    },
  };
}
