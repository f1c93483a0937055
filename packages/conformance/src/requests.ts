import { randomUUID } from "node:crypto";
import { layoutName, writePairs } from "@packages/contract/src/layout.ts";
import { readExample } from "@packages/contract/src/sample-request.ts";
import { buildPath, type Contract, type Json, type Operation } from "./contract.ts";
import type { Caller, SentRequest } from "./exchange.ts";

/** Longest body that is shown; a longer one would hide the rest of a report. */
const maxShownLength = 4_000;
/** Stands in a report in place of real credentials: variables of the shell. */
export const hidden = { basic: "$CREDENTIALS", token: "$TOKEN" } as const;

/** The difference of a call from the operation's own, valid call. */
export interface CallChanges {
  /** The subject of the request. */
  label: string;
  /** Who calls: the first caller if absent, no caller if null. */
  as?: Caller | null;
  /** Id in the path. */
  id?: string;
  /** Id in the path as it is written there, escapes and all. */
  writtenId?: string;
  path?: string;
  /** The query, with its question mark. */
  query?: string;
  method?: string;
  /** Headers in place of the operation's own; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
  body?: Json;
  /** The raw body, if it is not the JSON of a value. */
  rawBody?: string;
  /** The bytes of the body, if they are not UTF-8. */
  bytes?: Buffer;
  /** Whether the body is sent in chunks, without its length. */
  isChunked?: boolean;
  /** Whether the limit is not waited for. */
  atOnce?: boolean;
}

/** What shows who calls. */
export interface SentCredentials {
  headers?: Record<string, string>;
  /** Pairs of the query, encoded. */
  query?: string[];
}

/** An API key at its place in a request. */
export function placeApiKey(
  { in: place, name }: NonNullable<Contract["securitySchemes"][string]["apiKey"]>,
  key: string,
): SentCredentials {
  if (place === "query") return { query: writePairs(name, key) };
  return { headers: place === "cookie" ? { cookie: `${name}=${key}` } : { [name]: key } };
}

/** A required parameter, or a header that `fetch` sends with a value of its own if it gets none. */
const isSent = (parameter: Operation["parameters"][number]): boolean =>
  parameter.required ||
  (parameter.in === "header" &&
    /^(accept-language|user-agent)$/i.test(parameter.name) &&
    readExample(parameter) !== undefined);

/** The request of a call. */
export function toRequest(
  operation: Operation,
  call: CallChanges,
  {
    url,
    credentials,
    body: ownBody,
  }: { url: string; credentials: SentCredentials; body: Json | undefined },
): SentRequest {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  for (const parameter of operation.parameters.filter(isSent)) {
    const { name, in: place } = parameter;
    const isKey = name === operation.idempotency?.header;
    if (place === "header") headers[name] = isKey ? randomUUID() : String(readExample(parameter));
    if (place === "query")
      query.push(...writePairs(name, readExample(parameter), layoutName(parameter)));
  }
  Object.assign(headers, credentials.headers);
  if (operation.body) headers["content-type"] = operation.body.mediaType;
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  const { bytes } = call;
  const body =
    call.rawBody ?? bytes?.toString("utf8") ?? JSON.stringify("body" in call ? call.body : ownBody);
  const method = call.method ?? operation.method;
  const hasBody =
    body !== undefined &&
    !["GET", "HEAD", "TRACE"].includes(method) &&
    (operation.body || call.rawBody !== undefined);
  const own =
    call.writtenId === undefined
      ? buildPath(operation, call.id ?? "unknown_0")
      : buildPath(operation, "unknown_0").replace("unknown_0", call.writtenId);
  return {
    method,
    headers,
    url:
      url.replace(/\/+$/, "") +
      (call.path ?? own) +
      joinQuery(query, call.query, credentials.query),
    ...(hasBody && {
      body,
      ...(bytes && { bytes }),
      ...(call.isChunked && { isChunked: true }),
    }),
  };
}

/** The query of an operation's own parameters, one that is added, and the credentials. */
function joinQuery(
  own: readonly string[],
  added = "",
  credentials: readonly string[] = [],
): string {
  const parts = [...own, ...(added === "" ? [] : [added.slice(1)]), ...credentials];
  return parts.length === 0 ? added : `?${parts.join("&")}`;
}

export function basicAuthorization({
  apiKey,
  apiSecret,
}: Pick<Caller, "apiKey" | "apiSecret">): string {
  return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
}

/** The caller that a request without valid credentials counts for: an operation that issues tokens counts before it checks them. */
export function unauthenticated(
  { token }: Operation,
  { headers }: SentRequest,
): Caller | undefined {
  if (!token) return undefined;
  const [, encoded = ""] = /^Basic ([\w+/=]+)$/.exec(headers.authorization ?? "") ?? [];
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const apiKey = decoded.includes(":") ? decoded.slice(0, decoded.indexOf(":")) : "";
  return { name: "unknown", apiKey, apiSecret: "" };
}

/** A request as a report may show it: variables of the shell in place of credentials, wherever they stand. */
export function hideCredentials(
  { url, headers, ...request }: SentRequest,
  as: Caller | undefined,
  { callers, secrets }: { callers: readonly Caller[]; secrets: ReadonlyMap<string, string> },
): SentRequest {
  const words = new Map(
    [...secrets.keys()].map((secret): [string, string] => [secret, hidden.token]),
  );
  for (const one of callers)
    words.set(basicAuthorization(one).slice("Basic ".length), hidden.basic);
  const hide = (sent: string): string =>
    [...words].reduce((shown, [secret, word]) => shown.replaceAll(secret, word), sent);
  const hideHeader = (name: string, value: string): string => {
    const [scheme = ""] = value.split(" ");
    return as && name === "authorization"
      ? `${scheme} ${/^basic$/i.test(scheme) ? hidden.basic : hidden.token}`
      : hide(value);
  };
  const shown = Object.entries(headers).map(([name, value]) => [name, hideHeader(name, value)]);
  return { ...request, url: hide(url), headers: Object.fromEntries(shown) };
}

/** A `curl` command that repeats a request. */
export function toCurl({ method, url, headers, body, bytes }: SentRequest): string {
  const parts = [
    // With -X HEAD, curl would wait for a body.
    `curl ${method === "HEAD" ? "--head" : `-i -X ${method}`} ${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
  ];
  if (bytes) parts.push(`--data-binary $'${escapeBytes(bytes)}'`);
  else if (body !== undefined) {
    const shown =
      body.length > maxShownLength ? `${body.slice(0, 200)}… (${body.length} characters)` : body;
    parts.push(`--data-raw ${quoteForShell(shown)}`);
  }
  return parts.join(" ");
}

/** Bytes as the shell reads them within `$'…'`. */
function escapeBytes(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replaceAll(/[\\']/g, "\\$&")
    .replaceAll(/[^ -~]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** In double quotes the shell puts the variable of a credential in. */
function quoteForShell(argument: string): string {
  const endsHidden = Object.values(hidden).some((one) => argument.endsWith(one));
  return endsHidden ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}
