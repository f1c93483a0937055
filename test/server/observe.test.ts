// What an operator sees of each request: events, the access log, and OpenTelemetry's spans and measurements.
import {
  context,
  type Meter,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestEvent } from "../../generated/server/src/index.ts";
import { notifierTelemetry, openTelemetry } from "../../generated/server/src/opentelemetry.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

const state = makeState();
const handlers = makeHandlers(state, Date.now);
/** What a driver of a database throws: a message and fields full of values. */
const failure = Object.assign(
  new Error('duplicate key value: Key (document)=(52998224725) "maria@example.com"'),
  {
    code: "23505",
    detail: "Key (document)=(52998224725) already exists.",
    parameters: ["52998224725"],
  },
);

/** Every message with every field of its lines, without those of Fastify's own logger. */
const linesOfLog = ["A request failed. err level operation reqId time"];

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

onEachAdapter(() => {
  test("every request has one event with operation, status, code and caller", async () => {
    const events: RequestEvent[] = [];
    const lines: string[] = [];
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: { ...handlers, listWebhooks: () => Promise.reject(failure) },
      logger: { stream: { write: (line: string) => void lines.push(line) } },
      observe: () => ({ end: (event) => void events.push(event) }),
    });
    const token = await bearer(server);
    await call(server, "getTransaction", token, { path: "/api/v1/transactions/52998224725" });
    await call(server, "createCharge", undefined);
    await call(server, "listWebhooks", token);
    await call(server, "listWebhooks", token, { path: "/nothing" });
    const company = state.companies[0]?.id;
    expect(
      events.map(({ operation, status, code, callerId }) => [
        operation?.id,
        status,
        code,
        callerId,
      ]),
    ).toEqual([
      ["issueToken", 200, undefined, company],
      ["getTransaction", 404, "TRANSACTION_NOT_FOUND", company],
      ["createCharge", 401, "INVALID_TOKEN", undefined],
      ["listWebhooks", 500, "INTERNAL_ERROR", company],
      [undefined, 404, "NOT_FOUND", undefined],
    ]);
    for (const { duration, requestId, method } of events) {
      expect(duration).toBeGreaterThanOrEqual(0);
      expect([typeof requestId, ["GET", "POST"].includes(method)]).toEqual(["string", true]);
    }
    expect(events[1]?.operation?.path).toBe("/api/v1/transactions/{transactionId}");
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const { duration = 0 } of entries) expect(duration).toSatisfy(Number.isInteger);
    const written = entries.map(
      ({ msg, hostname, pid, ...fields }) => `${msg} ${Object.keys(fields).sort().join(" ")}`,
    );
    expect([...new Set(written)].sort()).toEqual(linesOfLog);
    // Neither the id in the path nor what the failure holds of people.
    expect(lines.join("")).not.toMatch(/52998224725|maria@example\.com|Bearer/);
  });

  test.each(["rateLimits", "idempotency"] as const)(
    "a failure of the store %s is counted",
    async (name) => {
      const fail = async (): Promise<never> => {
        throw new Error("The store is away.");
      };
      const counted: unknown[] = [];
      const nothing = { add: () => {}, record: () => {} };
      const meter = {
        createHistogram: () => nothing,
        createUpDownCounter: () => nothing,
        createCounter: () => ({ add: (_count: number, about: object) => void counted.push(about) }),
      } as unknown as Meter;
      const stores = { rateLimits: { hit: fail }, idempotency: { run: fail } };
      const { server } = await openSample({
        rateLimits: unlimited,
        [name]: stores[name],
        observe: openTelemetry({ meter }),
        authenticators: {
          ApiCredentials: () => null,
          AccessToken: () => ({ caller: {}, callerId: "cmp_1" }),
        } as never,
      });
      expect((await call(server, "createTransfer", "Bearer a.b.c")).status).toBe(500);
      expect(counted).toMatchObject([
        { "contract.operation": "createTransfer", "contract.store": name },
      ]);
    },
  );

  test("OpenTelemetry gets one span and one measurement for each, current while the handler runs", async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    const records: [number, object | undefined][] = [];
    const meter = {
      createHistogram: () => ({
        record: (value: number, about?: object) => void records.push([value, about]),
      }),
      createUpDownCounter: () => ({ add: (change: number) => void active.push(change) }),
      createCounter: () => ({ add: () => expect.unreachable() }),
    } as unknown as Meter;
    const active: number[] = [];
    const current: (string | undefined)[] = [];
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: {
        ...handlers,
        createTransfer: async ({ reply }) => {
          await new Promise((resolve) => setImmediate(resolve));
          current.push(trace.getActiveSpan()?.spanContext().spanId);
          return reply.fail("INSUFFICIENT_BALANCE");
        },
        listWebhooks: () => Promise.reject(failure),
      },
      observe: openTelemetry({ tracer: provider.getTracer("test"), meter }),
    });
    const token = await bearer(server);
    exporter.reset();
    records.length = 0;
    await call(server, "createTransfer", token);
    await call(server, "listWebhooks", token, { path: "/api/v1/webhook?document=52998224725" });
    const [transfer, list, ...others] = exporter.getFinishedSpans();
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({
      name: "POST /api/v1/pix/out/pixkey",
      kind: SpanKind.SERVER,
    });
    // All there is: neither the URL nor what the failure holds of people.
    expect(transfer?.attributes).toEqual({
      "contract.operation": "createTransfer",
      "contract.caller_id": "cmp_1",
      "contract.request_id": expect.any(String),
      "http.request.method": "POST",
      "http.route": "/api/v1/pix/out/pixkey",
      "http.response.status_code": 402,
      "error.type": "INSUFFICIENT_BALANCE",
    });
    expect(Object.keys(list?.attributes ?? {}).sort()).toEqual(
      Object.keys(transfer?.attributes ?? {}).sort(),
    );
    expect(list?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      [
        "exception",
        {
          "exception.type": "Error",
          "exception.message": expect.stringContaining("duplicate key"),
        },
      ],
    ]);
    expect(active.reduce((sum, change) => sum + change)).toBe(0);
    expect(current).toEqual([transfer?.spanContext().spanId]);
    expect([transfer, list].map((span) => span?.status.code)).toEqual([
      SpanStatusCode.UNSET,
      SpanStatusCode.ERROR,
    ]);
    expect(JSON.stringify([list?.attributes, list?.events, list?.name])).not.toMatch(
      /52998224725|maria@/,
    );
    // A measurement has as many attributes, but for those that would be a series of their own for each request.
    const {
      "contract.caller_id": _caller,
      "contract.request_id": _id,
      ...measured
    } = transfer?.attributes ?? {};
    expect(records[0]?.[1]).toEqual(measured);
    expect(Object.keys(records[1]?.[1] ?? {}).sort()).toEqual(Object.keys(measured).sort());
  });
});

