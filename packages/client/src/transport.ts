// The only module that makes clients of openapi-fetch. Every request leaves through here.
import createClient, { type Client } from "openapi-fetch";
import { type Call, type CheckedResult, toCall } from "./call.ts";
import { CallState, type Context, type Operation, type PathValues, show } from "./call-state.ts";
import { findMistake } from "./check.ts";
import { ApiError, ClientError, InvalidRequestError, InvalidResponseError } from "./errors.ts";
import { copy, type HttpResponse, type Outgoing, parseBody } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { perform } from "./perform.ts";
import { readSuccess } from "./read-response.ts";
import { describeCause } from "./redact.ts";
import { check, checkCallOptions } from "./settings.ts";

/** What an operation is called with. */
export interface CallInput {
  /** Values of the path parameters. */
  path?: Record<string, unknown> | undefined;
  /** Query and header parameters. */
  parameters?: object | undefined;
  body?: unknown;
  /** Another path for the operation. */
  follow?: (baseUrl: string, operation: Operation) => Operation;
}

/** What a generated client is made of. */
export interface Transport<Paths extends object> {
  /** Calls an operation. */
  call<T>(operation: string, input: CallInput, options?: KeyedCallOptions): Call<T>;
  /** The openapi-fetch client of every path. */
  raw: Client<Paths>;
}

/** What is read of the options of a raw request; whatever else openapi-fetch knows is handed on. */
interface RawInit extends KeyedCallOptions {
  params?: { path?: Record<string, unknown> | null } | null;
  middleware?: unknown[];
}

/** openapi-fetch, as far as it is used for calls whose types the generated methods have. */
type Send = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** A request on its way through openapi-fetch and its middlewares. */
interface Passage {
  call?: CallState;
  result?: CheckedResult<unknown>;
  /** The response that openapi-fetch was given. */
  handed?: Response;
  failed?: { error: unknown };
}

// Most calls have none.
const noOptions: KeyedCallOptions = {};
// Stands for a response that no middleware reads. Node loads its `Headers` with the first one, which takes tens of milliseconds.
const unread = { status: 204, ok: true, headers: { get: () => null } } as unknown as Response;

/** What openapi-fetch makes of a call without a middleware. A `Request` costs as much as the rest of a call. */
function PlainRequest(url: string, init: RequestInit): object {
  return { ...init, url };
}

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
  const routes = new Map([...operations.values()].map((one) => [`${one.method} ${one.path}`, one]));

  async function send(
    id: string,
    { path, parameters, body, follow }: CallInput,
    options: KeyedCallOptions = noOptions,
  ): Promise<CheckedResult<unknown>> {
    const known = operations.get(id) as Operation;
    const operation = follow?.(settings.baseUrl, known) ?? known;
    const { mediaType, accept } = operation;
    if (options !== noOptions) checkCallOptions(id, options);
    if (operation.body !== undefined && !(operation.bodyOptional && body === undefined))
      check(id, findMistake(contract.rows, operation.body, body));
    const taken = operation.parameters && contract.take?.(contract.rows, operation.parameters, parameters);
    if (Array.isArray(taken)) check(id, taken);
    const through = id === contract.token?.operation ? tokenClient : client;
    const watched = through === client && using.size > 0;
    const passed = await pass(context, through, watched, operation, options, path, {
      params: { ...taken, path },
      headers:
        mediaType || accept ? { "Content-Type": mediaType, Accept: accept, ...options.headers } : options.headers,
      parseAs: "text",
      body: operation.body === undefined ? undefined : body,
    });
    const { result, handed, response } = passed;
    return result && handed === response ? result : readReplaced(context, operation, path, passed);
  }

  /** Sends as openapi-fetch does. */
  async function request(method: string, path: string, init: RawInit = {}): Promise<unknown> {
    const operation = routes.get(`${String(method).toUpperCase()} ${path}`);
    if (!operation)
      throw new InvalidRequestError("raw", ["path", "enum", "be one that the contract has, with this method"]);
    checkCallOptions(operation.id, init, true);
    const values = init.params?.path ?? {};
    const watched = using.size > 0 || Boolean(init.middleware?.length);
    // A `Request` would hold on to the caller's signal.
    const more = { ...init, params: { ...init.params, path: values }, baseUrl: "", signal: undefined };
    const { data, error, response } = await pass(context, client, watched, operation, init, values, more, true);
    return response.ok ? { data, response } : { error, response };
  }

  return {
    call: <T>(...given: Parameters<typeof send>) => toCall(send(...given) as Promise<CheckedResult<T>>),
    raw: {
      ...client,
      ...Object.fromEntries(
        Object.keys(client)
          .filter((name) => /^[A-Z]/.test(name))
          .map((name) => [name, (path: string, init: RawInit) => request(name, path, init)]),
      ),
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
  };
}

