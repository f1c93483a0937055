// The only module that knows openapi-fetch. Every request of a client leaves through here, whoever makes it.
import createClient, { type Client } from "openapi-fetch";
import type { CheckedResult } from "./call.ts";
import type { Performed } from "./call-state.ts";
import { type CallState, type Context, show, startCall } from "./call-state.ts";
import { type CallInput, checkInput, fillPath } from "./check-input.ts";
import { ApiError } from "./errors/api-error.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import { InvalidResponseError } from "./errors/invalid-response-error.ts";
import type { Outgoing } from "./http.ts";
import { copy, parseBody } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import { perform } from "./perform.ts";
import { readSuccess } from "./read-response.ts";
import { callCheck, checkOptions, rawCheck } from "./settings.ts";

/** Calls operations, by name or as openapi-fetch does it. */
export interface Door<Paths extends object> {
  call(operation: string, input: CallInput, options?: KeyedCallOptions): Promise<CheckedResult<unknown>>;
  raw: Client<Paths>;
}

/** What is read of the options of a raw request; whatever else openapi-fetch knows is handed on. */
interface RawInit extends KeyedCallOptions {
  params?: { path?: Record<string, unknown> | null } | null;
  middleware?: unknown[];
  bodySerializer?: (body: unknown) => unknown;
}

/** openapi-fetch, as far as it is used for calls whose types the generated methods have. */
type Send = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/** What openapi-fetch makes of a call. A `Request` costs as much as the rest of a call, and nobody looks at it. */
class PlainRequest implements Outgoing {
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
class CallRequest extends Request {
  constructor(input: string | URL | Request, { signal: _, ...init }: RequestInit = {}) {
    super(input, init);
  }

  /** A middleware may put any request in its place. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Request[Symbol.hasInstance](value);
  }
}

// Most calls have none.
const noOptions: KeyedCallOptions = {};

// Stands for a response that was read already.
const read = { status: 204, ok: true, headers: new Headers() } as Response;

/** Makes the door of a client. */
export function createDoor<Paths extends object>(context: Context): Door<Paths> {
  const { settings, contract } = context;
  // In a CommonJS build what is imported is the module, which holds the function.
  const { default: create = createClient } = createClient as typeof createClient & { default?: typeof createClient };
  const client = create<Paths>({ baseUrl: settings.baseUrl, headers: settings.headers });
  // Middlewares that are in use.
  const using = new Set<unknown>();
  const common = (operation: string, { middleware }: RawInit = {}): object => ({
    Request: using.size > 0 || middleware?.length ? CallRequest : PlainRequest,
    pathSerializer: (path: string, values: Record<string, unknown>) => fillPath(operation, path, values),
  });
  const send = client.request as unknown as Send;
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
    const fetch = async (request: Request): Promise<Response> => {
      const outgoing = request instanceof PlainRequest ? request : await toOutgoing(request);
      const call = startCall(context, operation, outgoing, init);
      try {
        return copy((await perform(context, call)).http);
      } catch (error) {
        const { http } = call;
        // Statuses that HTTP does not have cannot be handed on in a `Response`.
        const known = http && http.response.status >= 200 && http.response.status < 600;
        if (!(error instanceof ApiError && error.operation === operation && known)) throw error;
        // The response alone tells neither that the outcome is open nor the key with which to ask again.
        if (call.facts.key && call.record.open.size > 0) throw error;
        return copy(http);
      }
    };
    const params = { ...init.params, path: init.params?.path ?? {} };
    const { bodySerializer = serialize(operation) } = init;
    return send(method, path, { ...init, ...common(operation, init), params, bodySerializer, baseUrl: "", fetch });
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
      let performed: Performed | undefined;
      let handed: Response | undefined;
      const fetch = async (request: Request): Promise<Response> => {
        const outgoing = request instanceof PlainRequest ? request : await toOutgoing(request);
        performed = await perform(context, startCall(context, operation, outgoing, options));
        // Without a middleware nobody reads it: the result is there.
        handed = using.size > 0 ? copy(performed.http) : read;
        return handed;
      };
      const { data, error, response } = await send(facts.method, facts.path, {
        ...common(operation),
        params: { ...parameters, path: input.path },
        headers: options.headers,
        parseAs: "text",
        bodySerializer: serialize(operation),
        fetch,
        body: facts.body && input.body,
      });
      return performed && handed === response
        ? performed.result
        : readReplaced(context, operation, facts, response, data ?? error);
    },
  };
}

/** A middleware's request as it is sent. */
async function toOutgoing(request: Request): Promise<Outgoing> {
  const { url, headers } = request;
  return { url, headers, body: (await request.text()) || undefined };
}

/** Reads a response that a middleware put in the place of the service's. */
function readReplaced(
  context: Context,
  operation: string,
  facts: CallState["facts"],
  response: Response,
  body: unknown,
): CheckedResult<unknown> {
  const { status, headers } = response;
  const parsed = response.ok ? readSuccess(facts, parseBody(String(body))) : "is no success";
  if (typeof parsed !== "string")
    return {
      data: parsed.data,
      message: parsed.message,
      status,
      headers,
      http: { response, text: String(body), body },
      idempotencyKey: undefined,
    };
  const message = `the response with status ${status}, of a middleware, ${parsed}`;
  throw new InvalidResponseError(message, { operation, outcome: "unknown", ...show(context, response) });
}
