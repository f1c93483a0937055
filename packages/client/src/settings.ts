import { basic } from "./authorize.ts";
import { isObject, isSafeUrl } from "./check.ts";
import type { ContractTable } from "./contract-table.ts";
import { InvalidRequestError, type Mistake } from "./errors.ts";
import { type Send, sendByFetch } from "./http.ts";
import type { CallOptions, ClientOptions, Credential, Hooks, RetryOptions } from "./options.ts";
import { fields, filled, flag, func, having, must, positive, type Rule } from "./rules.ts";
import { sendByNode } from "./send-by-node.ts";

/** Options with their defaults. */
export interface Settings extends Pick<ClientOptions, "keyStore" | "tokenStore" | "pacing"> {
  baseUrl: string;
  /** By the name of their security scheme. */
  credentials: Record<string, Credential>;
  send: Send;
  timeout: number;
  hooks: Hooks[];
  headers: Record<string, string>;
  retry: Retry;
}

/** How failures are repeated, to the last number. */
export type Retry = Required<{ [name in keyof RetryOptions]: number }>;

/** What ends a call. One that cannot be listened to would end the process, by a timer. */
export const signalRule: Rule = /* @__PURE__ */ must(
  (value: AbortSignal | null) => value === null || typeof value.removeEventListener === "function",
  "be an AbortSignal",
);

const count: Rule = /* @__PURE__ */ must(
  (value: number) => Number.isSafeInteger(value) && value > 0,
  "be a whole number above 0",
  "minimum",
);
const times = { attempts: count, attemptTimeout: positive, firstDelay: positive, maxDelay: positive, budget: count };
const retryRule: Rule = (value, field) => (value === false ? undefined : fields(times)(value, field));

/** Headers as `fetch` takes them. */
const headersRule: Rule = /* @__PURE__ */ must((value: Record<string, string>) => {
  try {
    return new Headers(value);
  } catch {
    return false;
  }
}, "be headers that HTTP allows");

// What may stand in a `User-Agent` without quotes.
const token: Rule = /* @__PURE__ */ must(
  (value: string) => /^[\w.+-]+$/.test(value),
  "be of letters, digits and `.`, `_`, `+`, `-`",
);

const hooksRule: Rule = /* @__PURE__ */ must(
  (value: Hooks | Hooks[]) =>
    [value]
      .flat()
      .every(
        (one) =>
          isObject(one) &&
          Object.entries(one).every(([name, hook]) => !/^on/.test(name) || !hook || typeof hook === "function"),
      ),
  "be hooks, or a list of hooks: objects with functions",
);

const always: Rule = () => undefined;
const callRule: Rule = /* @__PURE__ */ fields({
  ...{ timeout: positive, retry: retryRule, signal: signalRule },
  ...{ headers: headersRule, idempotencyKey: always },
});

/** Throws where the options of a call are wrong. @param isRaw whether openapi-fetch and `fetch` have further options for it */
export function checkCallOptions(operation: string, given: object, isRaw?: boolean): void {
  const { timeout, retry, signal, headers, middleware = [] } = (given ?? {}) as CallOptions & { middleware?: unknown };
  check(operation, callRule(isRaw && isObject(given) ? { timeout, retry, signal, headers } : given, ""));
  if (isRaw && !Array.isArray(middleware)) check(operation, ["middleware", "type", "be a list"]);
}

/** Throws an `InvalidRequestError` where there is a mistake. */
export function check(operation: string, mistake: Mistake | undefined): void {
  if (mistake) throw new InvalidRequestError(operation, [mistake[0] || "body", mistake[1], mistake[2]]);
}

