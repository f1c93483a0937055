// The way of a request through openapi-fetch and the middlewares that callers put there.

import type { Performed } from "./call-state.ts";
import { type CallState, type Context, fail, responseFacts, startCall } from "./call-state.ts";
import { ClientError } from "./errors/client-error.ts";
import type { Outgoing } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { perform } from "./perform.ts";
import { describeCause } from "./redact.ts";

/** openapi-fetch, as far as it is used for calls whose types the generated methods have. */
export type Send = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** What openapi-fetch makes of a call. A `Request` costs as much as the rest of a call, and nobody looks at it. */
export class PlainRequest implements Outgoing {
  url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, { method = "GET", headers, body }: RequestInit) {
    this.url = url;
    this.method = method;
    this.headers = headers as Headers;
    this.body = body as string | undefined;
  }
}

/** The same for a middleware, which wants a `Request`. The caller's signal is left out: it would be held on to. */
export class CallRequest extends Request {
  constructor(input: string | URL | Request, { signal: _, ...init }: RequestInit = {}) {
    super(input, init);
  }

  /** A middleware may put any request in its place. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Request[Symbol.hasInstance](value);
  }
}

/** A request on its way through openapi-fetch and its middlewares. */
export interface Passage {
  fetch(request: Request): Promise<Response>;
  call?: CallState;
  performed?: Performed;
  /** The response that openapi-fetch was given. */
  handed?: Response;
  failed?: { error: unknown };
}

/** Starts a passage. @param hand the response for openapi-fetch, where the call ended in one that it can have */
export function openPassage(
  context: Context,
  operation: string,
  options: KeyedCallOptions,
  path: Record<string, unknown> | null | undefined,
  hand: (call: CallState, performed?: Performed, error?: unknown) => Response | undefined,
): Passage {
  const passage: Passage = {
    async fetch(request) {
      let call: CallState | undefined;
      let response: Response | undefined;
      try {
        const outgoing = request instanceof PlainRequest ? request : await toOutgoing(request);
        call = startCall(context, operation, outgoing, options, path);
        passage.call = call;
        passage.performed = await perform(context, call);
        response = hand(call, passage.performed);
      } catch (error) {
        response = call && hand(call, undefined, error);
        if (!response) {
          passage.failed = { error };
          throw error;
        }
      }
      passage.handed = response as Response;
      return passage.handed;
    },
  };
  return passage;
}
/** Sends through openapi-fetch. A middleware can hide neither an error nor a success. */
export async function pass(
  context: Context,
  send: Send,
  passage: Passage,
  operation: string,
  key: string | undefined,
  ...[method, path, init]: Parameters<Send>
): ReturnType<Send> {
  let sent: Awaited<ReturnType<Send>>;
  try {
    sent = await send(method, path, { ...init, fetch: passage.fetch });
  } catch (error) {
    if (passage.failed) throw passage.failed.error;
    if (error instanceof ClientError) throw error;
    const { call } = passage;
    const cause = describeCause(error, context.redact);
    if (!call)
      throw new ClientError("a middleware failed", { operation, outcome: "not-sent", idempotencyKey: key, cause });
    throw fail(call, ClientError, "a middleware failed after the response", { ...responseFacts(call), cause });
  }
  if (passage.failed) throw passage.failed.error;
  return sent;
}

/** A middleware's request as it is sent. What is added to its headers from here on is not for the middleware. */
async function toOutgoing(request: Request): Promise<Outgoing> {
  const { url, headers } = request;
  return { url, headers: new Headers(headers), body: (await request.text()) || undefined };
}
