// Generated from scripts/client/runtime/settings.ts by `npm run generate`: edit that, not this file.
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import type { CallOptions, ClientOptions, Fetch, Hooks, RetryOptions } from "./options.ts";
import { withDefaults } from "./with-defaults.ts";

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

/** Reads the options of a client. Throws where one of them is wrong. */
export function readOptions(options: ClientOptions): Settings {
  const { retry, baseUrl, apiKey, apiSecret, ...others } = options;
  // The first colon ends the key in a `Basic` header.
  if (!apiKey || /:/.test(apiKey)) refuse("apiKey", "pattern", "be a text without a colon");
  if (!apiSecret) refuse("apiSecret", "required", "be given");
  const safe = options.allowInsecure ? /^/ : /^https:|^http:..(localhost|127(\.\d+){3}|\[::1])(:\d+)?(\/|$)/i;
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(baseUrl) || !safe.test(baseUrl))
    refuse("baseUrl", "https", "be an https: URL without user, query and fragment");
  const defaults = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    timeout: 30_000,
    pace: false,
    hooks: {},
  };
  return {
    ...withDefaults(defaults, others),
    baseUrl: baseUrl.replace(/\/+$/, ""),
    retry: readRetry(retry, { attempts: 4, attemptTimeout: 10_000, firstDelay: 250, maxDelay: 8_000 }),
  };
}

/** How a call is repeated that says so itself, or does not. */
export function readRetry(retry: CallOptions["retry"], usual: Retry): Retry {
  if (retry === false) return { ...usual, attempts: 1 };
  return retry ? withDefaults(usual, retry) : usual;
}

/** The moment, by the monotonic clock, at which some milliseconds are over. Throws on what is no time. */
export function readDeadline(timeout: number): number {
  if (!(timeout > 0)) refuse("timeout", "minimum", "be more than 0");
  return performance.now() + timeout;
}

function refuse(field: string, rule: string, expected: string): never {
  throw new InvalidRequestError("options", [field, rule, expected]);
}
