// The handlers for msw, as a frontend's or a unit test uses them.
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, expectTypeOf, test } from "vitest";
import {
  createPixClient,
  PixApiError,
  type Transaction,
} from "../../generated/client/src/index.ts";
import { createPixHandlers } from "../../generated/client/src/testing.ts";
import { contract } from "../support/contract.ts";
import { callsOf, charge, credentials, failure, transfer } from "./support/client.ts";

const calls = callsOf();
const baseUrl = "https://pix.example";
const handlers = createPixHandlers({ baseUrl });
const server = setupServer(...handlers.all);
const pix = createPixClient({ baseUrl, ...credentials, retry: { firstDelay: 1, maxDelay: 2 } });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const sent: Record<string, object> = {
  getTransaction: { id: "txn_1" },
  getTransfer: { id: "trf_1" },
  createTransfer: transfer,
  createWebhook: { url: "https://shop.example.com/pix" },
  deleteWebhook: { id: "wh_1" },
};

type Makers = Record<string, (typeof handlers)["createCharge"]>;
const makers = handlers as unknown as Makers;
const operations = contract.operations.filter(({ id }) => id !== "issueToken");

test("every operation of the contract is tried here", () => {
  expect(Object.keys(calls).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  expect(Object.keys(handlers).toSorted()).toEqual(
    [...contract.operations.map(({ id }) => id), "all"].toSorted(),
  );
});

test.each(operations)(
  "$id: every success of the contract comes as the result that it is",
  async ({ id, responses }) => {
    for (const { name, value } of responses.find(({ status }) => status === 200)?.examples ?? []) {
      const { data } = value as { data: unknown };
      expect(makers[id]?.examples[name as "complete"]).toEqual(data);
      server.use(makers[id]?.example(name as "complete") ?? handlers.createCharge.networkError());
      // What was sent comes back, as from a service; everything else is the example's.
      const result = await calls[id]?.(pix);
      expect(result).toEqual(Array.isArray(data) ? data : { ...(data as object), ...sent[id] });
    }
  },
);

test.each(operations)(
  "$id: every error of the contract comes as the error that it is",
  async ({ id, responses }) => {
    const own = contract.errors.filter(
      ({ operations: ids, anywhere }) => ids.includes(id) || anywhere,
    );
    expect(own.length).toBeGreaterThan(5);
    for (const { code, status, message, sample } of own) {
      server.use(
        makers[id]?.error(code as "INVALID_TOKEN") ?? handlers.createCharge.networkError(),
      );
      const error = await failure(calls[id]?.(pix, { retry: false }) ?? Promise.resolve());
      expect(error).toBeInstanceOf(PixApiError);
      const { details } = (sample as { error: { details?: unknown } }).error;
      expect(error).toMatchObject({
        status,
        code,
        details,
        message: `${id}: ${status} ${code}: ${message}`,
      });
      for (const { name, required } of responses.find((one) => one.status === status)?.headers ??
        [])
        if (required)
          expect(
            (error.headers as unknown as Headers | undefined)?.has(name),
            `${code}: ${name}`,
          ).toBe(true);
    }
  },
);

test("errors of the request for a token too", async () => {
  server.use(handlers.issueToken.error("ACCOUNT_SUSPENDED"));
  const fresh = createPixClient({ baseUrl, ...credentials });
  expect(await failure(fresh.webhooks.list())).toMatchObject({
    operation: "issueToken",
    code: "ACCOUNT_SUSPENDED",
  });
});

test("a result of one's own, a list and one that follows the request", async () => {
  server.use(
    handlers.getTransfer.result(({ params }) => ({
      id: params.transferId ?? "",
      status: "completed",
    })),
    handlers.listWebhooks.result([]),
    handlers.createCharge.result(async ({ request }) => {
      const { amountInCents } = (await request.json()) as { amountInCents: number };
      return { amount: amountInCents };
    }),
  );
  const sent = await pix.transfers.get("trf_7");
  expect(sent).toMatchObject({
    id: "trf_7",
    status: "completed",
    pixKey: handlers.getTransfer.examples.queued.pixKey,
  });
  expect(await pix.webhooks.list()).toEqual([]);
  expect((await pix.transactions.create(charge)).amount).toBe(4990);
});

test("once, late, with other headers, with other details and not at all", async () => {
  server.use(handlers.getTransaction.example("paid", { once: true }));
  expect((await pix.transactions.get("txn_1")).status).toBe("paid");
  expect((await pix.transactions.get("txn_1")).status).toBe("pending");

  server.use(handlers.getTransaction.example("paid", { delay: 1_000 }));
  expect(await failure(pix.transactions.get("txn_1", { timeout: 50, retry: false }))).toMatchObject(
    {
      name: "TimeoutError",
    },
  );

  const details = { limit: 1, window: 60, remaining: 0, retryAfter: 1 };
  const headers = { "Retry-After": "1", "X-Request-Id": "req-1" };
  server.use(
    handlers.createCharge.error("RATE_LIMIT_EXCEEDED", { details, message: "Later.", headers }),
  );
  const error = await failure(pix.transactions.create(charge));
  expect(error).toBeInstanceOf(PixApiError);
  expect(error).toMatchObject({ details, retryAfter: 1000, requestId: "req-1" });
  expect(error.message).toContain("Later.");

  server.use(handlers.createTransfer.networkError());
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({
    name: "ConnectionError",
    outcome: "unknown",
  });
});

test("a broken or silent connection is as open as on the network: a charge is sent once", async () => {
  let taken = 0;
  const count = (): void => {
    taken += 1;
  };
  server.events.on("request:start", count);
  const quick = createPixClient({
    baseUrl,
    ...credentials,
    retry: { attempts: 3, attemptTimeout: 50, firstDelay: 1, maxDelay: 2 },
    tokenStore: {
      get: () => ({ token: "t", issued: Date.now(), expires: Date.now() + 60_000 }),
      set: () => {},
    },
  });
  const broken = [handlers.createTransfer.networkError(), handlers.createCharge.networkError()];
  const silent = [
    handlers.createTransfer.example("complete", { delay: 1_000 }),
    handlers.createCharge.result({}, { delay: 1_000 }),
  ];
  for (const handled of [broken, silent]) {
    taken = 0;
    server.use(...handled);
    expect(await failure(quick.transactions.create(charge))).toMatchObject({ outcome: "unknown" });
    expect(taken).toBe(1);
    expect(await failure(quick.transfers.create(transfer))).toMatchObject({ outcome: "unknown" });
    expect(taken).toBe(4);
    server.resetHandlers();
  }
  server.events.removeListener("request:start", count);
});

test("any address is meant where none is given", async () => {
  const anywhere = createPixHandlers();
  server.use(...anywhere.all);
  server.use(anywhere.listWebhooks.result([]));
  const other = createPixClient({ baseUrl: "https://other.example/base", ...credentials });
  expect(await other.webhooks.list()).toEqual([]);
  expect((await other.transfers.get("trf_1")).status).toBe("queued");
});

test("what the contract does not have is refused, with what it has", () => {
  expect(() => handlers.listWebhooks.example("some" as "none")).toThrow(
    'There is no example "some": registered, none.',
  );
  expect(() => makers.createCharge?.error("NO_SUCH_CODE" as "INVALID_TOKEN")).toThrow(
    /no error "NO_SUCH_CODE"/,
  );
});

test("names and results are typed", () => {
  const compileOnly = (): void => {
    // @ts-expect-error a transfer's error
    handlers.createCharge.error("INSUFFICIENT_BALANCE");
    // @ts-expect-error there is no such example
    handlers.getTransaction.example("lost");
    // @ts-expect-error an amount is a number
    handlers.createCharge.result({ amount: "100" });
    // @ts-expect-error details of another code
    handlers.createTransfer.error("RATE_LIMIT_EXCEEDED", { details: { pixKey: "x" } });
  };
  expect(compileOnly).toBeTypeOf("function");
  expectTypeOf(handlers.getTransaction.examples.paid).toEqualTypeOf<Transaction>();
});

test.each(operations)(
  "$id: a mocked success has the headers of every success, and no others",
  async (operation) => {
    const hasBody = operation.method === "POST";
    const response = await fetch(`${baseUrl}${operation.path.replace(/\{\w+\}/, "some")}`, {
      method: operation.method,
      ...(hasBody && { body: "{}", headers: { "Content-Type": "application/json" } }),
    });
    const limits = [
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "x-ratelimit-window",
    ];
    expect([...response.headers.keys()].toSorted()).toEqual([
      "content-length",
      "content-type",
      ...(operation.rateLimit ? limits : []),
    ]);
  },
);
