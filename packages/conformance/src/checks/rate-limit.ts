import { tolerance } from "../clock.ts";
import { isJsonObject } from "../contract.ts";
import { type Answered, type Exchange, getError } from "../exchange.ts";
import { brokenMessages } from "../json-values.ts";
import { numberIn } from "../pace.ts";
import type { ExchangeCheck } from "../session.ts";

/** The figures about the limit are right: by themselves, and after those of the exchange before. */
export const checkRateLimit: ExchangeCheck = (exchange, { memory }) => {
  const { operation, as } = exchange;
  const limit = numberIn(exchange, "limit");
  const remaining = numberIn(exchange, "remaining");
  const reset = numberIn(exchange, "reset");
  const window = numberIn(exchange, "window");
  if (
    !operation?.rateLimit ||
    [limit, remaining, reset, window].every((figure) => figure === undefined)
  ) {
    return undefined;
  }
  const { limit: maxRequests, window: seconds } = operation.rateLimit;
  const wrong = brokenMessages(
    [(limit ?? maxRequests) === maxRequests, `The limit is given as ${limit}, not ${maxRequests}.`],
    [(window ?? seconds) === seconds, `The window is given as ${window} s, not ${seconds} s.`],
  );
  if (remaining !== undefined) wrong.push(...checkRemaining(exchange, remaining, maxRequests));
  if (reset !== undefined) wrong.push(...checkReset(exchange, reset, remaining));
  if (!as) return wrong;
  const key = `rate limit ${operation.id} ${as.apiKey}`;
  const before = memory.get(key);
  memory.set(key, exchange);
  return before && before.receivedAt <= exchange.sentAt
    ? [...wrong, ...compareWithEarlier(before, exchange)]
    : wrong;
};

function checkRemaining({ response }: Answered, remaining: number, limit: number): string[] {
  if (response.status === 429)
    return remaining === 0 ? [] : [`A 429 says that ${remaining} requests remain.`];
  return remaining < limit
    ? []
    : [`${remaining} requests remain of ${limit}, although this one was made.`];
}

function checkReset(exchange: Answered, reset: number, remaining: number | undefined): string[] {
  const { operation, sentAt, receivedAt } = exchange;
  const { limit = 0, window = 0 } = operation?.rateLimit ?? {};
  const earliest = remaining === limit - 1 ? sentAt + window * 1000 : sentAt;
  const shown = `The reset is ${reset}, the time ${Math.floor(receivedAt / 1000)}`;
  if (reset * 1000 < earliest - tolerance)
    return [`${shown}: ${remaining === limit - 1 ? "too early for a new window" : "it is over"}.`];
  // Whole seconds are rounded up, on top of the difference of clocks.
  return reset * 1000 > receivedAt + (window + 1) * 1000 + tolerance
    ? [`${shown}: it does not lie in the window.`]
    : [];
}

/** Checks two exchanges in a row against one window. */
function compareWithEarlier(before: Exchange, exchange: Exchange): string[] {
  const reset = numberIn(exchange, "reset");
  const resetBefore = numberIn(before, "reset");
  const remaining = numberIn(exchange, "remaining");
  const remainingBefore = numberIn(before, "remaining");
  if (reset === undefined || resetBefore === undefined) return [];
  const isOver = exchange.receivedAt >= resetBefore * 1000 - tolerance - 1_000;
  if (isOver) return [];
  if (Math.abs(reset - resetBefore) > 1) {
    return [
      `The reset went from ${resetBefore} to ${reset} before the window was over: the window is not fixed.`,
    ];
  }
  if (remaining === undefined || remainingBefore === undefined || remainingBefore === 0) return [];
  return remaining < remainingBefore
    ? []
    : [
        `${remainingBefore} requests remained, and after a further one ${remaining}: the figure does not count down.`,
      ];
}

/** Retry-After of a 429 is the time until the window's reset, and header, details and message state the same figures. */
export const checkRetryAfter: ExchangeCheck = (exchange) => {
  const { operation, response, sentAt, receivedAt } = exchange;
  if (response.status !== 429 || !operation?.rateLimit) return undefined;
  const { limit, window } = operation.rateLimit;
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  if (Number.isNaN(wait)) return undefined;
  // The server calculated the seconds somewhere between the two times.
  const resetAt = numberIn(exchange, "reset") ?? Number.NaN;
  const untilReset = resetAt - receivedAt / 1000;
  const untilResetAtMost = resetAt - sentAt / 1000;
  const isNear =
    Math.min(Math.abs(untilReset - wait), Math.abs(untilResetAtMost - wait)) <=
    tolerance / 1000 + 1;
  const { message, details } = getError(exchange);
  const stated = isJsonObject(details) ? details : {};
  const figures = Object.entries({ limit, window, retryAfter: wait }).map(
    ([name, expected]): [boolean, string] => {
      const figure = stated[name] ?? expected;
      return [figure === expected, `details.${name} is ${figure}, not ${expected}.`];
    },
  );
  const namesWait = new RegExp(`(?<![0-9])${wait}(?![0-9])`).test(String(message));
  return brokenMessages(
    [wait >= 1 && wait <= window, `Retry-After is ${wait} s, in a window of ${window} s.`],
    [
      Number.isNaN(resetAt) || isNear,
      `Retry-After is ${wait} s, but the reset is ${Math.round(untilReset)} s away.`,
    ],
    ...figures,
    [namesWait, `The message does not name the ${wait} seconds to wait.`],
  );
};
