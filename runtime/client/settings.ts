import { matching, object, text } from "./checks.ts";
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

/** Reads the options of a client. Throws where one of them is wrong. */
export function readOptions(options: ClientOptions): Settings {
  const { baseUrl, timeout = 30_000, pace = false, hooks = {}, retry } = options;
  const mistake = object({
    // The first colon ends the key in a `Basic` header.
    apiKey: matching(/^[^:]+$/, text(1), "be a text without a colon"),
    apiSecret: text(1),
    baseUrl: matching(
      options.allowInsecure ? anyUrl : safeUrl,
      text(),
      "be an https: URL without user, query and fragment",
      "https",
    ),
  })(options, "");
  if (mistake) throw new InvalidRequestError("options", mistake);
  return {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeout,
    pace,
    hooks,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    retry: readRetry(retry, { attempts: 4, attemptTimeout: 10_000, firstDelay: 250, maxDelay: 8_000 }),
  };
}

/** How a call is repeated that says so itself, or does not. */
export function readRetry(retry: CallOptions["retry"], usual: Retry): Retry {
  if (retry === false) return { ...usual, attempts: 1 };
  const given = Object.entries(retry ?? {}).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}

/** Milliseconds that a caller gives. Throws on what is no time. */
export function readTimeout(timeout: number): number {
  if (!(timeout > 0)) throw new InvalidRequestError("options", ["timeout", "minimum", "be more than 0"]);
  return timeout;
}