/** Sends through openapi-fetch. A middleware can hide neither an error nor a success. */
async function pass<Paths extends object>(
  context: Context,
  through: Client<Paths>,
  watched: boolean,
  operation: Operation,
  options: KeyedCallOptions,
  path: PathValues,
  init: object,
  isRaw?: boolean,
): Promise<Passage & Awaited<ReturnType<Send>>> {
  const { id, method } = operation;
  const passage: Passage = {};
  const fetch = async (request: Request): Promise<Response> => {
    try {
      const { url, headers } = request;
      // What is added to the headers from here on is not for a middleware.
      const outgoing = watched
        ? { url, headers: new Headers(headers), body: (await request.text()) || undefined }
        : (request as unknown as Outgoing);
      passage.call = new CallState(context, operation, outgoing, options, path);
      passage.result = await perform(passage.call);
      passage.handed = isRaw || watched ? copy(passage.result.http) : unread;
    } catch (error) {
      const response = isRaw && passage.call && error instanceof ApiError && answered(passage.call, error);
      if (!response) {
        passage.failed = { error };
        throw error;
      }
      passage.handed = response;
    }
    return passage.handed;
  };
  let cause: unknown;
  try {
    const done = await (through.request as unknown as Send)(method, operation.path, {
      bodySerializer: serialize(operation),
      ...init,
      Request: watched ? Request : PlainRequest,
      pathSerializer: (url: string, values: Record<string, unknown>) => fillPath(id, url, values),
      fetch,
    });
    if (!passage.failed) return { ...done, ...passage };
  } catch (error) {
    cause = error;
  }
  if (passage.failed) throw passage.failed.error;
  if (cause instanceof ClientError) throw cause;
  cause = describeCause(cause, context.redact);
  const { idempotencyKey } = options;
  if (!passage.call)
    throw new ClientError("a middleware failed", { operation: id, outcome: "not-sent", idempotencyKey, cause });
  const facts = { ...passage.call.responseFacts(), cause };
  throw passage.call.fail(ClientError, "a middleware failed after the response", facts);
}

/** The response to a raw request that the service answered with an error, where it says all that the error does. */
function answered({ http, operation, open, others }: CallState, error: ApiError): Response | undefined {
  // A status that HTTP does not have, or that of a hidden redirect, does not fit into a `Response`.
  if (error.operation !== operation.id || !http || http.status < 200 || http.status > 599) return undefined;
  // The response alone says neither that the outcome is open nor the key with which to ask again.
  return operation.key && open.size + others > 0 ? undefined : copy(http);
}

/** Puts values into a path. Throws an `InvalidRequestError` where one would lead elsewhere. */
function fillPath(operation: string, url: string, values: Record<string, unknown>): string {
  return url.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    try {
      // A URL drops dots, so that the request would go elsewhere. Half of a character cannot be encoded.
      if (typeof value === "string" && !/^\.*$/.test(value)) return encodeURIComponent(value);
    } catch {}
    throw new InvalidRequestError(operation, [name, "type", "be a text of whole characters, and more than dots"]);
  });
}

/** Writes a body as JSON, unless it is of another type. */
function serialize({ id, mediaType = "json" }: Operation): (body: unknown) => unknown {
  return (body) => {
    if (!mediaType.endsWith("json")) return body;
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
  path: PathValues,
  { call, data, error, response: { status, statusText, headers, ok } }: Passage & Awaited<ReturnType<Send>>,
): CheckedResult<unknown> {
  const text = String(data ?? error);
  const http: HttpResponse = { status, statusText, headers, text, body: parseBody(text) };
  const { idempotencyKey } = call ?? {};
  const read = ok ? readSuccess(context, operation, http, path, call?.request.body) : "is no success";
  if (typeof read !== "string") return { ...read, idempotencyKey };
  const message = `the response with status ${status}, of a middleware, ${read}`;
  const facts = { operation: operation.id, outcome: call ? "unknown" : "not-sent", idempotencyKey } as const;
  throw new InvalidResponseError(message, { ...facts, ...show(context.redact, http) });
}
