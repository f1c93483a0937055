// Providers that are careless where nothing depends on it: the call returns, and the differences are reported.
import { expect, test } from "vitest";
import type { ClientOptions, Mismatch } from "../../generated/client/src/index.ts";
import { createRaw } from "../../generated/client/src/raw.ts";
import { charge, charges, failure, setUp, transfer, transfers } from "./support/client.ts";
import { answers, gives, issues, json, refusal, usual, webhook } from "./support/server.ts";
import { setUpWaits } from "./support/waits.ts";

const transaction = "GET /api/v1/transactions/txn_1";
const success = (data: unknown): object => ({ success: true, message: "Done.", data });

/** A client of a careless provider, and the mismatches that it reports. */
async function listen(route: string, data: unknown, options: Partial<ClientOptions> = {}) {
  const mismatches: Mismatch[] = [];
  const onMismatch = (mismatch: Mismatch) => mismatches.push(mismatch);
  const setting = { "POST /api/auth": issues("a.b.c"), [route]: answers(200, success(data)) };
  return { ...(await setUpWaits(setting, { onMismatch, ...options })), mismatches };
}

test.each([
  ["the status alone", { status: "paid" }],
  ["id, status, amount and fees", { id: "txn_1", status: "paid", amount: 4990, fees: 75 }],
  ["a status that others use", { id: "txn_1", status: "paid", provider: "x" }],
])("a lookup with %s ends a wait", async (_name, data) => {
  const { pix, mismatches } = await listen(transaction, data);
  expect(await pix.transactions.waitUntilPaid("txn_1")).toEqual(data);
  expect(mismatches).toEqual([]);
});

const careless = {
  ...usual.txn_,
  status: "paid",
  description: null,
  fees: "75",
  pix: { emv: "no code", qrCode: "aGVsbG8=", payerInfo: { document: "***.982.247-**" } },
  createdAt: 1_795_186_931,
};
const expected = [
  { pointer: "/data/fees", rule: "type", expected: "be of type integer" },
  { pointer: "/data/description", rule: "type", expected: "be of type string" },
  { pointer: "/data/pix/emv", rule: "pattern", expected: expect.stringMatching(/^match \^000201/) },
  { pointer: "/data/createdAt", rule: "type", expected: "be of type string" },
];

test("what differs is reported with operation, place and rule, and without the value", async () => {
  const { pix, mismatches } = await listen(transaction, careless);
  expect(await pix.transactions.get("txn_1")).toEqual(careless);
  expect(mismatches).toEqual(
    expected.map((one) => ({ operation: "getTransaction", status: 200, ...one })),
  );
  expect(
    (
      await createRaw(pix).GET("/api/v1/transactions/{transactionId}", {
        params: { path: { transactionId: "txn_1" } },
      })
    ).data,
  ).toEqual(success(careless));
  expect(mismatches).toHaveLength(8);
});

test("of a list, of a registration, and of a transfer", async () => {
  const list = await listen("GET /api/v1/webhook", [webhook, { ...webhook, active: "yes" }]);
  expect(await list.pix.webhooks.list()).toHaveLength(2);
  expect(list.mismatches).toMatchObject([{ pointer: "/data/1/active", rule: "type" }]);
  const sent = await listen(transfers, { ...usual.trf_, fees: -1 });
  expect((await sent.pix.transfers.create(transfer)).fees).toBe(-1);
  expect(sent.mismatches).toMatchObject([{ pointer: "/data/fees", rule: "minimum" }]);
});

test("`strict` makes the first difference an error; so it is without a hook", async () => {
  for (const options of [{ strict: true }, { strict: true, onMismatch: undefined }]) {
    const { pix } = await listen(transaction, careless, options);
    expect(await failure(pix.transactions.get("txn_1", { retry: false }))).toMatchObject({
      name: "InvalidResponseError",
      outcome: "unknown",
      message:
        "getTransaction: the response with status 200 is wrong: `data.fees` must be of type integer",
    });
  }
  const { pix, mismatches } = await listen(transaction, { status: "paid" }, { strict: true });
  expect((await pix.transactions.get("txn_1")).status).toBe("paid");
  expect(mismatches).toEqual([]);
});

test("a hook that throws or rejects changes nothing", async () => {
  for (const onMismatch of [
    () => {
      throw new Error("full");
    },
    () => Promise.reject(new Error("full")),
  ]) {
    const { pix } = await listen(transaction, careless, { onMismatch });
    expect((await pix.transactions.get("txn_1")).status).toBe("paid");
  }
  await new Promise((resolve) => setImmediate(resolve));
});

test.each([
  ["another id", { ...usual.txn_, id: "txn_2" }],
  ["no status", { ...usual.txn_, status: undefined }],
  ["no object", "txn_1"],
])("%s is refused with and without `strict`, and is no mismatch", async (_name, data) => {
  for (const strict of [false, true]) {
    const { pix, mismatches } = await listen(transaction, data, { strict });
    expect(await failure(pix.transactions.get("txn_1", { retry: false }))).toMatchObject({
      name: "InvalidResponseError",
      outcome: "unknown",
    });
    expect(mismatches).toEqual([]);
  }
});

test("a wait that ends names the last lookup that was refused", async () => {
  const { pix } = await setUpWaits({
    [transaction]: answers(200, success({ id: "txn_2", status: "paid" })),
  });
  const options = { timeout: 600, firstInterval: 5 };
  const late = await failure(pix.transactions.waitUntilPaid("txn_1", options));
  expect(late.message).toBe(
    "getTransaction: the time to wait ran out; the last lookup failed: getTransaction: the response with status 200 is wrong: `id` is not what was sent",
  );
  const signal = AbortSignal.timeout(600);
  const ended = await failure(
    pix.transactions.waitUntilPaid("txn_1", { signal, firstInterval: 5 }),
  );
  expect(ended.message).toContain("; the last lookup failed: ");
});

