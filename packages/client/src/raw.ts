// The typed openapi-fetch client: requests are sent and repeated as those of the methods are.
import createClient, { type Client } from "openapi-fetch";
import { CallState, type ClientState } from "./call-state.ts";
import type { Operation } from "./contract-table.ts";
import { ApiError, addKey, ClientError, InvalidRequestError } from "./errors.ts";
import { parseBody } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { describeCause } from "./redact.ts";
import { runCall } from "./run-call.ts";
import { checkCallOptions } from "./settings.ts";
import { fillPath, inner, serialize, type Transport } from "./transport.ts";

/** The options of a raw request that are read; openapi-fetch gets the others. */
interface RawInit extends KeyedCallOptions {
  params?: { path?: Record<string, unknown> | null; header?: object | null } | null;
  body?: unknown;
}

/**
 * Makes the openapi-fetch client of a client. Middlewares see its requests, and neither those of the methods nor how
 * tokens are obtained. An error has the key that a middleware set, once the request has passed all middlewares.
 */
export function createRaw<Paths extends object>(client: object): Client<Paths> {
  const state = (client as Pick<Transport, typeof inner>)[inner]();
  // In a CommonJS build the import is the module, which holds the function.
  const { default: create = createClient } = createClient as typeof createClient & {
    default?: typeof createClient;
  };
  const { baseUrl, headers } = state;
  // The body is written by then.
  const raw = create<Paths>({
    baseUrl,
    headers,
    bodySerializer: (body: unknown) => body,
  } as never);

  async function request(method: string, path: string, init: RawInit = {}): Promise<unknown> {
    const { timeout, retry, signal, idempotencyKey, headers } = init ?? {};
    const options: KeyedCallOptions = { timeout, retry, signal, idempotencyKey };
    let operation: Operation | undefined;
    try {
      operation = findOperation(state, method, path);
      checkCallOptions(operation.id, init && { ...options, headers });
      return await new RawRequest(state, operation, options).send(
        raw as unknown as OpenapiFetch,
        method,
        init ?? {},
      );
    } catch (error) {
      // Middleware that set a key has written it to the options.
      const candidates = operation ? [operation] : Object.values(state.operations);
      throw addKey(error, options.idempotencyKey ?? findKey(candidates, init ?? {}));
    }
  }

  const methods: Record<string, unknown> = { ...raw, request };
  for (const name in raw)
    if (/^[A-Z]/.test(name))
      methods[name] = (path: string, init: RawInit) => request(name, path, init);
  return methods as unknown as Client<Paths>;
}

function findOperation({ operations }: ClientState, method: string, path: string): Operation {
  const operation = Object.values(operations).find(
    (one) => one.path === path && one.method === String(method).toUpperCase(),
  );
  if (operation) return operation;
  throw new InvalidRequestError("raw", [
    "path",
    "enum",
    "be one that the contract has, with this method",
  ]);
}

/** The idempotency key among the headers of a request: the types of openapi-fetch have it there. */
function findKey(operations: Operation[], { params, headers }: RawInit): unknown {
  const names = operations.map(({ key }) => key?.header.toLowerCase());
  const asList = (given: object = {}): [string, unknown][] =>
    Symbol.iterator in given ? [...(given as Headers)] : Object.entries(given);
  return [...asList(params?.header ?? {}), ...asList(headers)].find(([name]) =>
    names.includes(name.toLowerCase()),
  )?.[1];
}

/** openapi-fetch, as far as requests of any operation go through it. */
interface OpenapiFetch {
  request(method: string, path: string, init: object): Promise<{ response: Response }>;
}

/** One request of openapi-fetch and of its middlewares, which is sent as a call of the methods is. */
class RawRequest {
  #state: ClientState;
  #operation: Operation;
  #options: KeyedCallOptions;
  #call: CallState | undefined;
  /** The error of the call, unless a response shows as much. */
  #failed: unknown;
  /** Headers that come with the body. */
  #written = new Headers();
  /** The response of the service. */
  #answer: Response | undefined;

