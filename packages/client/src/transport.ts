// The only module that makes clients of openapi-fetch. Every request leaves through here.
import createClient, { type Client } from "openapi-fetch";
import type { CheckedResult } from "./call.ts";
import { type CallState, type Context, type Operation, type Sent, show } from "./call-state.ts";
import { findMistake, isObject } from "./check.ts";
import { ApiError, InvalidRequestError, InvalidResponseError } from "./errors.ts";
import { copy, parseBody } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { type Passage, pass } from "./passage.ts";
import { readSuccess } from "./read-response.ts";
import { check, checkCallOptions } from "./settings.ts";

/** What an operation is called with. */
export interface CallInput {
  /** Values of the path parameters. */
  path?: Record<string, unknown> | undefined;
  /** Query and header parameters. */
  parameters?: object | undefined;
  body?: unknown;
  /** URL that the service gave for the next page; path and parameters are in it. */
  link?: string;
}

/** Calls operations, by name or as openapi-fetch does it. */
export interface Transport<Paths extends object> {
  call(operation: string, input: CallInput, options?: KeyedCallOptions): Promise<CheckedResult<unknown>>;
  raw: Client<Paths>;
}

/** What is read of the options of a raw request; whatever else openapi-fetch knows is handed on. */
interface RawInit extends KeyedCallOptions {
  params?: { path?: Record<string, unknown> | null } | null;
  middleware?: unknown[];
}

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;
// Most calls have none.
const noOptions: KeyedCallOptions = {};
// Stands for a response that no middleware reads.
const unread = { status: 204, ok: true, headers: new Headers() } as Response;

/** Makes the transport of a client. */
export function createTransport<Paths extends object>(context: Context): Transport<Paths> {
  const { settings, contract, operations } = context;
  // In a CommonJS build what is imported is the module, which holds the function.
  const { default: create = createClient } = createClient as typeof createClient & { default?: typeof createClient };
  const make = (): Client<Paths> => create<Paths>({ baseUrl: settings.baseUrl, headers: settings.headers });
  const client = make();
  // No middleware sees how tokens are obtained.
  const tokenClient = make();
  // Middlewares that are in use.
  const using = new Set<unknown>();
  const request = rawRequests(context, client, using);
  const byName = Object.fromEntries(
    methods.map((name) => [name, (path: string, init: RawInit) => request(name, path, init)]),
  );

  return {
    raw: {
      ...client,
      ...byName,
      request,
      use(...added) {
        client.use(...added);
        for (const one of added) using.add(one);
      },
      eject(...removed) {
        client.eject(...removed);
        for (const one of removed) using.delete(one);
      },
    } as Client<Paths>,
    async call(id, { path, parameters, body, link }, options = noOptions) {
      const known = operations.get(id) as Operation;
      const operation = link === undefined ? known : follow(settings.baseUrl, link, known);
      const { mediaType = "application/json", accept } = operation;
      if (options !== noOptions) checkCallOptions(id, options);
      if (operation.body !== undefined && !(operation.bodyOptional && body === undefined))
        check(id, findMistake(contract.rows, operation.body, body));
      const taken = operation.parameters && contract.take?.(contract.rows, operation.parameters, parameters);
      if (Array.isArray(taken)) check(id, taken);
      const through = id === contract.token?.operation ? tokenClient : client;
      const watched = through === client && using.size > 0;
      const passage: Passage = {};
      // What a middleware changes is known from the text alone.
      const sent = {
        path,
        body: operation.echoes && isObject(body) && !watched && !("toJSON" in body) ? { ...body } : undefined,
      };
      const { data, error, response } = await pass(
        context,
        through,
        operation,
        options,
        sent,
        watched,
        passage,
        {
          params: { ...taken, path },
          headers:
            operation.mediaType || accept
              ? { "Content-Type": operation.mediaType, Accept: accept, ...options.headers }
              : options.headers,
          parseAs: "text",
          bodySerializer: mediaType.endsWith("json") ? serialize(operation) : (one: unknown) => one,
          body: operation.body === undefined ? undefined : body,
        },
        ({ http }, error) => (error === undefined ? (watched && http ? copy(http) : unread) : undefined),
      );
      return passage.result && passage.handed === response
        ? passage.result
        : readReplaced(context, operation, passage.call, sent, response, String(data ?? error));
    },
  };
}

/** An operation at a link, which holds its path and query. Credentials go to the address of the service alone. */
function follow(baseUrl: string, link: string, operation: Operation): Operation {
  const base = new URL(`${baseUrl}/`).href;
  const url = URL.canParse(link, base) ? new URL(link, base).href : "";
  if (!url.startsWith(base)) {
    const facts = { operation: operation.id, outcome: "unknown" as const };
    throw new InvalidResponseError("the next page is outside the service", facts);
  }
  const parameters = (operation.parameters ?? []).filter(([, place]) => place === "header");
  return { ...operation, path: url.slice(base.length - 1), parameters };
}

/** Makes the function that sends requests as openapi-fetch does. @param using middlewares that are in use */
function rawRequests<Paths extends object>(
  context: Context,
  client: Client<Paths>,
  using: Set<unknown>,
): (method: string, path: string, init?: RawInit) => Promise<unknown> {
  const routes = new Map([...context.operations.values()].map((one) => [`${one.method} ${one.path}`, one]));

  return async (method: string, path: string, init: RawInit = {}): Promise<unknown> => {
    const operation = routes.get(`${String(method).toUpperCase()} ${path}`);
    if (!operation)
      throw new InvalidRequestError("raw", ["path", "enum", "be one that the contract has, with this method"]);
    checkCallOptions(operation.id, init, true);
    const values = init.params?.path ?? {};
    const watched = using.size > 0 || Boolean(init.middleware?.length);
    const passage: Passage = {};
    const more = {
      bodySerializer: serialize(operation),
      ...init,
      params: { ...init.params, path: values },
      baseUrl: "",
    };
    return pass(
      context,
      client,
      operation,
      init,
      { path: values },
      watched,
      passage,
      more,
      ({ http, ...call }, error) => {
        if (error === undefined) return http && copy(http);
        // A status that HTTP does not have, or that of a hidden redirect, does not fit into a `Response`.
        const answered =
          error instanceof ApiError &&
          error.operation === operation.id &&
          http &&
          http.status > 199 &&
          http.status < 600;
        // The response alone tells neither that the outcome is open nor the key with which to ask again.
        return answered && !(operation.key && call.open.size + call.others > 0) ? copy(http) : undefined;
      },
    );
  };
}

/** Writes a body as JSON. */
function serialize({ id }: Operation): (body: unknown) => string {
  return (body) => {
    try {
      return JSON.stringify(body);
    } catch {
      throw new InvalidRequestError(id, ["body", "json", "be JSON"]);
    }
  };
}

/** Reads a response that a middleware put in the place of the service's. */
function readReplaced(
  context: Context,
  operation: Operation,
  call: CallState | undefined,
  sent: Sent,
  { status, statusText, headers, ok }: Response,
  text: string,
): CheckedResult<unknown> {
  const http = { status, statusText, headers, text, body: parseBody(text) };
  const read = ok ? readSuccess(context, operation, http.body, sent, call?.request.body) : "is no success";
  const { idempotencyKey } = call ?? {};
  const shown = show(context.redact, http);
  if (typeof read !== "string") return { ...read, status, headers, requestId: shown.requestId, idempotencyKey, http };
  const message = `the response with status ${status}, of a middleware, ${read}`;
  const outcome = call ? "unknown" : "not-sent";
  throw new InvalidResponseError(message, { operation: operation.id, outcome, idempotencyKey, ...shown });
}
