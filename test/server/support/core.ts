import type {
  ContractChecks,
  ContractTable,
  MakeErrorBody,
  OperationEntry,
} from "@packages/server/src/contract-table.ts";
import { makeCore } from "@packages/server/src/core.ts";
import { Exchange, type ServerRequest } from "@packages/server/src/http/exchange.ts";
import type { Logger } from "@packages/server/src/observe/logger.ts";
import type { AnyOptions } from "@packages/server/src/options.ts";
import type { ParsedBody } from "@packages/server/src/request/parse-body.ts";
import { jsonType } from "@packages/server/src/response/error-body.ts";
import { type Bindings, makeService, type Service } from "@packages/server/src/service.ts";

/** Where the clock of a core stands. */
export const now = Date.parse("2026-11-20T15:00:00.250Z");

/** An operation that anybody may call, without a body; tests give what it is about. */
export const plainOperation: OperationEntry = {
  id: "makeThing",
  method: "POST",
  path: "/things",
  security: null,
  rateLimit: null,
  idempotency: null,
  body: null,
  bodyRequired: false,
  errors: [],
  causes: {},
  responses: [{ from: 201, to: 201, mediaType: "application/json" }],
  success: { status: 201, envelope: true, constants: { success: true }, message: "Made." },
};

/** Errors as the contract of these tests declares them. */
export const envelope: MakeErrorBody = ({ code, message, details, timestamp }) => ({
  success: false,
  error: { code, message, ...(details !== undefined && { details }) },
  timestamp,
});

/** An operation that asks for credentials, and a request that has them. */
export const secured = {
  security: { name: "Key", kind: "basic", challenge: "Basic" },
  headers: { authorization: `Basic ${btoa("key:secret")}` },
} as const;

/** A contract without operations. */
export const emptyContract: ContractTable = {
  title: "Things",
  version: "1",
  bodyLimit: null,
  anywhere: {},
  errors: {},
  sensitive: [],
  operations: [],
  errorBody: envelope,
};

/** What a handler of these tests gets. */
export interface TestContext {
  params: unknown;
  body: unknown;
  request: { ip: string };
  transaction: unknown;
  reply: {
    ok(data?: unknown, message?: string): never;
    fail(code: string, message?: string, details?: unknown): never;
    send(status: number, body?: unknown, headers?: object): never;
  };
}

/** What a test wants of a core; `handle` is the handler of every operation. */
export interface CoreSetup {
  handle?: (context: TestContext) => unknown;
  operation?: Partial<OperationEntry>;
  others?: OperationEntry[];
  /** Codes of errors with their statuses. */
  errors?: Record<string, number>;
  contract?: Partial<ContractTable>;
  bindings?: { checks?: Partial<ContractChecks> };
  options?: Partial<AnyOptions>;
}

/** A request; POST to the operation's path, with a JSON body where one is given. */
export interface TestRequest {
  method?: string;
  url?: string;
  /** By names in lower case. */
  headers?: Record<string, string>;
  query?: Record<string, unknown>;
  ip?: string;
  /** What reading the body comes to; undefined for none. */
  body?: unknown;
}

export interface TestResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies of every shape
  body: any;
  type: string | undefined;
}

class TestExchange extends Exchange {
  readonly request: ServerRequest;
  response: TestResponse | undefined = undefined;
  readonly #given: TestRequest;

  constructor(service: Service, given: TestRequest, operation: OperationEntry | undefined) {
    super(service);
    this.#given = given;
    this.operation = operation;
    const { method = "POST", url = "/things", headers = {}, ip = "192.0.2.1" } = given;
    this.request = { id: "req_1", method, url, headers, ip, log: service.log, raw: undefined };
  }

  get isSent(): boolean {
    return this.response !== undefined;
  }

  override query(): Record<string, unknown> {
    return this.#given.query ?? {};
  }

  header(name: string): string | undefined {
    return this.#given.headers?.[name];
  }

  override setHeader(name: string, value: string): void {
    if (this.isSent) throw new Error(`${name} is set after the response.`);
    super.setHeader(name, value);
  }

  override end(status: number, text: string, type?: string): void {
    if (this.isSent) throw new Error("There is a second response.");
    super.end(status, text, type);
  }

