import { boolean, type Check, matching, object, text } from "./checks.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import type { CallOptions, ClientOptions, Fetch, Hooks, RetryOptions } from "./options.ts";

/** Options with their defaults. */
export interface Settings {
  fetch: Fetch;
  timeout: number;
  pace: boolean;
  hooks: Hooks;
  baseUrl: string;
  retry: Retry;
}

/** How failures are repeated, to the last number. */
export type Retry = { [name in keyof RetryOptions]-?: number };

// Without user, query and fragment.
const anyUrl = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i;
const safeUrl = /^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?)(\/[^\s?#]*)?$/i;

const func: Check = (value, field) => (typeof value === "function" ? undefined : [field, "type", "be a function"]);

/** Milliseconds: a finite number above zero. */
export const milliseconds: Check = (value, field) =>
  Number.isFinite(value) && (value as number) > 0 ? undefined : [field, "minimum", "be a finite number above 0"];

/** How many times: a whole number from 1. */
const count: Check = (value, field) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? undefined : [field, "minimum", "be a whole number above 0"];

const retryCheck: Check = (value, field) =>
  value === false
    ? undefined
    : object({}, { attempts: count, attemptTimeout: milliseconds, firstDelay: milliseconds, maxDelay: milliseconds })(
        value,
        field,
      );

/** Reads the options of a client. Throws where one of them is wrong. */
export function readOptions(options: ClientOptions): Settings {
  const { baseUrl, timeout = 30_000, pace = false, hooks = {}, retry } = options;
  checkOptions(
    "options",
    object(
      {
        // The first colon ends the key in a `Basic` header.
        apiKey: matching(/^[^:]+$/, text(1), "be a text without a colon"),
        apiSecret: text(1),
        baseUrl: matching(
          options.allowInsecure ? anyUrl : safeUrl,
          text(),
          "be an https: URL without user, query and fragment",
          "https",
        ),
      },
      {
        timeout: milliseconds,
        retry: retryCheck,
        pace: boolean,
        allowInsecure: boolean,
        fetch: func,
        hooks: object({}, { onRequest: func, onResponse: func, onRetry: func }),
      },
    ),
    options,
  );
  return {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeout,
    pace,
    hooks,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    retry: merge(retry, { attempts: 4, attemptTimeout: 10_000, firstDelay: 250, maxDelay: 8_000 }),
  };
}

/** How a call is repeated that says so itself, or does not. Throws on what is wrong. */
export function readRetry(operation: string, retry: CallOptions["retry"], usual: Retry): Retry {
  if (retry === undefined) return usual;
  checkOptions(operation, object({}, { retry: retryCheck }), { retry });
  return merge(retry, usual);
}

/** Milliseconds that a caller gives. Throws on what is no time. */
export function readTimeout(operation: string, timeout: number): number {
  checkOptions(operation, object({ timeout: milliseconds }), { timeout });
  return timeout;
}

/** Throws an `InvalidRequestError` where options break a rule. */
export function checkOptions(operation: string, check: Check, options: object): void {
  const mistake = check(options, "");
  if (mistake) throw new InvalidRequestError(operation, mistake);
}

function merge(retry: CallOptions["retry"], usual: Retry): Retry {
  if (retry === false) return { ...usual, attempts: 1 };
  const given = Object.entries(retry ?? {}).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}
