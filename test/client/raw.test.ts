// The client of openapi-fetch, whose requests are sent as those of the methods are.

import type { Middleware } from "openapi-fetch";
import { expect, test } from "vitest";
import { PixError } from "../../generated/client/src/index.ts";
import { createRaw } from "../../generated/client/src/raw.ts";
import { accepted, failure, setUp, transfer, transfers } from "./support/client.ts";
import { answers, atFirst, gives, issues, refusal, refuses, reset } from "./support/server.ts";

const path = "/api/v1/pix/out/pixkey";
const key = "x-idempotency-key";
const list = "GET /api/v1/webhook";
const header = { [key]: "payout-1" };

test("a raw transfer is repeated under its key, as the method's is", async () => {
  const { pix, server } = await setUp({ [transfers]: atFirst(reset, gives(accepted), 2) });
  const { data, response } = await createRaw(pix).POST(path, {
    params: { header },
    body: transfer,
  });
  expect(data?.data.id).toBe("trf_1");
  expect(response.status).toBe(200);
  expect(server.to(transfers).map(({ headers }) => headers[key])).toEqual([
    "payout-1",
    "payout-1",
    "payout-1",
  ]);
  // One without a key gets one.
  await createRaw(pix).POST(path, { body: transfer } as never);
  expect(server.to(transfers).at(-1)?.headers[key]).toMatch(/^[\da-f-]{36}$/);
});

test("an error that the service answers with is the `error`; any other failure rejects, with an outcome", async () => {
  const { pix } = await setUp({
    [transfers]: atFirst(refuses(402, "INSUFFICIENT_BALANCE", { "x-request-id": "r" }), reset),
  });
  const { error, response } = await createRaw(pix).POST(path, {
    params: { header },
    body: transfer,
  });
  expect(error).toMatchObject({ error: { code: "INSUFFICIENT_BALANCE" } });
  expect([response.status, response.headers.get("x-request-id")]).toEqual([402, "r"]);
  expect(
    await failure(createRaw(pix).POST(path, { params: { header }, body: transfer })),
  ).toMatchObject({
    name: "ConnectionError",
    outcome: "unknown",
    idempotencyKey: "payout-1",
    attempts: 4,
  });
});

test("a method is known in any case, and an unknown path or method sends nothing", async () => {
  const { pix, server } = await setUp({ [list]: gives([]) });
  const { request } = createRaw(pix) as unknown as {
    request: (method: string, path: string, init?: object) => Promise<{ response: Response }>;
  };
  for (const method of ["get", "GET", "Get"])
    expect((await request(method, "/api/v1/webhook")).response.status).toBe(200);
  expect(server.to(list)).toHaveLength(3);
  const before = server.seen.length;
  for (const [method, path] of [
    ["patch", "/api/v1/webhook"],
    ["get", "/api/v1/webhooks"],
    ["get", "/API/v1/webhook"],
  ] as const)
    expect(await failure(request(method, path))).toMatchObject({
      name: "InvalidRequestError",
      field: "path",
      outcome: "not-sent",
    });
  expect(server.seen).toHaveLength(before);
});

test("another address for one request is not heard of either", async () => {
  const other = await setUp({});
  const { pix, server } = await setUp({ [list]: gives([]) });
  await createRaw(pix).GET("/api/v1/webhook", { baseUrl: other.server.url });
  expect(server.to(list)).toHaveLength(1);
  expect(other.server.seen).toHaveLength(0);
});

test("timeouts, signals and repetition are those of the client, or of the request", async () => {
  const { pix } = await setUp({ [list]: () => undefined }, { timeout: 60 });
  expect(await failure(createRaw(pix).GET("/api/v1/webhook"))).toMatchObject({
    name: "TimeoutError",
  });
  const slow = await setUp({ [list]: () => undefined });
  expect(await failure(createRaw(slow.pix).GET("/api/v1/webhook", { timeout: 50 }))).toMatchObject({
    name: "TimeoutError",
  });
  const signal = AbortSignal.timeout(50);
  expect(await failure(createRaw(slow.pix).GET("/api/v1/webhook", { signal }))).toMatchObject({
    name: "AbortedError",
  });
  const failing = await setUp({ [list]: answers(503, {}) });
  expect(
    (await createRaw(failing.pix).GET("/api/v1/webhook", { retry: false })).response.status,
  ).toBe(503);
  expect(failing.server.to(list)).toHaveLength(1);
});

test("a body is the caller's own affair; paths are the contract's", async () => {
  const { pix, server } = await setUp({ [transfers]: refuses(400, "INVALID_AMOUNT") });
  const { error } = await createRaw(pix).POST(path, {
    params: { header },
    body: { ...transfer, amount: 0.5 },
  });
  expect(error).toMatchObject({ error: { code: "INVALID_AMOUNT" } });
  expect(await failure(createRaw(pix).GET("/elsewhere" as never))).toMatchObject({ field: "path" });
  const dots = { params: { path: { transferId: ".." } } };
  expect(await failure(createRaw(pix).GET("/api/v1/transfers/{transferId}", dots))).toMatchObject({
    field: "transferId",
  });
  expect(server.seen).toHaveLength(2);
});

