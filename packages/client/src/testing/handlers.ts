// The only module that knows msw.
import { delay, type HttpHandler, HttpResponse, http } from "msw";
import { amount, checkArgument, fields, filled } from "../argument-checks.ts";
import { boolean, isObject, must } from "../check.ts";

/** An operation, with the responses that its contract shows. */
export interface SampleOperation {
  method: "delete" | "get" | "head" | "options" | "patch" | "post" | "put";
  /** Path, with the names of its parameters behind colons. */
  path: string;
  /** Whether a result is the whole body, not the `data` of an envelope. */
  bare?: boolean;
  /** Headers of its responses. */
  headers?: HeaderMap;
  /** Headers of responses with a status that has special headers. */
  headersOf?: Record<number, HeaderMap>;
  /** Fields of a result that repeat the request, each with the name of the request's field. */
  echoes?: Record<string, string>;
  /** Successes by name; the first is the usual one. */
  examples: Record<string, SampleResponse>;
}

type HeaderMap = Record<string, string>;

/** A response as its contract shows it. */
export interface SampleResponse {
  status: number;
  /** Absent if there is none. */
  body?: unknown;
}

/** A request that a handler responds to. */
export interface HandledRequest {
  request: Request;
  /** Values of the path parameters. */
  params: Readonly<Record<string, string>>;
}

/** How a handler responds. */
export interface ResponseOptions {
  /**
   * Whether one request is responded to, and the next goes to the handler before.
   * @example { once: true }
   */
  once?: boolean | undefined;
  /**
   * Milliseconds before the response.
   * @example { delay: 2_000 }
   */
  delay?: number | undefined;
  /**
   * Headers besides the contract's, or in their place.
   * @example { headers: { "Retry-After": "1" } }
   */
  headers?: Record<string, string> | undefined;
}

/** How a handler responds with an error. */
export interface ErrorOptions<Details = unknown> extends ResponseOptions {
  /** Facts in place of those that the contract shows. */
  details?: Details | undefined;
  /** Message for people in place of the contract's. */
  message?: string | undefined;
}

/** A result, or its differences from the usual one. */
export type Changes<Result> = Result extends readonly unknown[] ? Result : Partial<Result>;

/**
 * Makers of handlers of one operation. A handler that is made is handed to msw: `server.use(handler)`.
 *
 * @typeParam Result the operation's result
 * @typeParam Example names of the examples of success
 * @typeParam Errors types of the details of its errors, by code
 */
export interface OperationHandlers<Result, Example extends string, Errors> {
  /** The results that the contract shows, by name. */
  readonly examples: Readonly<Record<Example, Result>>;
  /** Responds with a success that the contract shows. */
  example(name: Example, options?: ResponseOptions): HttpHandler;
  /**
   * Responds with the usual success, with a result of your own: a list whole, of an object the fields that differ. As a
   * function it sees the request.
   */
  result(
    changes:
      | Changes<Result>
      | ((handled: HandledRequest) => Changes<Result> | Promise<Changes<Result>>),
    options?: ResponseOptions,
  ): HttpHandler;
  /** Responds with an error that the operation may have. */
  error<Code extends keyof Errors & string>(
    code: Code,
    options?: ErrorOptions<Errors[Code]>,
  ): HttpHandler;
  /** Breaks the connection instead of responding. */
  networkError(options?: Pick<ResponseOptions, "once" | "delay">): HttpHandler;
}

/** Where the service is, for handlers. */
export interface HandlersOptions {
  /**
   * Address of the service. Default: any.
   * @example { baseUrl: "https://api.example.com" }
   */
  baseUrl?: string | undefined;
}

const anObject = must(isObject, "be an object");
const responseCheck = fields({
  once: boolean,
  delay: amount,
  headers: anObject,
  message: filled,
  details: () => undefined,
});

