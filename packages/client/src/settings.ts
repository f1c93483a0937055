import { anything, boolean, type Check, func, list, matching, object, options, positive, text } from "./checks.ts";
import type { ContractTable } from "./contract-table.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import { type Send, sendByFetch } from "./http.ts";
import { isObject } from "./is-object.ts";
import type { KeyStore } from "./key-store.ts";
import { createLogHooks } from "./log-hooks.ts";
import type { CallOptions, ClientOptions, Credential, Hooks, RetryOptions } from "./options.ts";
import { sendByNode } from "./send-by-node.ts";
import type { TokenStore } from "./token-store.ts";

/** Options with their defaults. */
export interface Settings {
  baseUrl: string;
  /** By the name of their security scheme. */
  credentials: Record<string, Credential>;
  send: Send;
  /** Where keys are remembered; in memory where the caller has no place for them. */
  keyStore: KeyStore | undefined;
  tokenStore: TokenStore | undefined;
  timeout: number;
  pace: boolean;
  hooks: Hooks[];
  headers: Record<string, string>;
  retry: Retry;
}

/** How failures are repeated, to the last number. */
export type Retry = Required<{ [name in keyof RetryOptions]: number }>;

// Without user, query and fragment.
const anyUrl = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i;
const safeUrl = /^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?)(\/[^\s?#]*)?$/i;

/** What ends a call. One that cannot be listened to would end the process, by a timer. */
export const signalCheck: Check = (value, field) =>
  value === null || func((value as Partial<AbortSignal>).removeEventListener, field) === undefined
    ? undefined
    : [field, "type", "be an AbortSignal"];

/** How many times: a whole number from 1. */
const count: Check = (value, field) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? undefined : [field, "minimum", "be a whole number above 0"];

const retryCheck: Check = (value, field) =>
  value === false
    ? undefined
    : options({
        attempts: count,
        attemptTimeout: positive,
        firstDelay: positive,
        maxDelay: positive,
        budget: count,
      })(value, field);

const headersCheck: Check = (value, field) => {
  try {
    new Headers(value as Record<string, string>);
    return undefined;
  } catch {
    return [field, "type", "be headers that HTTP allows"];
  }
};

// What may stand in a `User-Agent` without quotes.
const token = matching(/^[\w.+-]+$/, text(1), "be of letters, digits and `.`, `_`, `+`, `-`");

const url: Check = (value, field) =>
  text()(value, field) ?? (URL.canParse(value as string) ? undefined : [field, "https", "be a URL"]);

const basicCheck: Check = options({}, { username: text(1), password: text() });

const credentialCheck: Check = (value, field) =>
  typeof value === "function" ? undefined : (typeof value === "object" ? basicCheck : text(1))(value, field);

function optionsCheck({ schemes, token: issued }: ContractTable, { allowInsecure }: ClientOptions): Check {
  const names = Object.keys(schemes).filter((name) => name !== issued?.scheme);
  const hook = { onCallStart: func, onCallEnd: func, onAttemptStart: func, onAttemptEnd: func, onRetry: func };
  return options(
    {
      timeout: positive,
      retry: retryCheck,
      pace: boolean,
      allowInsecure: boolean,
      allowBrowser: boolean,
      fetch: func,
      keyStore: object({ begin: func, withdraw: func, settle: func }),
      tokenStore: object({ get: func, set: func }),
      // It may be an object of a class, with fields of its own.
      hooks: object({}, hook),
      logger: object({ debug: func, info: func, warn: func, error: func }),
      defaultHeaders: headersCheck,
      appInfo: options({ version: token }, { name: token }),
      credentials: options(Object.fromEntries(names.map((name) => [name, credentialCheck]))),
    },
    {
      ...(issued && {
        // The first colon ends the key in a `Basic` header; a line break comes from the file that a secret was read from.
        apiKey: matching(/^[^:\p{Cc}]+$/u, text(1), "be a text without colons and line breaks"),
        apiSecret: matching(/^\P{Cc}+$/u, text(1), "be a text without line breaks"),
      }),
      baseUrl: matching(
        allowInsecure ? anyUrl : safeUrl,
        url,
        `be an https: URL without user, query and fragment${allowInsecure ? "" : "; `allowInsecure` allows http:"}`,
        "https",
      ),
    },
  );
}

/** What tells a page or its workers from a server. */
interface Surroundings {
  process?: { env?: Record<string, string | undefined>; versions?: Record<string, string | undefined> };
  location?: unknown;
}

/** Whether people can read this program. Pages and their workers have an address; servers have versions, in tests with jsdom too. */
function isBrowser({ process, location }: Surroundings): boolean {
  const { node, bun, deno } = process?.versions ?? {};
  return location !== undefined && !node && !bun && !deno;
}

/** Reads the options of a client. Throws where one of them is wrong. */
export function readOptions(table: ContractTable, given: ClientOptions): Settings {
  const { agent, environment, operations, token: issued } = table;
  checkOptions("options", anything, given);
  const variable = (name: string): string => `${environment}_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
  const fromEnvironment = (name: string): string | undefined =>
    (globalThis as Surroundings).process?.env?.[variable(name)] || undefined;
  const {
    baseUrl = fromEnvironment("baseUrl"),
    apiKey = issued && fromEnvironment("apiKey"),
    apiSecret = issued && fromEnvironment("apiSecret"),
  } = given;
  const { timeout = 30_000, pace = false, hooks, logger, retry, defaultHeaders, appInfo, allowBrowser } = given;
  const mistake = optionsCheck(table, given)({ ...given, baseUrl, ...(issued && { apiKey, apiSecret }) }, "");
  if (mistake) {
    const [field, rule, expected] = mistake;
    const missing = rule === "required" && /^(baseUrl|apiKey|apiSecret)$/.test(field);
    const words = missing ? `be given, or ${variable(field)} be set in the environment` : expected;
    throw new InvalidRequestError("options", [field, rule, words]);
  }
  const [issuing] = (issued && operations[issued.operation]?.security?.flat()) ?? [];
  const shared = new Headers(defaultHeaders);
  if (Object.values(operations).some(({ key }) => key && shared.has(key.header)))
    throw new InvalidRequestError("options", [
      "defaultHeaders",
      "additionalProperties",
      "hold no idempotency key: each request has its own",
    ]);
  const inBrowser = isBrowser(globalThis);
  if (inBrowser && !allowBrowser)
    throw new InvalidRequestError("options", [
      "allowBrowser",
      "browser",
      "be true in a page or a worker of one: whoever opens it sees its secret",
    ]);
  const agents = appInfo ? [agent, [appInfo.name, appInfo.version].filter(Boolean).join("/")] : [agent];
  return {
    baseUrl: (baseUrl as string).replace(/\/+$/, ""),
    credentials: {
      ...given.credentials,
      ...(issuing !== undefined && { [issuing]: { username: apiKey as string, password: apiSecret as string } }),
    },
    send: (given.fetch ? undefined : sendByNode()) ?? sendByFetch(given.fetch ?? ((url, init) => fetch(url, init))),
    keyStore: given.keyStore,
    tokenStore: given.tokenStore,
    timeout,
    pace,
    hooks: [...(logger ? [createLogHooks(logger)] : []), ...(hooks ? [hooks] : [])],
    // A page has a name of its own, and another one would be asked for in a preflight.
    headers: { ...(!inBrowser && { "User-Agent": agents.join(" ") }), ...defaultHeaders },
    retry: merge(retry, { attempts: 4, attemptTimeout: 10_000, firstDelay: 250, maxDelay: 8_000, budget: 100 }),
  };
}

const callChecks = { timeout: positive, retry: retryCheck, signal: signalCheck, headers: headersCheck };

/** What a call may be told itself. */
export const callCheck: Check = /* @__PURE__ */ options({ ...callChecks, idempotencyKey: anything });

/** The same of a raw request, which openapi-fetch and `fetch` have further options for. */
export const rawCheck: Check = /* @__PURE__ */ object(
  {},
  { ...callChecks, middleware: /* @__PURE__ */ list(anything) },
);

/** How a call is repeated that says so itself, or does not. */
export function readRetry(retry: CallOptions["retry"], usual: Retry): Retry {
  return retry === undefined ? usual : merge(retry, usual);
}

/** Throws an `InvalidRequestError` where options break a rule. */
export function checkOptions(operation: string, check: Check, given: object): void {
  const mistake = isObject(given) ? check(given, "") : object({})(given, "options");
  if (mistake) throw new InvalidRequestError(operation, mistake);
}

function merge(retry: CallOptions["retry"], usual: Retry): Retry {
  if (retry === false) return { ...usual, attempts: 1 };
  const given = Object.entries(retry ?? {}).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}