  protected abandon(): void {
    throw new Error("The exchange was abandoned.");
  }

  protected write(status: number, text: string): void {
    const names = this.headers.filter((_, at) => at % 2 === 0);
    const {
      "content-type": type,
      "x-request-id": _id,
      ...headers
    }: Record<string, string> = Object.fromEntries(
      names.map((name) => [name, this.getHeader(name) ?? ""]),
    );
    const body = type?.includes("json") ? JSON.parse(text) : undefined;
    this.response = { status, headers, text, body, type: type === jsonType ? undefined : type };
  }
}

/**
 * Opens a core without a network, on a contract of one operation, which a handler answers with `{ id: 1 }` unless the test
 * says otherwise. Also gives what was logged, and the bytes that it allowed its bodies.
 */
export async function openCore(setup: CoreSetup = {}) {
  const { others = [], errors = {}, options, handle = ({ reply }) => reply.ok({ id: 1 }) } = setup;
  const operation = { ...plainOperation, ...setup.operation };
  const contract: ContractTable = {
    ...emptyContract,
    bodyLimit: 1000,
    operations: [operation, ...others],
    errors: Object.fromEntries(
      Object.entries(errors).map(([code, status]) => [
        code,
        { code, status, message: `${code}.`, list: false },
      ]),
    ),
    ...setup.contract,
  };
  const bindings: Bindings = {
    contract,
    formats: {},
    checks: { ...anyChecks(contract), ...setup.bindings?.checks },
  };
  const logged: { level: keyof Logger; fields: Record<string, unknown>; message: string }[] = [];
  const log = Object.fromEntries(
    (["debug", "info", "warn", "error"] as const).map((level) => [
      level,
      (fields: object, message: string) =>
        void logged.push({ level, fields: { ...fields }, message }),
    ]),
  ) as unknown as Logger;
  const authenticators = Object.fromEntries(
    contract.operations.flatMap(({ security }) =>
      security ? [[security.name, acceptAnybody]] : [],
    ),
  );
  const handlers = Object.fromEntries(contract.operations.map(({ id }) => [id, handle]));
  const service = makeService(
    bindings,
    { authenticators, handlers, partial: true, clock: () => now, ...options } as AnyOptions,
    log,
  );
  logged.length = 0;
  const limits: number[] = [];
  const readBody = (
    exchange: Exchange,
    limit: number,
    _parse: unknown,
    done: (parsed: ParsedBody) => void,
  ): void => {
    limits.push(limit);
    done({ body: given.get(exchange)?.body, mayHaveInvalidStrings: false });
  };
  const given = new WeakMap<Exchange, TestRequest>();
  const core = makeCore(service, readBody);
  /** Sends a request. The exchange takes no second response, and no header after the first one. */
  const send = (request: TestRequest = {}): TestExchange => {
    const headers = { "content-type": "application/json", ...request.headers };
    const found = core.find(request.method ?? "POST", request.url ?? "/things");
    const exchange = new TestExchange(service, { ...request, headers }, found.route?.operation);
    given.set(exchange, request);
    core.handle(exchange, found, true);
    return exchange;
  };
  const call = async (request?: TestRequest): Promise<TestResponse> => {
    const exchange = send(request);
    // Long enough for a deadline of a millisecond; a test of what never comes does not wait for long.
    for (let turn = 0; turn < 20_000 && !exchange.response; turn++)
      await new Promise((done) => setImmediate(done));
    if (!exchange.response) throw new Error("There is no response.");
    return exchange.response;
  };
  return { service, logged, limits, send, call };
}

/** Checks that let every result and every detail pass. Row 0 is anything. */
export function anyChecks({
  operations,
  errors,
}: Pick<ContractTable, "operations" | "errors">): ContractChecks {
  return {
    table: [{ kind: "any" }],
    requests: {},
    headers: {},
    notifications: {},
    results: Object.fromEntries(
      operations.map(({ id, responses }) => [
        id,
        Object.fromEntries(responses.map(({ from }) => [from, 0])),
      ]),
    ),
    details: Object.fromEntries(
      Object.keys(errors).map((code) => [code, { row: 0, required: false }]),
    ),
  };
}

const acceptAnybody = () => ({ caller: {}, callerId: "cmp_1" });