test("a notifier has metrics of its attempts, of its storage and of what waits; each has its unit, a replay its mark", async () => {
  const seen: unknown[] = [];
  let watched = async (_result: object): Promise<void> => {};
  const make = (name: string, { unit }: { unit?: string }) => {
    seen.push(`${name} ${unit}`);
    const note = (...given: unknown[]): void => void seen.push([name, ...given]);
    return { name, record: note, add: note };
  };
  const meter = {
    createHistogram: make,
    createCounter: make,
    createObservableGauge: make,
    createUpDownCounter: () => ({ add: () => {} }),
    addBatchObservableCallback: (callback: typeof watched) => {
      watched = callback;
    },
  } as unknown as Meter;
  const { onAttempt, onStorageFailure, watch } = notifierTelemetry({ meter });
  onAttempt({ event: "paid", status: 503, error: "The receiver answered 503.", duration: 1500 });
  onAttempt({ event: "paid", status: null, error: "refused", duration: 2 });
  onStorageFailure();
  watch({ backlog: async () => ({ pending: 3, overdue: 4200 }) });
  await watched({
    observe: ({ name }: { name: string }, value: number) => void seen.push([name, value]),
  });
  const begin = openTelemetry({ meter });
  const ended = { status: 200, duration: 1500, isReplay: true, callerId: "c" };
  begin({ id: "r", method: "ODD", headers: {} } as never, undefined)?.end?.(ended as never);
  const duration = "contract.notifier.attempt.duration";
  expect(seen).toEqual([
    `${duration} s`,
    "contract.notifier.storage_failures undefined",
    "contract.notifier.pending undefined",
    "contract.notifier.overdue s",
    [
      duration,
      1.5,
      { "contract.event": "paid", "http.response.status_code": 503, "contract.delivered": false },
    ],
    [duration, 0.002, { "contract.event": "paid", "contract.delivered": false }],
    ["contract.notifier.storage_failures", 1],
    ["contract.notifier.pending", 3],
    ["contract.notifier.overdue", 4.2],
    "http.server.request.duration s",
    "contract.server.store_errors undefined",
    [
      "http.server.request.duration",
      1.5,
      {
        "http.request.method": "_OTHER",
        "http.response.status_code": 200,
        "contract.replay": true,
      },
    ],
  ]);
});