test("further final statuses end a wait", async () => {
  const { pix } = await setUpWaits({
    "GET /api/v1/transfers/trf_1": gives({ id: "trf_1", status: "banking_refused" }),
    [transaction]: gives({ id: "txn_1", status: "chargeback" }),
  });
  const finalStatuses = ["banking_refused", "banking_error"] as const;
  const { status } = await pix.transfers.waitUntilFinal("trf_1", { finalStatuses });
  expect(status).toBe("banking_refused");
  // The type has it.
  const isOne: boolean = status === "banking_error";
  expect(isOne).toBe(false);
  const wait = pix.transactions.waitUntilPaid("txn_1", { finalStatuses: ["chargeback"] });
  expect(await failure(wait)).toMatchObject({ name: "WaitEndedError", status: "chargeback" });
  for (const wrong of [["", "x"], "x", [1]])
    expect(
      await failure(pix.transfers.waitUntilFinal("trf_1", { finalStatuses: wrong as string[] })),
    ).toMatchObject({
      name: "InvalidRequestError",
      field: expect.stringMatching(/^finalStatuses/),
    });
});

test.each(["bearer", "BEARER", "Bearer"])("a token of the type %s is taken", async (tokenType) => {
  const body = { success: true, token: "a.b.c", tokenType, expiresIn: 1_800_000 };
  const { pix } = await setUp({
    "POST /api/auth": answers(200, body),
    "GET /api/v1/webhook": gives([]),
  });
  expect(await pix.webhooks.list()).toEqual([]);
});

test("a token of another type is not", async () => {
  const body = { success: true, token: "a.b.c", tokenType: "MAC", expiresIn: 1_800_000 };
  const { pix } = await setUp({ "POST /api/auth": answers(200, body) }, { retry: false });
  expect((await failure(pix.webhooks.list())).message).toContain("`body.tokenType` must be Bearer");
});

const secret = "secret-5b1e8d";
const shapes: [name: string, body: unknown, text: string][] = [
  [
    "of NestJS",
    { statusCode: 400, message: ["amount is low", "key"], error: "Bad Request" },
    "amount is low; key",
  ],
  ["with `error` and `message`", { error: "Bad Request", message: "low", statusCode: 400 }, "low"],
  ["with `success` and `message`", { success: false, message: "No balance." }, "No balance."],
  [
    "of problem+json",
    { type: "about:blank", title: "Bad", detail: "The amount is low.", status: 400 },
    "The amount is low.",
  ],
  ["with a title alone", { title: "Bad" }, "Bad"],
  ["with `error` as a string", { error: "bad_request" }, "bad_request"],
  ["of OAuth", { error: "invalid_client", error_description: "No such key." }, "No such key."],
  ["with `errors` as strings", { errors: ["low", "key"] }, "low; key"],
  [
    "of JSON:API",
    { errors: [{ title: "Low", detail: "Too low." }, { title: "Key" }] },
    "Too low.; Key",
  ],
  ["with an object as `message`", { message: { message: ["low"] } }, "low"],
  ["with a code that is no string", { success: false, error: { code: 7, message: "low" } }, "low"],
  [
    "with an empty `message`",
    { message: " ", errors: [{ message: "" }, { message: "low" }] },
    "low",
  ],
  ["that quotes the secret", { message: `wrong secret ${secret}` }, "wrong secret [redacted]"],
];
test.each(shapes)(
  "an error %s shows the provider's words, and settles nothing",
  async (_name, body, text) => {
    const { pix } = await setUp({ [transfers]: answers(402, body) }, { retry: false });
    expect(await failure(pix.transfers.create(transfer))).toMatchObject({
      message: `createTransfer: 402 HTTP_402: ${text}`,
      code: "HTTP_402",
      outcome: "unknown",
      details: undefined,
    });
  },
);

test("a page, a list, a number, a long text and an empty one are no words", async () => {
  let body: unknown;
  const { pix } = await setUp(
    { [charges]: (response) => json(response, 400, body) },
    { retry: false },
  );
  for (const one of [
    "<html>no</html>",
    [{ message: "x" }],
    1,
    null,
    { message: 1 },
    { message: " " },
    {},
  ]) {
    body = one;
    expect((await failure(pix.transactions.create(charge))).message).toBe(
      "createCharge: 400 HTTP_400",
    );
  }
  body = { message: "x".repeat(5_000) };
  expect((await failure(pix.transactions.create(charge))).message).toHaveLength(1_028);
  body = refusal("INVALID_EMAIL");
  expect((await failure(pix.transactions.create(charge))).message).toBe(
    "createCharge: 400 INVALID_EMAIL: It is INVALID_EMAIL.",
  );
});

const uuid = "123e4567-e89b-42d3-a456-426614174000";
test.each([
  ["Maria@Example.COM", "maria@example.com"],
  ["maria@example.com", "MARIA@EXAMPLE.COM"],
  [uuid.toUpperCase(), uuid],
  [uuid, uuid.toUpperCase()],
])("a transfer to %s may be shown as one to %s", async (pixKey, shown) => {
  const { pix } = await listen(transfers, { ...usual.trf_, pixKey: shown }, { strict: true });
  expect((await pix.transfers.create({ ...transfer, pixKey })).pixKey).toBe(shown);
});

test("an event that the contract does not list is refused before it is sent", async () => {
  const { pix, server } = await setUp({});
  const body = { url: "https://shop.example/", events: ["transaction_payed"] } as never;
  expect(await failure(pix.webhooks.create(body))).toMatchObject({
    field: "events.0",
    rule: "enum",
  });
  expect(server.seen).toHaveLength(0);
});
