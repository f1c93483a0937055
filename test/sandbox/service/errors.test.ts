// Every error of the contract can be met, for the reason that the contract gives.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import { issueToken } from "../../../packages/sandbox/src/service/tokens.ts";
import type { ReadResponse } from "../../support/check-response.ts";
import { contract } from "../../support/contract.ts";
import { findMistakes } from "../../support/validator.ts";
import {
  charge,
  dataOf,
  noon,
  openService,
  outcomeOf,
  type Service,
  transfer,
} from "../support/service.ts";

const { customer } = charge;
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
const webhook = { url: "https://shop.example.com/pix" };

async function send(
  { fetch }: Service,
  path: string,
  init: RequestInit = {},
): Promise<ReadResponse> {
  const response = await fetch(`http://sandbox${path}`, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Sends bytes that no client of HTTP would send, and reads the answer. */
async function sendBytes(service: Service, bytes: string): Promise<ReadResponse> {
  const { port } = await service.listen();
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), headers: new Headers(), body: JSON.parse(body) };
}

/** Errors that the sandbox does not give, and why. */
const never: Record<string, string> = {
  NOT_IMPLEMENTED: "The sandbox has every operation of the contract.",
};

/** A way to meet each error. */
const ways: Record<string, (service: Service) => Promise<ReadResponse>> = {
  INVALID_AMOUNT: ({ call }) =>
    call("createTransfer", { body: { ...transfer, amount: 1_000_000_001 } }),
  INVALID_DOCUMENT: ({ call }) =>
    call("createCharge", {
      body: { ...charge, customer: { ...customer, document: "52998224726" } },
    }),
  INVALID_EMAIL: ({ call }) =>
    call("createCharge", { body: { ...charge, customer: { ...customer, email: "maria" } } }),
  INVALID_PIX_KEY: ({ call }) =>
    call("createTransfer", { body: { ...transfer, pixKey: "11111111111" } }),
  MALFORMED_CREDENTIALS: ({ call }) => call("issueToken", { headers: basic("no colon") }),
  MALFORMED_JSON: ({ call }) => call("createCharge", { body: "{" }),
  MISSING_IDEMPOTENCY_KEY: async (service) =>
    send(service, "/api/v1/pix/out/pixkey", {
      method: "POST",
      headers: {
        authorization: `Bearer ${await issueToken(service.sandbox, service.company)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(transfer),
    }),
  VALIDATION_ERROR: ({ call }) => call("createCharge", { body: { customer } }),
  INVALID_CREDENTIALS: ({ call, company }) =>
    call("issueToken", { headers: basic(`${company.apiKey}:wrong`) }),
  INVALID_TOKEN: ({ call }) => call("listWebhooks", { headers: { authorization: "Bearer a.b.c" } }),
  TOKEN_EXPIRED: async ({ call, sandbox, company, setClock }) => {
    const authorization = `Bearer ${await issueToken(sandbox, company)}`;
    await setClock(noon + 1_799_999);
    dataOf(await call("listWebhooks", { headers: { authorization } }));
    await setClock(noon + 1_800_000);
    return call("listWebhooks", { headers: { authorization } });
  },
  INSUFFICIENT_BALANCE: async ({ call, addCompany }) =>
    call("createTransfer", {
      body: transfer,
      company: await addCompany({ balance: transfer.amount - 1 }),
    }),
  ACCOUNT_SUSPENDED: async ({ call, addCompany }) => {
    const company = await addCompany({ suspended: true });
    return call("issueToken", { headers: basic(`${company.apiKey}:secret`) });
  },
  NOT_FOUND: (service) => send(service, "/api/v2/nothing"),
  TRANSACTION_NOT_FOUND: ({ call }) =>
    call("getTransaction", { path: { transactionId: "txn_nobody" } }),
  TRANSFER_NOT_FOUND: ({ call }) => call("getTransfer", { path: { transferId: "trf_nobody" } }),
  WEBHOOK_NOT_FOUND: ({ call }) => call("deleteWebhook", { path: { id: "wh_nobody" } }),
  METHOD_NOT_ALLOWED: (service) => send(service, "/api/auth", { method: "PUT" }),
  DUPLICATE_IDEMPOTENCY_KEY: async ({ call }) => {
    const headers = { "x-idempotency-key": "key-1" };
    await call("createTransfer", { body: transfer, headers });
    return call("createTransfer", { body: { ...transfer, amount: 1 }, headers });
  },
  PAYLOAD_TOO_LARGE: ({ call }) =>
    call("createWebhook", { body: { ...webhook, padding: "x".repeat(256 * 1024) } }),
  UNSUPPORTED_MEDIA_TYPE: ({ call }) =>
    call("createCharge", { body: charge, headers: { "content-type": "text/plain" } }),
  AMOUNT_TOO_HIGH: ({ call }) =>
    call("createCharge", { body: { ...charge, amountInCents: 1_000_000_001 } }),
  AMOUNT_TOO_LOW: ({ call }) => call("createCharge", { body: { ...charge, amountInCents: 0 } }),
  DAILY_LIMIT_EXCEEDED: async ({ call, set }) => {
    await set({ dailyLimit: transfer.amount - 1 });
    return call("createTransfer", { body: transfer });
  },
  // No state of the sandbox leads here: the account behind a key is outside. A key that asks for it does.
  RECIPIENT_UNAVAILABLE: ({ call }) =>
    call("createTransfer", {
      body: { ...transfer, pixKey: "recipient-unavailable@sandbox.pix.example" },
    }),
  WEBHOOK_LIMIT_EXCEEDED: async ({ call, set }) => {
    await set({ rateLimitMultiplier: 0 });
    for (let count = 0; count < 10; count++) dataOf(await call("createWebhook", { body: webhook }));
    return call("createWebhook", { body: webhook });
  },
  RATE_LIMIT_EXCEEDED: async ({ call }) => {
    for (let count = 0; count < 30; count++) await call("listWebhooks");
    return call("listWebhooks");
  },
  MALFORMED_REQUEST: (service) => sendBytes(service, "this is not HTTP\r\n\r\n"),
  REQUEST_TIMEOUT: (service) =>
    sendBytes(service, "GET /api/v1/webhook HTTP/1.1\r\nHost: sandbox\r\n"),
  HEADERS_TOO_LARGE: (service) =>
    sendBytes(
      service,
      `GET /api/v1/webhook HTTP/1.1\r\nHost: sandbox\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    ),
  INTERNAL_ERROR: async (service) => {
    await service.sandbox.storage.db.schema.dropTable("outbox_receivers").execute();
    const authorization = `Bearer ${await issueToken(service.sandbox, service.company)}`;
    return send(service, "/api/v1/webhook", { headers: { authorization } });
  },
};

test("every error of the contract has a way to it", () => {
  expect([...Object.keys(ways), ...Object.keys(never)].sort()).toEqual(
    contract.errors.map(({ code }) => code).sort(),
  );
});

test.for(contract.errors.filter(({ code }) => !(code in never)))(
  "$status $code: $condition",
  async ({ code, status }) => {
    await using service = await openService();
    const answer = await ways[code]?.(service);
    expect(answer && outcomeOf(answer)).toBe(`${status} ${code}`);
    expect(findMistakes({ $ref: "#/components/schemas/ErrorBody" }, answer?.body)).toEqual([]);
    await service
      .accounts()
      .catch((error: unknown) => expect(code, String(error)).toBe("INTERNAL_ERROR"));
  },
);

test("nothing of a failure inside leaves the sandbox but the request's id", async () => {
  await using service = await openService();
  const answer = await ways.INTERNAL_ERROR?.(service);
  expect(JSON.stringify(answer?.body)).not.toMatch(/table|sql|webhooks/i);
  expect(answer?.body).toMatchObject({ error: { details: { requestId: expect.any(String) } } });
});

test("a suspended company gets no token, and its tokens are worth nothing", async () => {
  await using service = await openService();
  const { db } = service.sandbox.storage;
  const { id } = dataOf(await service.call("createCharge", { body: charge }));
  await db
    .updateTable("companies")
    .set({ suspended: 1 })
    .where("id", "=", service.company.id)
    .execute();
  const headers = basic(`${service.company.apiKey}:secret`);
  expect(outcomeOf(await service.call("issueToken", { headers }))).toBe("403 ACCOUNT_SUSPENDED");
  expect(outcomeOf(await service.call("createCharge", { body: charge }))).toBe("401 INVALID_TOKEN");
  // What its customers have begun goes on.
  await service.transact((tx) => payCharge(tx, service.sandbox, String(id)));
  await db
    .updateTable("companies")
    .set({ suspended: 0 })
    .where("id", "=", service.company.id)
    .execute();
  expect(
    dataOf(await service.call("getTransaction", { path: { transactionId: String(id) } })).status,
  ).toBe("paid");
});
