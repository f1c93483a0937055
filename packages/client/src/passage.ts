// The way of a request through openapi-fetch and the middlewares that callers add.
import type { Client } from "openapi-fetch";
import type { CheckedResult } from "./call.ts";
import {
  type CallState,
  type Context,
  fail,
  type Operation,
  responseFacts,
  type Sent,
  startCall,
} from "./call-state.ts";
import { ClientError, InvalidRequestError } from "./errors.ts";
import type { Outgoing } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { perform } from "./perform.ts";
import { describeCause } from "./redact.ts";

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
export interface Passage {
  call?: CallState;
  result?: CheckedResult<unknown>;
  /** The response that openapi-fetch was given. */
  handed?: Response;
  failed?: { error: unknown };
}

/**
 * Sends through openapi-fetch. A middleware can hide neither an error nor a success.
 *
 * @param hand the response for openapi-fetch, where the call ended in one that it can have
 */
export async function pass<Paths extends object>(
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
    try {
      // A URL drops dots, so that the request would go elsewhere. Half of a character cannot be encoded.
      if (typeof value === "string" && !/^\.*$/.test(value)) return encodeURIComponent(value);
    } catch {}
    throw new InvalidRequestError(operation, [name, "type", "be a text of whole characters, and more than dots"]);
  });
}
