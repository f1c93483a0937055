// The only module that knows openapi-fetch. Every request of a client leaves through here, whoever makes it.
import createClient, { type Client } from "openapi-fetch";
import type { CheckedResult } from "./call.ts";
import { type CallState, type Context, show } from "./call-state.ts";
import { type CallInput, checkInput, fillPath } from "./check-input.ts";
import type { OperationFacts } from "./contract-table.ts";
import { ApiError } from "./errors/api-error.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import { InvalidResponseError } from "./errors/invalid-response-error.ts";
import { copy, parseBody, textOf } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { CallRequest, openPassage, PlainRequest, pass, type Send } from "./passage.ts";
import { readSuccess } from "./read-response.ts";
import { callCheck, checkOptions, rawCheck } from "./settings.ts";

/** Calls operations, by name or as openapi-fetch does it. */
export interface Transport<Paths extends object> {
  call(operation: string, input: CallInput, options?: KeyedCallOptions): Promise<CheckedResult<unknown>>;
  raw: Client<Paths>;
}

/** What is read of the options of a raw request; whatever else openapi-fetch knows is handed on. */
interface RawInit extends KeyedCallOptions {
  params?: { path?: Record<string, unknown> | null } | null;
  middleware?: unknown[];
  bodySerializer?: (body: unknown) => unknown;
}

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

// Most calls have none.
const noOptions: KeyedCallOptions = {};

// Stands for a response that was read already.
const read = { status: 204, ok: true, headers: new Headers() } as Response;

/** Makes the transport of a client. */
export function createTransport<Paths extends object>(context: Context): Transport<Paths> {
  const { settings, contract } = context;
  // In a CommonJS build what is imported is the module, which holds the function.
  const { default: create = createClient } = createClient as typeof createClient & { default?: typeof createClient };
  const make = (): Client<Paths> => create<Paths>({ baseUrl: settings.baseUrl, headers: settings.headers });
  const client = make();
  // Tokens are nobody else's affair: no middleware sees how they are obtained.
  const tokenClient = make();
  const send = ({ request }: Client<Paths>): Send => request as unknown as Send;
  // Middlewares that are in use.
  const using = new Set<unknown>();
  const common = (operation: string, watched: boolean): object => ({
    Request: watched ? CallRequest : PlainRequest,
    pathSerializer: (path: string, values: Record<string, unknown>) => fillPath(operation, path, values),
  });
  const routes = new Map(
    Object.entries(contract.operations).map(([id, { method, path }]) => [`${method} ${path}`, id]),
  );
  const serialize = (operation: string) => (body: unknown) => {
    try {
      return JSON.stringify(body);
    } catch {
      throw new InvalidRequestError(operation, ["body", "json", "be JSON"]);
    }
  };

  const rawRequest = async (method: string, path: string, init: RawInit = {}): Promise<unknown> => {
    const operation = routes.get(`${String(method).toUpperCase()} ${path}`);
    if (operation === undefined)
      throw new InvalidRequestError("raw", ["path", "enum", "be one that the contract has, with this method"]);
    checkOptions(operation, rawCheck, init);
    // What is wrong with a body is for the service to say: whoever sends raw requests may want to hear that.
    const values = init.params?.path;
    const passage = openPassage(context, operation, init, values, (call, performed, error) => {
      if (performed) return copy(performed.http);
      const { http } = call;
      // Statuses that HTTP does not have cannot be handed on in a `Response`.
      if (!(error instanceof ApiError && error.operation === operation && http && http.status < 600)) return undefined;
      // The response alone tells neither that the outcome is open nor the key with which to ask again.
      return call.facts.key && call.attemptsOpen.size + call.others > 0 ? undefined : copy(http);
    });
    const params = { ...init.params, path: values ?? {} };
    const { bodySerializer = serialize(operation) } = init;
    const watched = using.size > 0 || Boolean(init.middleware?.length);
    const more = { ...init, ...common(operation, watched), params, bodySerializer, baseUrl: "" };
    return pass(context, send(client), passage, operation, init.idempotencyKey, method, path, more);
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
    async call(operation, input, options = noOptions) {
      const facts = contract.operations[operation] as CallState["facts"];
      if (options !== noOptions) checkOptions(operation, callCheck, options);
      const parameters = checkInput(operation, facts, input);
      const through = operation === contract.token?.operation ? tokenClient : client;
      const watched = through === client && using.size > 0;
      // Without a middleware nobody reads the response: the result is there.
      const passage = openPassage(context, operation, options, input.path, (_, performed) =>
        performed && watched ? copy(performed.http) : performed && read,
      );
      const { data, error, response } = await pass(
        context,
        send(through),
        passage,
        operation,
        options.idempotencyKey,
        facts.method,
        facts.path,
        {
          ...common(operation, watched),
          params: { ...parameters, path: input.path },
          headers: facts.mediaType || facts.accept ? { ...typesOf(facts), ...options.headers } : options.headers,
          parseAs: "text",
          bodySerializer: isJson(facts.mediaType) ? serialize(operation) : (body: unknown) => body,
          body: facts.body && input.body,
        },
      );
      const { performed, handed } = passage;
      return performed && handed === response
        ? performed.result
        : readReplaced(context, operation, input, passage.call, response, String(data ?? error));
    },
  };
}

const isJson = (mediaType = "application/json"): boolean => mediaType.endsWith("json");

/** The headers that name the media types of an operation which are not JSON. */
function typesOf({ mediaType, accept }: OperationFacts): Record<string, string> {
  return { ...(mediaType && { "Content-Type": mediaType }), ...(accept && { Accept: accept }) };
}

/** Reads a response that a middleware put in the place of the service's. */
function readReplaced(
  { contract, redact }: Context,
  operation: string,
  { path }: CallInput,
  call: CallState | undefined,
  { status, statusText, headers, ok }: Response,
  text: string,
): CheckedResult<unknown> {
  const http = { status, statusText, headers, text, body: parseBody(text) };
  const facts = contract.operations[operation] as CallState["facts"];
  const parsed = ok ? readSuccess(facts, http.body, { path, body: call && textOf(call.request) }) : "is no success";
  const { idempotencyKey } = call ?? {};
  const shown = show({ redact }, http);
  if (typeof parsed !== "string")
    return { ...parsed, message: parsed.message, status, headers, requestId: shown.requestId, idempotencyKey, http };
  const message = `the response with status ${status}, of a middleware, ${parsed}`;
  const outcome = call ? "unknown" : "not-sent";
  throw new InvalidResponseError(message, { operation, outcome, idempotencyKey, ...shown });
}