  constructor(state: ClientState, operation: Operation, options: KeyedCallOptions) {
    this.#state = state;
    this.#operation = operation;
    this.#options = options;
  }

  async send(client: OpenapiFetch, method: string, init: RawInit): Promise<unknown> {
    const { params, body } = init;
    const operation = this.#operation;
    const values = params?.path ?? {};
    let cause: unknown;
    try {
      const result = await client.request(method, fillPath(this.#operation, values), {
        ...init,
        // The values stand in the path. A `Request` would hold on to the user's signal.
        params: { ...params, path: undefined },
        // An empty address is the client's.
        baseUrl: operation.server ? this.#state.contract.locate?.(this.#state, operation)[0] : "",
        signal: undefined,
        fetch: (outgoing: Request) => this.#send(outgoing, values),
        body:
          body === undefined ? undefined : await serialize(this.#operation, body, this.#written),
      });
      // Another response does not repeat the service's answer about a key.
      const isFromService = !this.#operation.key || result.response === this.#answer;
      if (!this.#failed && isFromService) return result;
    } catch (error) {
      cause = error;
    }
    throw this.#explain(cause);
  }

  /** Sends a request that has passed the middlewares. */
  async #send(given: Request, values: Record<string, unknown>): Promise<Response> {
    // Middleware does not see headers that are added from here on.
    const headers = new Headers(given.headers);
    for (const [name, value] of this.#written) headers.set(name, value);
    this.#takeKey(headers);
    const body = this.#operation.write
      ? new Uint8Array(await given.arrayBuffer())
      : (await given.text()) || undefined;
    const fields = typeof body === "string" && (parseBody(body) as object);
    let error: unknown;
    try {
      this.#call = new CallState(
        this.#state,
        this.#operation,
        { url: given.url, headers, body },
        this.#options,
        { ...fields, ...values },
      );
      await runCall(this.#call);
    } catch (caught) {
      error = caught;
    }
    this.#answer = this.#call && toResponse(this.#call, error);
    if (this.#answer) return this.#answer;
    this.#failed = error;
    throw error;
  }

  /** In the types of openapi-fetch the key is a header. */
  #takeKey(headers: Headers): void {
    const name = this.#operation.key?.header ?? "";
    if (!name || !headers.has(name) || this.#options.idempotencyKey !== undefined) return;
    this.#options.idempotencyKey = headers.get(name) ?? undefined;
    headers.delete(name);
  }

  /** The error of a request that failed, or that a middleware failed. */
  #explain(cause: unknown): unknown {
    if (this.#failed || cause instanceof ClientError) return this.#failed ?? cause;
    const message = "a middleware failed";
    const facts = { cause: describeCause(cause, this.#state.redact) };
    if (this.#call) return this.#call.fail(ClientError, message, facts);
    return new ClientError(message, {
      operation: this.#operation.id,
      outcome: "not-sent",
      idempotencyKey: this.#options.idempotencyKey,
      ...facts,
    });
  }
}

/** The response to a request; undefined if there is none, or an error that the response does not show as a whole. */
function toResponse(call: CallState, error: unknown): Response | undefined {
  const { http } = call;
  if (!http || (error !== undefined && !isShown(call, error))) return undefined;
  const { status, headers, parts } = http;
  // A `Response` cannot have the status 0 of a hidden redirect, nor one that HTTP does not have.
  if (status < 200 || status > 599) return undefined;
  const hasNoBody = [204, 205, 304].includes(status);
  return new Response(hasNoBody ? null : new Blob(parts), { status, headers });
}

/** Whether a response shows all of an error. It shows neither an open outcome nor the key to repeat with. */
function isShown({ operation, settled, openAttempts, others }: CallState, error: unknown): boolean {
  const isOwn = error instanceof ApiError && error.operation === operation.id;
  const isOpen = operation.key !== undefined && !settled && openAttempts + others > 0;
  return isOwn && !isOpen;
}
