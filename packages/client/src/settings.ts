import { callback, fields, positive, signalCheck, withMethods } from "./argument-checks.ts";
import { any, anyOf, boolean, type Check, isSafeUrl, must, oneOf } from "./check.ts";
import type { ContractTable } from "./contract-table.ts";
import { InvalidRequestError, type Mistake } from "./errors.ts";
import { type Send, sendByFetch } from "./http.ts";
import type { CallOptions, ClientOptions, RetryOptions } from "./options.ts";
import { sendByNode } from "./send-by-node.ts";

/** Options with their defaults. */
export interface Settings
  extends Pick<
    ClientOptions,
    | "apiKey"
    | "apiSecret"
    | "credentials"
    | "hooks"
    | "keyStore"
    | "tokenStore"
    | "pacing"
    | "onMismatch"
    | "strict"
    | "allowInsecure"
  > {
  baseUrl: string;
  send: Send;
  timeout: number;
  headers: Record<string, string>;
  retry: Retry;
}

/** How failures are repeated, to the last number. */
export type Retry = Required<{ [name in keyof RetryOptions]: number }>;

const usualRetry: Retry = {
  attempts: 4,
  attemptTimeout: 10_000,
  firstDelay: 250,
  maxDelay: 8_000,
  budget: 100,
};
const retryCheck: Check = /* @__PURE__ */ anyOf(
  /* @__PURE__ */ fields(
    /* @__PURE__ */ Object.fromEntries(Object.keys(usualRetry).map((name) => [name, positive])),
  ),
  /* @__PURE__ */ oneOf(false),
);

/** Headers as `fetch` takes them. */
const headersCheck: Check = /* @__PURE__ */ must(
  (value: Record<string, string>) => new Headers(value),
  "be HTTP headers",
);

const callCheck: Check = /* @__PURE__ */ fields({
  timeout: positive,
  retry: retryCheck,
  signal: signalCheck,
  headers: headersCheck,
  idempotencyKey: any,
});

/** Throws if the options of a call are wrong. */
export function checkCallOptions(operation: string, given: object): void {
  check(operation, callCheck(given));
}

/** Throws an `InvalidRequestError` if there is a mistake. @param name of the value itself */
export function check(operation: string, mistake: Mistake | undefined, name = "options"): void {
  if (mistake)
    throw new InvalidRequestError(operation, [mistake[0] || name, mistake[1], mistake[2]]);
}

/** The check of an address. If `http:` is allowed, it is judged as the `https:` URL of the same address. */
const baseUrlCheck = (allowsHttp: boolean | undefined): Check =>
  must(
    (url: string) =>
      isSafeUrl(url.replace(allowsHttp ? /^http:/i : "https:", "https:")) &&
      !/[?#@]/.test(url) &&
      new URL(url),
    "be an https: URL without user and query; `allowInsecure` allows http:",
    "https",
  );

const trimSlashes = (url: string): string => url.replace(/\/+$/, "");

/** The address among the options of a call. Throws an `InvalidRequestError` if it is wrong. */
export function readBaseUrl(operation: string, url: string, insecure?: boolean): string {
  check(operation, baseUrlCheck(insecure)(url), "baseUrl");
  return trimSlashes(url);
}

/** The globals that distinguish a page or its workers from a server. */
interface Globals {
  process?: {
    env?: Record<string, string | undefined>;
    versions?: Record<string, string | undefined>;
  };
  location?: unknown;
}

/** Reads the options of a client. Throws if one of them is wrong. */
export function readOptions(
  { agent, environment, token, authorization }: ContractTable,
  given: ClientOptions,
): Settings {
  const { process, location } = globalThis as Globals;
  const insecure = given?.allowInsecure;
  const singleLine = (pattern: RegExp): Check =>
    must((value: string) => value.match(pattern), "be a string without line breaks or colons");
  const checks: Record<string, Check> = {
    // The first colon ends the key in a `Basic` header; a line break comes from the file that a secret was read from.
    ...(token && {
      apiKey: anyOf(singleLine(/^[^:\p{Cc}]+$/u), callback),
      apiSecret: anyOf(singleLine(/^\P{Cc}+$/u), callback),
    }),
    baseUrl: baseUrlCheck(insecure),
    timeout: positive,
    retry: retryCheck,
    allowInsecure: boolean,
    allowBrowser: boolean,
    agent: withMethods("addRequest", "destroy"),
    fetch: callback,
    hooks: callback,
    onMismatch: callback,
    strict: boolean,
    keyStore: withMethods("begin", "withdraw", "settle"),
    tokenStore: withMethods("get", "set"),
    pacing: withMethods("admit", "observe"),
    defaultHeaders: headersCheck,
    ...(authorization?.check && { credentials: authorization.check }),
  };
  const refuse = (mistake: Mistake | undefined): void => check("options", mistake);
  const checkOptions = fields(checks);
  if (typeof crypto === "undefined") refuse(["node", "version", "be Node 20 or later"]);
  refuse(checkOptions(given));
  const options = { ...given };
  const needed = token ? (["baseUrl", "apiKey", "apiSecret"] as const) : (["baseUrl"] as const);
  for (const name of needed) {
    const variable = `${environment}_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
    options[name] ??= process?.env?.[variable];
    if (!options[name]) refuse([name, "required", `be given, or ${variable} in the environment`]);
  }
  refuse(checkOptions(options));
  // Pages and their workers have an address; servers have versions, in tests with jsdom too.
  const { node, uv, bun, deno } = process?.versions ?? {};
  const inBrowser = location !== undefined && !(node || bun || deno);
  // Bun, Deno and Workers behave like Node, but do not report when a connection stands. Workers have no libuv.
  const byNode = uv && !bun && !deno ? sendByNode(options.agent) : undefined;
  if (inBrowser && !options.allowBrowser)
    refuse(["allowBrowser", "browser", "be true in a browser, whose users can read the secret"]);
  if (options.agent && (options.fetch || !byNode))
    refuse(["agent", "node", "be left out: only Node has agents, and a `fetch` does not use them"]);
  const { baseUrl, timeout = 30_000, fetch: own, retry, defaultHeaders } = options;
  return {
    ...options,
    timeout,
    baseUrl: trimSlashes(baseUrl as string),
    send: (!own && byNode) || sendByFetch(own ?? ((url, init) => fetch(url, init))),
    // A page has a user agent already, and another one would cause a preflight.
    headers: { ...(!inBrowser && { "User-Agent": agent }), ...defaultHeaders },
    retry: readRetry(retry, usualRetry),
  };
}

/** How a call is repeated, by its own option or the client's. */
export function readRetry(retry: CallOptions["retry"], usual: Retry): Retry {
  if (!retry) return retry === false ? { ...usual, attempts: 1 } : usual;
  // Without undefined values.
  return { ...usual, ...JSON.parse(JSON.stringify(retry)) };
}
