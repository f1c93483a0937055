import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { CallState } from "@packages/client/src/call-state.ts";
import { readRetryAfter } from "@packages/client/src/retry-delay.ts";
import { expect, test } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import { createPixClient } from "../../generated/client/src/index.ts";
import { findPort } from "../support/find-port.ts";
import { listen } from "../support/listen.ts";
import {
  accepted,
  charge,
  credentials,
  failure,
  setUp,
  transfer,
  transfers,
} from "./support/client.ts";
import { answers, atFirst, gives, issues, refuses, reset } from "./support/server.ts";

const get = "GET /api/v1/transfers/trf_1";
const patient = { firstDelay: 2, maxDelay: 10 };

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

test("the token request has its own tries", async () => {
  const { pix, server } = await setUp({
    "POST /api/auth": atFirst(reset, issues("t"), 2),
    [get]: gives({ id: "trf_1" }),
  });
  await pix.transfers.get("trf_1");
  expect(server.to("POST /api/auth")).toHaveLength(3);
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

test("a conflict with the first request, which still runs, is no failed attempt", async () => {
  const running = refuses(409, "DUPLICATE_IDEMPOTENCY_KEY", { "retry-after": "0" });
  const { pix, server } = await setUp(
    { [transfers]: atFirst(running, gives(accepted), 3) },
    { retry: { ...patient, attempts: 2 } },
  );
  const result = await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  expect(result.id).toBe("trf_1");
  expect(server.to(transfers)).toHaveLength(4);
});
