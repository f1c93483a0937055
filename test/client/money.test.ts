import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import {
  accepted,
  charge,
  charges,
  failure,
  setUp,
  transfer,
  transfers,
} from "./support/client.ts";
import { answers, atFirst, gives, half, json, refusal, refuses, reset } from "./support/server.ts";

test("one key for all tries of a transfer", async () => {
  const { pix, server } = await setUp({ [transfers]: atFirst(reset, gives(accepted), 2) });
  const { data, idempotencyKey } = await pix.transfers.create(transfer).withResponse();
  expect(data.id).toBe("trf_1");
  const keys = server.to(transfers).map(({ headers }) => headers["x-idempotency-key"]);
  expect(keys).toEqual([idempotencyKey, idempotencyKey, idempotencyKey]);
  expect(idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  expect((await pix.transfers.create(transfer).withResponse()).idempotencyKey).not.toBe(
    idempotencyKey,
  );
});

test("what the caller changes after the call changes no request", async () => {
  const { pix, server } = await setUp({ [transfers]: atFirst(reset, gives(accepted)) });
  const body = { ...transfer };
  const call = pix.transfers.create(body);
  body.amount = 1;
  await call;
  expect(server.to(transfers).map((seen) => JSON.parse(seen.body).amount)).toEqual([
    150_000, 150_000,
  ]);
});

test.each([
  ["a reset", reset],
  ["half a body", half],
  ["a 500", refuses(500, "INTERNAL_ERROR")],
  ["an answer that cannot be read", (response: ServerResponse) => response.end("<html>")],
])("a 409 after %s settles nothing: the service has seen the key", async (_name, fault) => {
  const { pix } = await setUp({
    [transfers]: atFirst(fault, refuses(409, "DUPLICATE_IDEMPOTENCY_KEY")),
  });
  const error = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-2" }));
  expect(error).toMatchObject({
    name: "PixApiError",
    status: 409,
    code: "DUPLICATE_IDEMPOTENCY_KEY",
    outcome: "unknown",
    idempotencyKey: "payout-2",
    attempts: 2,
  });
});

test("a 409 that says that the first request still runs is waited for beyond the attempts, but not beyond the deadline", async () => {
  const running = refuses(409, "DUPLICATE_IDEMPOTENCY_KEY", { "retry-after": "0" });
  const { pix, server } = await setUp(
    { [transfers]: atFirst(running, gives(accepted), 5) },
    { retry: { attempts: 2, firstDelay: 2, maxDelay: 10, budget: 1 } },
  );
  expect((await pix.transfers.create(transfer)).id).toBe("trf_1");
  expect(server.to(transfers)).toHaveLength(6);

  const endless = await setUp({ [transfers]: running });
  // The token is there before time is short.
  await failure(endless.pix.webhooks.list());
  const error = await failure(endless.pix.transfers.create(transfer, { timeout: 400 }));
  expect(error).toMatchObject({ outcome: "unknown" });
  const once = await setUp({ [transfers]: running }, { retry: false });
  expect(await failure(once.pix.transfers.create(transfer))).toMatchObject({
    status: 409,
    outcome: "unknown",
    attempts: 1,
  });
});

test("tries that run out leave the outcome unknown, with the key to ask again", async () => {
  const { pix, server } = await setUp({ [transfers]: reset });
  const error = await failure(pix.transfers.create(transfer));
  expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown", attempts: 4 });
  expect(error.idempotencyKey).toBe(server.to(transfers)[0]?.headers["x-idempotency-key"]);
  expect(server.to(transfers)).toHaveLength(4);
});

test("of what comes after a lost response only what is kept with the key decides", async () => {
  const codes: [code: string, status: number, kept?: true][] = [
    ["INVALID_PIX_KEY", 400, true],
    ["INSUFFICIENT_BALANCE", 402, true],
    ["RECIPIENT_UNAVAILABLE", 422, true],
    ["VALIDATION_ERROR", 400],
    ["NOT_FOUND", 404],
    ["RATE_LIMIT_EXCEEDED", 429],
    // Codes that the contract does not have, and its own with a status that is not theirs.
    ...["IDEMPOTENCY_KEY_REUSED", "PENDING_REVIEW"].map((code): [string, number] => [code, 422]),
    ...["PAYMENT_PENDING", "GATEWAY_402", "DAILY_LIMIT_EXCEEDED"].map((code): [string, number] => [
      code,
      402,
    ]),
    ...[401, 402, 403, 422, 429].map((status): [string, number] => ["INVALID_PIX_KEY", status]),
  ];
  for (const [code, status, kept = false] of codes) {
    const { pix } = await setUp({
      [transfers]: atFirst(reset, refuses(status, code, { "retry-after": "1000" })),
    });
    const error = await failure(pix.transfers.create(transfer));
    expect(error).toMatchObject({ status, code, outcome: kept ? "refused" : "unknown" });
  }
});

test.each([
  ["a reset", reset, "unknown"],
  ["half a body", half, "unknown"],
  ["a 503", answers(503, {}), "unknown"],
  ["a 429", refuses(429, "RATE_LIMIT_EXCEEDED"), "refused"],
  ["a 408 of another code", refuses(408, "TIMEOUT"), "unknown"],
  ["an empty 404", (response: ServerResponse) => response.writeHead(404).end(), "unknown"],
  [
    "a gateway's 401",
    (response: ServerResponse) => response.writeHead(401).end("<html>"),
    "unknown",
  ],
  ["another's 404", refuses(404, "WEBHOOK_NOT_FOUND"), "unknown"],
  [
    "a page with a 429",
    (response: ServerResponse) => response.writeHead(429).end("<html>"),
    "unknown",
  ],
])("a charge, which has no key, is not sent again after %s", async (_name, fault, outcome) => {
  const { pix, server } = await setUp({ [charges]: fault });
  expect(await failure(pix.transactions.create(charge))).toMatchObject({
    outcome,
    idempotencyKey: undefined,
  });
  expect(server.to(charges)).toHaveLength(1);
});

test("a refusal that the service does not keep settles the client's own key, and no key that others may have sent", async () => {
  const { pix } = await setUp({ [transfers]: refuses(400, "VALIDATION_ERROR") });
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({ outcome: "refused" });
  const error = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" }));
  expect(error).toMatchObject({ outcome: "unknown", idempotencyKey: "payout-1" });
});

test("an abort while waiting for a limit: nothing was carried out", async () => {
  const controller = new AbortController();
  const { pix } = await setUp(
    { [transfers]: refuses(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" }) },
    { hooks: watch({ onRetry: () => controller.abort() }) },
  );
  const error = await failure(pix.transfers.create(transfer, { signal: controller.signal }));
  expect(error).toMatchObject({ name: "AbortedError", outcome: "refused" });
});

test("what is not there after a deletion whose response was lost may have been deleted by it", async () => {
  const path = "DELETE /api/v1/webhook/wh_1";
  const { pix } = await setUp({
    [path]: atFirst(reset, refuses(404, "WEBHOOK_NOT_FOUND")),
    "DELETE /api/v1/webhook/wh_2": refuses(404, "WEBHOOK_NOT_FOUND"),
  });
  expect(await failure(pix.webhooks.delete("wh_1"))).toMatchObject({
    status: 404,
    outcome: "unknown",
  });
  expect(await failure(pix.webhooks.delete("wh_2"))).toMatchObject({
    status: 404,
    outcome: "refused",
  });
});

test("no hook changes the key", async () => {
  const { pix, server } = await setUp(
    { [transfers]: atFirst(reset, gives(accepted)) },
    {
      hooks: watch({
        onAttemptStart: ({ headers, attempts }) =>
          headers.set("x-idempotency-key", `other-${attempts}`),
      }),
    },
  );
  await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  expect(server.to(transfers).map(({ headers }) => headers["x-idempotency-key"])).toEqual([
    "payout-1",
    "payout-1",
  ]);
});

test("a response whose body cannot be read was sent, whatever the failure looks like", async () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
  const { pix } = await setUp(
    { [charges]: gives({ id: "txn_1" }) },
    {
      fetch: async (url, init) =>
        url.endsWith("/api/auth") ? fetch(url, init) : new Response(body),
    },
  );
  expect(await failure(pix.transactions.create(charge))).toMatchObject({
    outcome: "unknown",
    attempts: 1,
  });
});

test("a call without time sends nothing", async () => {
  const { pix, server } = await setUp({ [transfers]: gives(accepted) });
  await pix.transfers.create(transfer);
  const error = await failure(pix.transfers.create(transfer, { timeout: 1e-9 }));
  expect(error).toMatchObject({ name: "TimeoutError", outcome: "not-sent" });
  expect(server.to(transfers)).toHaveLength(1);
});

test.each([
  ["goes on by a day, as after sleep", 25, 1],
  ["goes back by a day", -25, 4],
])(
  "the wall clock %s during a call: only a key that cannot be forgotten yet is sent again",
  async (_name, hours, attempts) => {
    let sent = 0;
    const { pix } = await setUp(
      {},
      {
        fetch: async (url, init) => {
          if (url.endsWith("/api/auth")) return fetch(url, init);
          sent += 1;
          if (sent === 1) vi.setSystemTime(Date.now() + hours * 3_600_000);
          throw new TypeError("fetch failed", {
            cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
          });
        },
      },
    );
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await failure(pix.transfers.create(transfer))).toMatchObject({
      outcome: "unknown",
      attempts,
    });
    expect(sent).toBe(attempts);
  },
);

test("a call that was sent is not said to be unsent because another one settled its key meanwhile", async () => {
  const { pix, server } = await setUp(
    {
      [transfers]: (response, nth) =>
        nth > 1 && json(response, 402, refusal("INSUFFICIENT_BALANCE")),
    },
    { retry: false },
  );
  const controller = new AbortController();
  const first = failure(
    pix.transfers.create(transfer, { idempotencyKey: "payout-1", signal: controller.signal }),
  );
  await expect.poll(() => server.to(transfers).length).toBe(1);
  const second = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" }));
  expect(second).toMatchObject({ outcome: "refused" });
  controller.abort();
  expect(await first).toMatchObject({ name: "AbortedError", outcome: "unknown" });
});