/** The rule of a client's options. @param required those that may come from the environment too */
function optionsRule(
  { schemes, token: issued }: ContractTable,
  required: readonly string[],
  insecure: boolean | undefined,
): Rule {
  const text = (pattern: RegExp, expected: string): Rule =>
    must((value) => typeof value === "string" && pattern.test(value), expected);
  const user = fields({ username: filled, password: always }, "username", "password");
  const credential =
    (name: string): Rule =>
    (value, field) =>
      typeof value === "function" ? undefined : (schemes[name] === basic ? user : filled)(value, field);
  const names = Object.keys(schemes).filter((name) => name !== issued?.scheme);
  const url = must(
    (value: string) =>
      typeof value === "string" &&
      isSafeUrl(insecure ? value.replace(/^http:/i, "https:") : value) &&
      !/[?#@]/.test(value) &&
      URL.canParse(value),
    `be an https: URL without user, query and fragment${insecure ? "" : "; `allowInsecure` allows http:"}`,
    "https",
  );
  const known = {
    // The first colon ends the key in a `Basic` header; a line break comes from the file that a secret was read from.
    ...(issued && {
      apiKey: text(/^[^:\p{Cc}]+$/u, "be a text without colons and line breaks"),
      apiSecret: text(/^\P{Cc}+$/u, "be a text without line breaks"),
    }),
    baseUrl: url,
    timeout: positive,
    retry: retryRule,
    allowInsecure: flag,
    allowBrowser: flag,
    fetch: func,
    keyStore: having("begin", "withdraw", "settle"),
    tokenStore: having("get", "set"),
    pacing: having("reserve", "observe"),
    hooks: hooksRule,
    defaultHeaders: headersRule,
    appInfo: fields({ name: token, version: token }, "name"),
    credentials: fields(Object.fromEntries(names.map((name) => [name, credential(name)]))),
  };
  return fields(known, ...required);
}

/** What tells a page or its workers from a server. */
interface Globals {
  process?: { env?: Record<string, string | undefined>; versions?: Record<string, string | undefined> };
  location?: unknown;
}

/** Reads the options of a client. Throws where one of them is wrong. */
export function readOptions(table: ContractTable, given: ClientOptions): Settings {
  const { agent, environment, operations, token: issued } = table;
  const { process, location } = globalThis as Globals;
  if (!isObject(given)) check("options", ["options", "type", "be an object"]);
  const variable = (name: string): string => `${environment}_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
  const found = { ...given };
  const required = (["baseUrl", "apiKey", "apiSecret"] as const).slice(0, issued ? 3 : 1);
  // What is given as null is a mistake of the caller's.
  for (const name of required) if (given[name] === undefined) found[name] = process?.env?.[variable(name)] || undefined;
  const [field = "", rule = "", expected] = optionsRule(table, required, given.allowInsecure)(found, "") ?? [];
  const isMissing = rule === "required" && required.includes(field as "baseUrl");
  if (expected !== undefined)
    check("options", [field, rule, isMissing ? `be given, or ${variable(field)} be set in the environment` : expected]);
  const { baseUrl = "", apiKey = "", apiSecret = "", appInfo, hooks = [], retry, defaultHeaders } = found;
  const shared = new Headers(defaultHeaders);
  if (Object.values(operations).some(({ key }) => key && shared.has(key.header)))
    check("options", ["defaultHeaders", "type", "hold no idempotency key: each request has its own"]);
  // Pages and their workers have an address; servers have versions, in tests with jsdom too.
  const { node, bun, deno } = process?.versions ?? {};
  const inBrowser = location !== undefined && !(node || bun || deno);
  if (inBrowser && !found.allowBrowser)
    check("options", [
      "allowBrowser",
      "browser",
      "be true in a page or its workers: everybody who opens the page can read the secret",
    ]);
  const app = appInfo ? ` ${appInfo.name}${appInfo.version ? `/${appInfo.version}` : ""}` : "";
  const issuing = issued && operations[issued.operation]?.security?.flat()[0];
  return {
    ...found,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    credentials: {
      ...found.credentials,
      ...(issuing !== undefined && { [issuing]: { username: apiKey, password: apiSecret } }),
    },
    send: (found.fetch ? undefined : sendByNode()) ?? sendByFetch(found.fetch ?? ((url, init) => fetch(url, init))),
    timeout: found.timeout ?? 30_000,
    hooks: [hooks].flat(),
    // A page has a name of its own, and another one would be asked for in a preflight.
    headers: { ...(!inBrowser && { "User-Agent": agent + app }), ...defaultHeaders },
    retry: readRetry(retry, { attempts: 4, attemptTimeout: 10_000, firstDelay: 250, maxDelay: 8_000, budget: 100 }),
  };
}

/** How a call is repeated that says so itself, or does not. */
export function readRetry(retry: CallOptions["retry"], usual: Retry): Retry {
  if (!retry) return retry === false ? { ...usual, attempts: 1 } : usual;
  const given = Object.entries(retry).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}
