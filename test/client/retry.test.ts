import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { CallState } from "@packages/client/src/call-state.ts";
import { readRetryAfter, retryDelay } from "@packages/client/src/retry-delay.ts";
import { expect, test, vi } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import { createPixClient } from "../../generated/client/src/index.ts";
import { findPort } from "../support/find-port.ts";
import { listen } from "../support/listen.ts";
import { useManualTime } from "../support/time.ts";
import { charge, credentials, failure, setUp, transfer, transfers } from "./support/client.ts";
import {
  answers,
  atFirst,
  gives,
  half,
  issues,
  json,
  ok,
  refusal,
  refuses,
  reset,
} from "./support/server.ts";

const get = "GET /api/v1/transfers/trf_1";
const patient = { firstDelay: 2, maxDelay: 10 };

test.each([
  ["resets", reset],
  ["half bodies", half],
  ["wrong JSON", (response: ServerResponse) => response.end('{"success":')],
  ["HTML instead of a result", (response: ServerResponse) => response.end("<html></html>")],
  [
    "a gateway's HTML errors",
    (response: ServerResponse) => response.writeHead(502).end("<html>Bad gateway"),
  ],
  ["408", answers(408, {})],
])("a lookup bears %s", async (_name, fault) => {
  const { pix } = await setUp({ [get]: atFirst(fault, gives({ id: "trf_1" }), 2) });
  expect((await pix.transfers.get("trf_1")).id).toBe("trf_1");
});

test("what may be repeated depends on the method and the key, which is used for half of its life", () => {
  const stateOf = (method: string, lifetime?: number) => {
    const key = lifetime !== undefined && {
      key: { header: "Key", lifetime, check: () => undefined },
    };
    const context = { timeout: 60_000, retry: {}, contract: {} };
    const request = { url: "", headers: new Headers(), body: "" };
    return new CallState(
      context as never,
      { id: "own", method, ...key } as never,
      request as never,
      {},
      {},
    );
  };
  const methods = ["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"];
  expect(methods.filter((method) => stateOf(method).idempotent)).toEqual([
    "GET",
    "HEAD",
    "PUT",
    "DELETE",
  ]);
  expect(stateOf("POST", 1_000).idempotent).toBe(true);
  expect(stateOf("POST", 10_000).timeLeft()).toBeLessThanOrEqual(5_000);
  expect(stateOf("POST", 1_000_000).timeLeft()).toBeGreaterThan(50_000);
});

test.each([400, 402, 403, 404, 413, 422, 501])("a %i is not repeated", async (status) => {
  const { pix, server } = await setUp({ [get]: answers(status, refusal("SOME_CODE", { a: 1 })) });
  expect(await failure(pix.transfers.get("trf_1"))).toMatchObject({
    name: "PixApiError",
    operation: "getTransfer",
    status,
    code: "SOME_CODE",
    details: { a: 1 },
    message: `getTransfer: ${status} SOME_CODE: It is SOME_CODE.`,
  });
  expect(server.to(get)).toHaveLength(1);
});

test("an error without a code is named by its status, and its HTML is not shown", async () => {
  const { pix } = await setUp(
    {
      [get]: (response) =>
        response.writeHead(503, { "x-request-id": "req-9" }).end("<html>secret stuff"),
    },
    { retry: false },
  );
  const error = await failure(pix.transfers.get("trf_1"));
  expect(error).toMatchObject({
    status: 503,
    code: "HTTP_503",
    details: undefined,
    requestId: "req-9",
  });
  expect(error.message).toBe("getTransfer: 503 HTTP_503");
});

