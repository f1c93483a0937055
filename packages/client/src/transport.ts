// The only module that knows openapi-fetch. Every request of a client leaves through here.
import createClient, { type Client } from "openapi-fetch";
import type { CheckedResult } from "./call.ts";
import {
  type CallState,
  type Context,
  fail,
  type Operation,
  responseFacts,
  type Sent,
  show,
  startCall,
} from "./call-state.ts";
import { findMistake, isObject } from "./check.ts";
import { ApiError, ClientError, InvalidRequestError, InvalidResponseError } from "./errors.ts";
import { copy, type Outgoing, parseBody } from "./http.ts";
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

/** What openapi-fetch makes of a call. A `Request` costs as much as the rest of a call. */
class PlainRequest implements Outgoing {
  url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, { method, headers, body }: RequestInit) {
    this.url = url;
    this.method = method as string;
    this.headers = headers as Headers;
    this.body = body as string | undefined;
  }
}

/** The same for a middleware, which wants a `Request`. The caller's signal is left out: it would be held on to. */
class CallRequest extends Request {
  constructor(input: string | URL | Request, { signal: _, ...init }: RequestInit = {}) {
    super(input, init);
  }

  /** A middleware may put any request in its place. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Request[Symbol.hasInstance](value);
  }
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
  const routes = new Map([...operations.values()].map((one) => [`${one.method} ${one.path}`, one]));

  const rawRequest = async (method: string, path: string, init: RawInit = {}): Promise<unknown> => {
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
        // Statuses that HTTP does not have cannot be handed on in a `Response`.
        const answered = error instanceof ApiError && error.operation === operation.id && http && http.status < 600;
        // The response alone tells neither that the outcome is open nor the key with which to ask again.
        return answered && !(operation.key && call.open.size + call.others > 0) ? copy(http) : undefined;
      },
    );
  };
  const byName = Object.fromEntries(
    methods.map((name) => [name, (path: string, init: RawInit) => rawRequest(name, path, init)]),
  );

  return {
    raw: {
      ...client,
      ...byName,
      request: rawRequest,
      use(...added) {
        client.use(...added);
        for (const one of added) using.add(one);
      },
      eject(...removed) {
        client.eject(...removed);
        for (const one of removed) using.delete(one);
      },
    } as Client<Paths>,
    async call(id, { path, parameters, body }, options = noOptions) {
      const operation = operations.get(id) as Operation;
      const { mediaType = "application/json", accept } = operation;
      if (options !== noOptions) checkCallOptions(id, options);
      if (operation.body !== undefined && !(operation.bodyOptional && body === undefined))
        check(id, findMistake(contract.rows, operation.body, body, ""));
      const taken = operation.parameters && contract.take?.(contract.rows, operation.parameters, parameters);
      if (Array.isArray(taken)) check(id, taken);
      const through = id === contract.token?.operation ? tokenClient : client;
      const watched = through === client && using.size > 0;
      const passage: Passage = {};
      // What a middleware changes is known from the text alone.
      const sent = { path, body: operation.echoes && isObject(body) && !watched ? { ...body } : undefined };
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

/**
 * Sends through openapi-fetch. A middleware can hide neither an error nor a success.
 *
 * @param hand the response for openapi-fetch, where the call ended in one that it can have
 */
async function pass<Paths extends object>(
  context: Context,
  { request: send }: Client<Paths>,
  operation: Operation,
  options: KeyedCallOptions,
  sent: Sent,
  watched: boolean,
  passage: Passage,
  init: object,
  hand: (call: CallState, error?: unknown) => Response | undefined,
): ReturnType<Send> {
  const fetch = async (request: Request): Promise<Response> => {
    let response: Response | undefined;
    try {
      const { url, headers } = request;
      // What is added to the headers from here on is not for a middleware.
      const outgoing = watched
        ? { url, headers: new Headers(headers), body: (await request.text()) || undefined }
        : (request as unknown as Outgoing);
      passage.call = startCall(context, operation, outgoing, options, sent);
      passage.result = await perform(passage.call);
      response = hand(passage.call);
    } catch (error) {
      response = passage.call && hand(passage.call, error);
      if (!response) {
        passage.failed = { error };
        throw error;
      }
    }
    passage.handed = response as Response;
    return passage.handed;
  };
  let cause: unknown;
  try {
    const done = await (send as unknown as Send)(operation.method, operation.path, {
      ...init,
      Request: watched ? CallRequest : PlainRequest,
      pathSerializer: (path: string, values: Record<string, unknown>) => fillPath(operation.id, path, values),
      fetch,
    });
    if (!passage.failed) return done;
  } catch (error) {
    cause = error;
  }
  if (passage.failed) throw passage.failed.error;
  if (cause instanceof ClientError) throw cause;
  const { call } = passage;
  cause = describeCause(cause, context.redact);
  if (call) throw fail(call, ClientError, "a middleware failed after the response", { ...responseFacts(call), cause });
  const { idempotencyKey } = options;
  throw new ClientError("a middleware failed", { operation: operation.id, outcome: "not-sent", idempotencyKey, cause });
}

/** Puts values into a path. Throws an `InvalidRequestError` where one would lead elsewhere. */
function fillPath(operation: string, path: string, values: Record<string, unknown>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    // A URL drops dots, so that the request would go elsewhere, and cannot hold half of a character.
    if (typeof value !== "string" || !/^(?!\.+$)\P{Surrogate}+$/u.test(value))
      throw new InvalidRequestError(operation, [name, "type", "be a text of whole characters, and more than dots"]);
    return encodeURIComponent(value);
  });
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
