// Every request of a method leaves through here.
import { type Call, type SuccessfulCall, toCall } from "./call.ts";
import { CallState, type ClientState } from "./call-state.ts";
import type { Operation } from "./contract-table.ts";
import { addKey, InvalidRequestError } from "./errors.ts";
import type { HttpRequest } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { runCall } from "./run-call.ts";
import { check, checkCallOptions } from "./settings.ts";

/** The arguments of an operation. */
export interface CallInput {
  /** Values of the path parameters. */
  path?: Record<string, unknown> | undefined;
  /** Query and header parameters. */
  parameters?: object | undefined;
  body?: unknown;
  /** Another path for the operation. */
  follow?: (baseUrl: string, operation: Operation) => Operation;
}

/** The parts of a generated client. */
export interface Transport {
  /** Calls an operation. */
  call<T>(operation: string, input: CallInput, options?: KeyedCallOptions): Call<T>;
  /** The part of a client that further entries need. A function, which a log does not show. */
  [inner]: () => ClientState;
}

/** The key of a client's own parts. One symbol for all copies of the package. */
export const inner: unique symbol = Symbol.for("contract-client.inner") as never;

/** Makes the transport of a client. */
export function createTransport(client: ClientState): Transport {
  const { contract } = client;

  async function send(
    id: string,
    { path, parameters, body, follow }: CallInput,
    given?: KeyedCallOptions,
  ): Promise<SuccessfulCall<unknown>> {
    const known = client.operations[id] as Operation;
    try {
      const [chosen, others] = contract.choose?.(known, given) ?? [known, given];
      const [baseUrl, options] = contract.locate?.(client, known, others) ?? [
        client.baseUrl,
        others,
      ];
      const operation = follow?.(baseUrl, chosen) ?? chosen;
      const { body: checkBody } = operation;
      if (options !== undefined) checkCallOptions(id, options);
      if (checkBody) check(id, checkBody(body), "body");
      // Changes that the user makes from here on are not sent.
      const sent = { ...(body as object), ...path };
      const taken = contract.take?.(operation, parameters);
      const headers = mergeHeaders(
        body === undefined ? undefined : jsonHeaders,
        client.headers,
        operation.headers,
        options?.headers,
        taken?.headers,
      );
      const url = baseUrl + fillPath(operation, path) + (taken?.query ?? "");
      const written = checkBody && (await serialize(operation, body, headers));
      const { stream } = operation;
      const request: HttpRequest = { url, headers, body: written as HttpRequest["body"], stream };
      return await runCall(new CallState(client, operation, request, options, sent));
    } catch (error) {
      throw addKey(error, given?.idempotencyKey);
    }
  }

  return {
    call: <T>(...given: Parameters<typeof send>) =>
      toCall(send(...given) as Promise<SuccessfulCall<T>>),
    [inner]: () => client,
  };
}

const jsonHeaders = { "Content-Type": "application/json" };

/** Headers of several sources; the later one counts. */
function mergeHeaders(...sources: (object | undefined)[]): Headers {
  const merged = new Headers();
  for (const source of sources)
    for (const [name, value] of Object.entries(source ?? {}))
      if (value !== undefined) merged.set(name, value as string);
  return merged;
}

/** Fills path parameters. Throws an `InvalidRequestError` for `.`, `..` or a missing value. */
export function fillPath(
  { id, path, expand }: Operation,
  values: Record<string, unknown> = {},
): string {
  let filled = path;
  for (const name of Object.keys(values)) {
    const value = values[name];
    try {
      const text =
        expand?.[name]?.(value) ??
        (Array.isArray(value) ? value.map(encodeParameter).join() : encodeParameter(value));
      // A URL drops dots, so that the request would go elsewhere.
      if (!/^\.*$/.test(text)) filled = filled.replace(`{${name}}`, text);
    } catch {}
  }
  const left = /{(.*?)}/.exec(filled);
  if (!left) return filled;
  throw new InvalidRequestError(id, [
    left[1] as string,
    "type",
    "be a string that a path can hold",
  ]);
}

/** Throws if a value has no form in a path: half of a character for one. */
function encodeParameter(value: unknown): string {
  if (!/string|number|bigint|boolean/.test(typeof value)) throw value;
  return encodeURIComponent(value as string);
}

/** Writes a body as JSON, unless it has another type. */
export function serialize(
  { id, write = (value) => JSON.stringify(value) }: Operation,
  body: unknown,
  headers: Headers,
): unknown {
  try {
    return write(body, headers);
  } catch {
    throw new InvalidRequestError(id, ["body", "json", "be JSON"]);
  }
}