test.each([
  ["be made", "http", "ECONNREFUSED"],
  ["prove who answers", "https", "ECONNRESET"],
])(
  "a connection that cannot %s is tried again even for a charge: nothing was sent",
  async (_, scheme, code) => {
    const retries: number[] = [];
    using server = await listen(createServer((socket) => socket.destroy()));
    const pix = createPixClient({
      baseUrl: `${scheme}://127.0.0.1:${scheme === "https" ? server.port : await findPort()}`,
      ...credentials,
      retry: patient,
      hooks: watch({ onRetry: ({ attempts }) => retries.push(attempts) }),
      tokenStore: {
        get: () => ({ token: "t", issued: Date.now(), expires: Date.now() + 1_800_000 }),
        set: () => {},
      },
    });
    const error = await failure(pix.transactions.create(charge));
    expect(error).toMatchObject({
      name: "ConnectionError",
      outcome: "not-sent",
      scope: "call",
      attempts: 4,
    });
    expect(retries).toEqual([1, 2, 3]);
    expect(error.cause).toMatchObject({ code });
  },
);

test("a try that hangs is given up and repeated; the whole call has a deadline", async () => {
  useManualTime();
  const { pix, server } = await setUp(
    { [get]: (response, nth) => (nth < 3 ? undefined : ok(response, { id: "trf_1" })) },
    { retry: { ...patient, attemptTimeout: 250 } },
  );
  const third = pix.transfers.get("trf_1");
  for (const sent of [1, 2]) {
    await expect.poll(() => server.to(get).length).toBe(sent);
    // The attempt, and the pause after it.
    await vi.advanceTimersByTimeAsync(250 + patient.maxDelay);
  }
  expect((await third).id).toBe("trf_1");
  expect(server.to(get)).toHaveLength(3);

  const slow = await setUp({ [get]: () => undefined });
  const failed = failure(slow.pix.transfers.get("trf_1", { timeout: 30_000 }));
  await expect.poll(() => slow.server.to(get).length).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failed).toMatchObject({
    name: "TimeoutError",
    outcome: "unknown",
    operation: "getTransfer",
  });
});

test("a body that drips is bounded too", async () => {
  const { pix } = await setUp({
    [get]: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(timer));
    },
  });
  expect(await failure(pix.transfers.get("trf_1", { timeout: 60 }))).toMatchObject({
    name: "TimeoutError",
  });
});

test("the caller's signal ends a request, a body and a pause, and is let go of", async () => {
  const routes = {
    hang: () => undefined,
    drip: (response: ServerResponse) => response.writeHead(200).write(" "),
    pause: answers(503, {}, { "retry-after": "20" }),
  };
  for (const answer of Object.values(routes)) {
    const { pix, server } = await setUp({ [get]: answer });
    const controller = new AbortController();
    const failed = failure(pix.transfers.get("trf_1", { signal: controller.signal }));
    await expect.poll(() => server.to(get).length).toBe(1);
    // What has begun of the response arrives meanwhile.
    setTimeout(() => controller.abort(new Error("enough")), 40);
    const error = await failed;
    expect(error).toMatchObject({
      name: "AbortedError",
      outcome: "unknown",
      cause: { message: "enough" },
    });
  }
});

test("a signal that is aborted already sends nothing", async () => {
  const { pix, server } = await setUp({});
  const error = await failure(pix.transfers.create(transfer, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ name: "AbortedError", outcome: "not-sent" });
  expect(server.seen).toHaveLength(0);
});

test("a 429 storm passes, and Retry-After is kept to", async () => {
  const delays: number[] = [];
  const limited = (pause: string) => refuses(429, "RATE_LIMIT_EXCEEDED", { "retry-after": pause });
  const { pix, server } = await setUp(
    {
      [transfers]: atFirst(limited("0"), atFirst(limited("20"), gives({ id: "trf_1" }), 3), 2),
    },
    { hooks: watch({ onRetry: ({ delay }) => delays.push(delay) }) },
  );
  const sent = pix.transfers.create(transfer);
  useManualTime();
  await expect.poll(() => delays.length).toBe(3);
  expect(delays[2]).toBeGreaterThanOrEqual(20_000);
  await vi.advanceTimersByTimeAsync(delays[2] ?? 0);
  expect((await sent).id).toBe("trf_1");
  expect(server.to(transfers)).toHaveLength(4);
});