test("a request for a token carries the credentials, not a token", async () => {
  const { pix, server } = await setUp({});
  const { data } = await createRaw(pix).POST("/api/auth");
  expect(data?.token).toBe("token-number-1");
  expect(server.seen.map(({ headers }) => headers.authorization?.split(" ")[0])).toEqual(["Basic"]);
});

test("a middleware of openapi-fetch sees and changes raw requests, and neither the methods nor how tokens are obtained", async () => {
  const seen: string[] = [];
  const { pix, server } = await setUp({ [list]: gives([]), [transfers]: gives(accepted) });
  const raw = createRaw(pix);
  const onRequest: Middleware["onRequest"] = ({ request, schemaPath }) => {
    seen.push(schemaPath);
    const changed = new Request(request);
    changed.headers.set("x-added", "yes");
    return changed;
  };
  raw.use({ onRequest });
  await pix.webhooks.list();
  await raw.POST(path, { params: { header }, body: transfer });
  expect(seen).toEqual([path]);
  expect(server.to(list)[0]?.headers["x-added"]).toBeUndefined();
  const [sent] = server.to(transfers);
  expect(sent?.headers).toMatchObject({ "x-added": "yes", [key]: "payout-1" });
  expect(JSON.parse(sent?.body ?? "")).toEqual(transfer);
  // One for a request alone does the same.
  await createRaw(pix).GET("/api/v1/webhook", { middleware: [{ onRequest }] });
  expect(server.to(list)[1]?.headers["x-added"]).toBe("yes");
});

test.each([600, 999])(
  "a status that HTTP does not have rejects with an outcome: %i",
  async (status) => {
    const { pix } = await setUp({ [transfers]: refuses(status, "NOT_FOUND") });
    const error = await failure(createRaw(pix).POST(path, { params: { header }, body: transfer }));
    expect(error).toMatchObject({ name: "PixApiError", status, outcome: "unknown" });
  },
);

const failing: [name: string, middleware: Middleware][] = [
  ["throws", { onResponse: () => Promise.reject(new Error("full")) }],
  [
    "reads the body",
    { onResponse: async ({ response }: { response: Response }) => void (await response.text()) },
  ],
  ["gives what is none", { onResponse: () => ({}) as never }],
  [
    "gives another one",
    { onResponse: () => Response.json(refusal("INSUFFICIENT_BALANCE"), { status: 402 }) },
  ],
];
test.each(failing)(
  "a middleware that %s after the response ends in an error with outcome and key, and cannot reach a method",
  async (_name, one) => {
    const { pix } = await setUp({ [transfers]: gives(accepted) });
    const raw = createRaw(pix);
    raw.use(one);
    for (const options of [{}, { idempotencyKey: "payout-1" }]) {
      const error = await failure(
        raw.POST(path, { params: { header: {} as never }, body: transfer, ...options }),
      );
      expect(error).toBeInstanceOf(PixError);
      expect(error).toMatchObject({
        outcome: "unknown",
        idempotencyKey: expect.any(String),
        operation: "createTransfer",
      });
    }
    expect(await pix.transfers.create(transfer)).toMatchObject({ id: "trf_1" });
  },
);

test("a middleware hides no failure, and one that fails before the request sends nothing", async () => {
  const { pix, server } = await setUp({ [transfers]: reset });
  const raw = createRaw(pix);
  raw.use({ onError: () => Response.json({ success: true, data: accepted }) });
  const open = { name: "ConnectionError", outcome: "unknown", idempotencyKey: "payout-1" };
  expect(await failure(raw.POST(path, { params: { header }, body: transfer }))).toMatchObject(open);
  const sent = server.to(transfers).length;
  raw.use({ onRequest: () => Promise.reject(new Error("full")) });
  const one = raw.POST(path, {
    params: { header: {} as never },
    body: transfer,
    idempotencyKey: "payout-2",
  });
  const error = { outcome: "not-sent", idempotencyKey: "payout-2", cause: { message: "full" } };
  expect(await failure(one)).toMatchObject(error);
  const instead = createRaw(pix);
  instead.use({ onRequest: () => Response.json({ success: true, data: accepted }) });
  expect(await failure(instead.POST(path, { params: { header }, body: transfer }))).toMatchObject({
    outcome: "not-sent",
  });
  expect(server.to(transfers)).toHaveLength(sent);
});

test("where a refused token cannot be renewed, that is the error, and not the response with the refusal", async () => {
  const { pix } = await setUp({
    [transfers]: refuses(401, "TOKEN_EXPIRED"),
    "POST /api/auth": atFirst(issues("token-1"), refuses(401, "INVALID_CREDENTIALS")),
  });
  const error = await failure(createRaw(pix).POST(path, { params: { header }, body: transfer }));
  expect(error).toMatchObject({
    operation: "issueToken",
    code: "INVALID_CREDENTIALS",
    idempotencyKey: "payout-1",
  });
});