/** Makers of handlers for some operations, and under `all` a handler of the usual success of each. */
export function createHandlers(
  operations: Record<string, SampleOperation>,
  errors: Record<string, SampleResponse>,
  options: HandlersOptions = {},
): Record<string, OperationHandlers<unknown, string, Record<string, unknown>>> & {
  all: HttpHandler[];
} {
  checkArgument(fields({ baseUrl: filled }), options, "options");
  const { baseUrl = "*" } = options;
  const base = baseUrl.replace(/\/+$/, "");
  const makers = Object.entries(operations).map(
    ([id, operation]) => [id, createOperationHandlers(operation, errors, base)] as const,
  );
  const all = makers.map(([id, { example }]) =>
    example(Object.keys(operations[id]?.examples ?? {})[0] ?? ""),
  );
  return Object.assign(Object.fromEntries(makers), { all });
}

function createOperationHandlers(
  operation: SampleOperation,
  errors: Record<string, SampleResponse>,
  base: string,
): OperationHandlers<unknown, string, Record<string, unknown>> {
  const { method, path, examples, bare = false } = operation;
  const [usual = { status: 200 }] = Object.values(examples);

  const handle = (
    options: ErrorOptions,
    respond: (handled: HandledRequest) => Response | Promise<Response>,
  ): HttpHandler => {
    checkArgument(responseCheck, options, "options");
    const { once = false, delay: milliseconds = 0 } = options;
    return http[method](
      base + path,
      async ({ request, params }) => {
        if (milliseconds > 0) await delay(milliseconds);
        return respond({ request, params: params as HandledRequest["params"] });
      },
      { once },
    );
  };
  const toResponse = ({ status, body }: SampleResponse, { headers }: ResponseOptions): Response => {
    const init = {
      status,
      headers: { ...(operation.headersOf?.[status] ?? operation.headers), ...headers },
    };
    return body === undefined
      ? new HttpResponse(null, init)
      : HttpResponse.json(body as object, init);
  };

  return {
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, { body }]) => [name, unwrapData(body, bare)]),
    ),
    example(name, options = {}) {
      const example = findByName(examples, name, "example");
      return handle(options, async (handled) =>
        toResponse(await withEchoes(example, operation, handled), options),
      );
    },
    result(changes, options = {}) {
      const usualResult = unwrapData(usual.body, bare);
      if (typeof changes !== "function")
        checkArgument(
          Array.isArray(usualResult) ? must(Array.isArray, "be a list") : anObject,
          changes,
          "changes",
        );
      return handle(options, async (handled) => {
        const echoed = await withEchoes(usual, operation, handled);
        const given: unknown = typeof changes === "function" ? await changes(handled) : changes;
        return toResponse({ ...usual, body: withResult(echoed.body, given, bare) }, options);
      });
    },
    error(code, options = {}) {
      const { status, body } = findByName(errors, code, "error");
      return handle(options, () => {
        const { error, ...rest } = body as { error: Pick<ErrorOptions, "message" | "details"> };
        const { message = error.message, details = error.details } = options;
        return toResponse(
          { status, body: { ...rest, error: { ...error, message, details } } },
          options,
        );
      });
    },
    networkError: (options = {}) => handle(options, () => HttpResponse.error()),
  };
}

function unwrapData(body: unknown, bare: boolean): unknown {
  return bare ? body : (body as { data?: unknown } | undefined)?.data;
}

function withResult(body: unknown, changes: unknown, bare: boolean): unknown {
  const usual = unwrapData(body, bare);
  const result = Array.isArray(changes)
    ? changes
    : { ...(usual as object), ...(changes as object) };
  return bare ? result : { ...(body as object), data: result };
}

/** A sample that repeats the request's fields, as a service does. */
async function withEchoes(
  { status, body }: SampleResponse,
  { echoes, bare = false }: SampleOperation,
  { request, params }: HandledRequest,
): Promise<SampleResponse> {
  const result = unwrapData(body, bare);
  if (!echoes || !isObject(result)) return { status, body };
  const json = await request.clone().text();
  const sent = { ...(json && JSON.parse(json)), ...params };
  const repeated = Object.entries(echoes).filter(
    ([field, name]) => field in result && sent[name] !== undefined,
  );
  const changes = Object.fromEntries(repeated.map(([field, name]) => [field, sent[name]]));
  return { status, body: withResult(body, changes, bare) };
}

function findByName<T>(known: Record<string, T>, name: string, kind: string): T {
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  if (found === undefined)
    throw new TypeError(
      `There is no ${kind} ${JSON.stringify(name)}: ${Object.keys(known).join(", ")}.`,
    );
  return found;
}