test("a Retry-After beyond the deadline ends the call at once", async () => {
  const { pix } = await setUp({
    [get]: refuses(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "3600" }),
  });
  const error = await failure(pix.transfers.get("trf_1"));
  expect(error).toMatchObject({ status: 429, retryAfter: 3_600_000, attempts: 1 });
});

test("the token request has its own tries", async () => {
  const { pix, server } = await setUp({
    "POST /api/auth": atFirst(reset, issues("t"), 2),
    [get]: gives({ id: "trf_1" }),
  });
  await pix.transfers.get("trf_1");
  expect(server.to("POST /api/auth")).toHaveLength(3);
});

test("pauses have full jitter under a bound that doubles up to a cap", () => {
  const retry = { attempts: 9, attemptTimeout: 1, firstDelay: 100, maxDelay: 1_000, budget: 1 };
  const bounds = { 1: 100, 2: 200, 4: 800, 5: 1_000, 60: 1_000 };
  for (const [attempt, bound] of Object.entries(bounds)) {
    const delays = Array.from({ length: 300 }, () => retryDelay(Number(attempt), retry, undefined));
    expect(Math.max(...delays)).toBeLessThanOrEqual(bound);
    expect(Math.max(...delays)).toBeGreaterThan(bound * 0.8);
    expect(Math.min(...delays)).toBeLessThan(bound * 0.2);
  }
  expect(retryDelay(1, retry, 5_000)).toBeGreaterThanOrEqual(5_000);
});

test("Retry-After is read as seconds or as a date, whatever the local clock says", () => {
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers));
  expect(read({})).toBeUndefined();
  expect(read({ "retry-after": "7" })).toBe(7_000);
  expect(read({ "retry-after": "soon" })).toBeUndefined();
  const date = "Fri, 20 Nov 2020 15:00:00 GMT";
  expect(read({ date, "retry-after": "Fri, 20 Nov 2020 15:00:42 GMT" })).toBe(42_000);
  expect(read({ date, "retry-after": "Fri, 20 Nov 2020 14:00:00 GMT" })).toBe(0);
});

test("a call leaves nothing on a signal that outlives it", async () => {
  const { pix } = await setUp({ [get]: atFirst(answers(503, {}), gives({ id: "trf_1" }), 2) });
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    return addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    return removeEventListener.apply(signal, given);
  };
  await pix.transfers.get("trf_1", { signal });
  expect(listeners).toBe(0);
  await failure(pix.transfers.get("trf_2", { signal, retry: false }));
  expect(listeners).toBe(0);
});

test("all calls of a client share a budget of repetitions, which successes refill", async () => {
  let healthy = false;
  const { pix, server } = await setUp(
    { [get]: (response) => (healthy ? ok(response, { id: "trf_1" }) : json(response, 503, {})) },
    { retry: { ...patient, budget: 5 } },
  );
  await Promise.all(Array.from({ length: 10 }, () => failure(pix.transfers.get("trf_1"))));
  expect(server.to(get)).toHaveLength(15);
  await failure(pix.transfers.get("trf_1"));
  expect(server.to(get)).toHaveLength(16);
  healthy = true;
  for (let call = 0; call < 12; call++) await pix.transfers.get("trf_1");
  healthy = false;
  await failure(pix.transfers.get("trf_1"));
  expect(server.to(get)).toHaveLength(16 + 12 + 2);
  // However many succeed, the budget does not grow.
  healthy = true;
  for (let call = 0; call < 80; call++) await pix.transfers.get("trf_1");
  healthy = false;
  await Promise.all(Array.from({ length: 10 }, () => failure(pix.transfers.get("trf_1"))));
  expect(server.to(get)).toHaveLength(30 + 80 + 15);
});
