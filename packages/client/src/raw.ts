// The typed openapi-fetch client: requests are sent and repeated as those of the methods are.
import type { Client } from "openapi-fetch";
import { CallState } from "./call-state.ts";
import { ApiError, ClientError, InvalidRequestError } from "./errors.ts";
import { parseBody } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { perform } from "./perform.ts";
import { describeCause } from "./redact.ts";
import { checkCallOptions } from "./settings.ts";
import { fillPath, inner, makeClient, serialize, type Transport } from "./transport.ts";

/** The options of a raw request that are read; openapi-fetch gets the others. */
interface RawInit extends KeyedCallOptions {
  params?: { path?: Record<string, unknown> | null } | null;
  body?: unknown;
}

/**
 * Makes the openapi-fetch client of a client. Middlewares see its requests, and neither those of the methods nor how
 * tokens are obtained.
 */
export function createRaw<Paths extends object>(client: object): Client<Paths> {
  const context = (client as Pick<Transport, typeof inner>)[inner]();
  const raw = makeClient<Paths>(context);
  const send = raw.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ response: Response }>;

  async function request(method: string, path: string, init: RawInit = {}): Promise<unknown> {
    const operation = Object.values(context.operations).find(
      (one) => one.path === path && one.method === String(method).toUpperCase(),
    );
    if (!operation)
      throw new InvalidRequestError("raw", [
        "path",
        "enum",
        "be one that the contract has, with this method",
      ]);
    const { timeout, retry, signal, idempotencyKey, headers, params, body } = init ?? {};
    const options: KeyedCallOptions = { timeout, retry, signal, idempotencyKey };
    checkCallOptions(operation.id, init && { ...options, headers });
    const values = params?.path ?? {};
    let call: CallState | undefined;
    let failed: unknown;
    let answer: Response | undefined;
    const pass = async (given: Request): Promise<Response> => {
      // Middleware does not see headers that are added from here on.
      const outgoing = new Headers(given.headers);
      const keyHeader = operation.key?.header ?? "";
      // In the types of openapi-fetch the key is a header.
      if (keyHeader && outgoing.has(keyHeader) && idempotencyKey === undefined) {
        options.idempotencyKey = outgoing.get(keyHeader) ?? undefined;
        outgoing.delete(keyHeader);
      }
      const written = operation.write
        ? new Uint8Array(await given.arrayBuffer())
        : (await given.text()) || undefined;
      let error: unknown;
      try {
        const sent = {
          ...(typeof written === "string" && (parseBody(written) as object)),
          ...values,
        };
        call = new CallState(
          context,
          operation,
          { url: given.url, headers: outgoing, body: written },
          options,
          sent,
        );
        await perform(call);
      } catch (caught) {
        error = caught;
      }
      answer = call && toResponse(call, error);
      if (answer) return answer;
      failed = error;
      throw error;
    };
    let cause: unknown;
    try {
      const result = await send(method, fillPath(operation, values), {
        ...init,
        // The values stand in the path. A `Request` would hold on to the caller's signal.
        params: { ...params, path: undefined },
        baseUrl: "",
        signal: undefined,
        fetch: pass,
        body: body === undefined ? undefined : serialize(operation, body),
      });
      // Another response does not repeat the service's answer about a key.
      if (!failed && (!operation.key || result.response === answer)) return result;
    } catch (error) {
      cause = error;
    }
    if (failed || cause instanceof ClientError) throw failed ?? cause;
    const message = "a middleware failed";
    const facts = { cause: describeCause(cause, context.redact) };
    if (call) throw call.fail(ClientError, message, facts);
    throw new ClientError(message, {
      operation: operation.id,
      outcome: "not-sent",
      idempotencyKey,
      ...facts,
    });
  }

  const methods: Record<string, unknown> = { ...raw, request };
  for (const name in raw)
    if (/^[A-Z]/.test(name))
      methods[name] = (path: string, init: RawInit) => request(name, path, init);
  return methods as unknown as Client<Paths>;
}

/** The response to a request, if it says as much as the error does. */
function toResponse(call: CallState, error: unknown): Response | undefined {
  const { http } = call;
  if (!http || (error !== undefined && !isTold(call, error))) return undefined;
  const { status, headers, parts } = http;
  // A `Response` cannot have the status 0 of a hidden redirect, nor one that HTTP does not have.
  if (status < 200 || status > 599) return undefined;
  const hasNoBody = [204, 205, 304].includes(status);
  return new Response(hasNoBody ? null : new Blob(parts), { status, headers });
}

/** Whether a response tells all of an error. It shows neither an open outcome nor the key to ask again with. */
function isTold({ operation, settled, openAttempts, others }: CallState, error: unknown): boolean {
  const isOwn = error instanceof ApiError && error.operation === operation.id;
  const isOpen = operation.key !== undefined && !settled && openAttempts + others > 0;
  return isOwn && !isOpen;
}
