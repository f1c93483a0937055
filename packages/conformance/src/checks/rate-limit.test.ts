// How far figures about a limit may be off: to the edge, and no further.
import { expect, test } from "vitest";
import type { Exchange } from "../exchange.ts";
import { checkRateLimit, checkRetryAfter } from "./rate-limit.ts";

const parts = ["limit", "remaining", "reset", "window"];
const operation = {
  id: "pay",
  rateLimit: { limit: 10, window: 60, scope: ["caller"] },
  responses: [{ status: 200, headers: parts.map((part) => ({ name: part, rateLimitPart: part })) }],
};

/** A response that came at once, with these figures; times are in seconds. */
function answered(at: number, figures: Record<string, number>, status = 200, message = ""): never {
  const headers = new Headers(
    Object.entries(figures).map(([name, value]) => [name, String(value)]),
  );
  const response = { status, headers, json: { error: { message } } };
  return {
    operation,
    as: { apiKey: "a" },
    response,
    sentAt: at * 1000,
    receivedAt: at * 1000,
  } satisfies Partial<Record<keyof Exchange, unknown>> as never;
}

/** How much is wrong with the last of some responses. */
function wrongIn(...exchanges: never[]): number {
  const memory = new Map();
  return (
    exchanges
      .map((exchange) => checkRateLimit(exchange, { memory } as never)?.length ?? 0)
      .at(-1) ?? 0
  );
}

test.for([
  ["a new window that ends 5 s early", { remaining: 9, reset: 155 }, 0],
  ["a new window that ends 6 s early", { remaining: 9, reset: 154 }, 1],
  ["an old window that ended 5 s ago", { remaining: 8, reset: 95 }, 0],
  ["an old window that ended 6 s ago", { remaining: 8, reset: 94 }, 1],
  ["a window that ends 6 s late", { remaining: 9, reset: 166 }, 0],
  ["a window that ends 7 s late", { remaining: 9, reset: 167 }, 1],
  ["all that the limit has, after a request", { remaining: 10 }, 1],
  ["another limit, and another window", { limit: 11, window: 61 }, 2],
] as const)("%s", ([, figures, wrong]) => {
  expect(wrongIn(answered(100, figures))).toBe(wrong);
});

test.for([
  ["counts down", 5, { remaining: 8, reset: 160 }, 0],
  ["neither counts down nor is new", 6, { remaining: 9, reset: 160 }, 2],
  ["moves its end by 1 s", 5, { remaining: 8, reset: 161 }, 0],
  ["moves its end by 2 s", 5, { remaining: 8, reset: 162 }, 1],
  ["may be over, so it may be another", 58, { remaining: 9, reset: 218 }, 0],
] as const)("a window that %s", ([, later, figures, wrong]) => {
  expect(wrongIn(answered(100, { remaining: 9, reset: 160 }), answered(100 + later, figures))).toBe(
    wrong,
  );
});

test.for([
  [30, 136, 0],
  [30, 137, 1],
  [30, 124, 0],
  [30, 123, 1],
  [0, 100, 1],
  [60, 160, 0],
  [61, 161, 1],
] as const)(
  "to come back after %i s, of a window that ends at second %i of a clock that shows 100",
  ([wait, reset, wrong]) => {
    const refused = answered(
      100,
      { "retry-after": wait, reset },
      429,
      `Come back after ${wait} seconds.`,
    );
    expect(checkRetryAfter(refused, {} as never)).toHaveLength(wrong);
  },
);
