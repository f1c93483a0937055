// Requests that an operation does not accept, and the error that each gets.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fromPrism } from "../../packages/mock/src/prism.ts";
import { charge, transfer } from "../support/samples.ts";
import { basic, json, outcome, token, useMock } from "./mock.ts";

const mock = useMock();
const call = (path: string, init?: RequestInit) => fetch(mock.url + path, init);
const charges = "/api/v1/pix/in/qrcode";
const transfers = "/api/v1/pix/out/pixkey";
const key = { "x-idempotency-key": "order-1042" };
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  call(path, { method: "POST", body, headers: { ...json, ...headers } });
const create = (path: string, body: unknown, headers: Record<string, string> = key) =>
  post(path, JSON.stringify(body), headers);
const customer = (changes: object) => ({ ...charge, customer: { ...charge.customer, ...changes } });

test.for<[string, unknown, string]>([
  ["a missing field", { ...charge, amountInCents: undefined }, "400 VALIDATION_ERROR"],
  ["a fraction", { ...charge, amountInCents: 1.5 }, "400 VALIDATION_ERROR"],
  ["too low", { ...charge, amountInCents: 0 }, "422 AMOUNT_TOO_LOW"],
  ["too high", { ...charge, amountInCents: 1_000_000_001 }, "422 AMOUNT_TOO_HIGH"],
  ["a malformed address", customer({ email: "maria" }), "400 INVALID_EMAIL"],
  ["an address that is no text", customer({ email: 1 }), "400 VALIDATION_ERROR"],
  ["a short document", customer({ document: "123" }), "400 INVALID_DOCUMENT"],
  ["a CPF as a CNPJ", customer({ documentType: "cnpj" }), "400 INVALID_DOCUMENT"],
  ["a CNPJ as a CPF", customer({ document: "11222333000181" }), "400 INVALID_DOCUMENT"],
  ["a CNPJ", customer({ documentType: "cnpj", document: "11222333000181" }), "200"],
  ["a code of its own and none", customer({ email: "maria", name: "" }), "400 VALIDATION_ERROR"],
  [
    "two codes: the first field's",
    { ...customer({ email: "x" }), amountInCents: 0 },
    "422 AMOUNT_TOO_LOW",
  ],
  ["an unsafe URL", { ...charge, postbackUrl: "http://shop.example.com" }, "400 VALIDATION_ERROR"],
  ["an unknown field", { ...charge, unknown: 1 }, "200"],
])("of a charge: %s", async ([, body, expected]) => {
  expect(await outcome(await create(charges, body))).toBe(expected);
});

test.for<[string, unknown, string]>([
  ["no kind of key", { ...transfer, pixKey: "x" }, "400 INVALID_PIX_KEY"],
  ["no key", { amount: 1 }, "400 VALIDATION_ERROR"],
  ["an amount out of bounds", { ...transfer, amount: 0 }, "400 INVALID_AMOUNT"],
  ["no URL to notify", { ...transfer, postbackUrl: "" }, "200"],
])("of a transfer: %s", async ([, body, expected]) => {
  expect(await outcome(await create(transfers, body))).toBe(expected);
});

test("the idempotency key", async () => {
  expect(await outcome(await create(transfers, transfer, {}))).toBe("400 MISSING_IDEMPOTENCY_KEY");
  expect(await outcome(await create(transfers, { amount: 1 }, {}))).toBe("400 VALIDATION_ERROR");
  const long = { "x-idempotency-key": "x".repeat(256) };
  expect(await outcome(await create(transfers, transfer, long))).toBe("400 VALIDATION_ERROR");
});

test("the rules that a request breaks are in sl-violations, plain text whatever came", async () => {
  const response = await create(charges, customer({ email: "ção" }));
  expect(JSON.parse(response.headers.get("sl-violations") ?? "")).toEqual([
    expect.objectContaining({ location: ["request", "body", "customer", "email"], code: "format" }),
  ]);
});

test.for([...'\x01\x1f\x7f\x80éÿ\u0100→\uffff😀\n"'])("%j in sl-violations", (sign) => {
  const violation = { path: ["a"], code: sign, message: `${sign}0` };
  const { headers } = fromPrism(
    { statusCode: 400, violations: [] } as never,
    { status: 400 } as never,
    [violation as never],
  );
  expect(headers["sl-violations"]).toMatch(/^[ -~]*$/);
  expect(JSON.parse(String(headers["sl-violations"]))).toEqual([
    { location: ["request", "a"], code: sign, message: `${sign}0` },
  ]);
});

test.for([
  [100, { amount: 100, fees: 100, netAmount: 0 }],
  [50, { amount: 50, fees: 50, netAmount: 0 }],
  [101, { amount: 101, fees: 100, netAmount: 1 }],
  [1_000_000_000, { amount: 1_000_000_000, fees: 100, netAmount: 999_999_900 }],
] as const)("the money of a transfer of %i adds up", async ([amount, expected]) => {
  const response = await create(transfers, { ...transfer, amount });
  expect(response.headers.has("sl-violations")).toBe(false);
  expect(await response.json()).toMatchObject({ data: expected });
});

test("a compressed body is refused with words that name its encoding", async () => {
  const response = await post(charges, gzipSync(JSON.stringify(charge)), {
    "content-encoding": "gzip",
  });
  expect(response.status).toBe(415);
  expect(await response.text()).toContain("Content-Encoding");
});

test("a response is about what was sent: the id in the path, the fields of the body", async () => {
  const found = await call("/api/v1/transactions/txn%5Fother", { headers: token });
  expect(await found.json()).toMatchObject({ data: { id: "txn_other" } });
  // A comma makes no list.
  expect((await call("/api/v1/transactions/a,b", { headers: token })).status).toBe(200);
  const sent = await create(transfers, { ...transfer, amount: 7 });
  expect(await sent.json()).toMatchObject({ data: { amount: 7, pixKey: transfer.pixKey } });
});

test("an answer carries only the headers that every answer of its kind carries", async () => {
  const first = await create(transfers, transfer);
  expect(first.status).toBe(200);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  const conflict = await create(transfers, transfer, { ...key, prefer: "code=409" });
  expect(conflict.status).toBe(409);
  expect(conflict.headers.get("retry-after")).toBeNull();
  const limited = await create(transfers, transfer, { ...key, prefer: "code=429" });
  expect(limited.headers.get("retry-after")).toBe("42");
});

test.for<[string, string | Buffer]>([
  ["cut off", '{"amountInCents":'],
  ["not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["two values", "{}{}"],
])("%s is malformed", async ([, body]) => {
  const response = await post(charges, body);
  expect(response.headers.get("x-ratelimit-limit")).toBe("100");
  expect(await outcome(response)).toBe("400 MALFORMED_JSON");
});

test.for<Record<string, string>>([
  ...["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "foo", ""].map(
    (type) => ({
      "content-type": type,
    }),
  ),
  { "content-encoding": "gzip" },
])("a body with %j is refused", async (headers) => {
  expect(await outcome(await post(charges, JSON.stringify(charge), headers))).toBe(
    "415 UNSUPPORTED_MEDIA_TYPE",
  );
});

test.for(["application/json; charset=utf-8", "Application/JSON"])(
  "the type %s is accepted",
  async (type) => {
    expect((await post(charges, JSON.stringify(charge), { "content-type": type })).status).toBe(
      200,
    );
  },
);

test("256 KiB are accepted, one byte more is not", async () => {
  const fill = (size: number) => JSON.stringify(charge).padEnd(size, " ");
  expect((await post(charges, fill(256 * 1024))).status).toBe(200);
  expect(await outcome(await post(charges, fill(256 * 1024 + 1)))).toBe("413 PAYLOAD_TOO_LARGE");
});

test.for(["", "null", "[]", '"text"', "0", "false"])("'%s' is invalid", async (body) => {
  expect(await outcome(await post(charges, body))).toBe("400 VALIDATION_ERROR");
});

test("a body that an operation does not ask for is ignored", async () => {
  const init = {
    method: "POST",
    body: "{",
    headers: { ...basic("key:secret"), "content-type": "text/plain" },
  };
  expect((await call("/api/auth", init)).status).toBe(200);
});

const auth = (headers: Record<string, string>) => call("/api/auth", { method: "POST", headers });

test.for(["key:secret", "key:secret:with:colons", "key:ção", "key:::"])(
  "%s are accepted",
  async (credentials) => {
    expect((await auth(basic(credentials))).status).toBe(200);
  },
);

test.for<[string, Record<string, string>, string]>([
  ["none", {}, "401 INVALID_CREDENTIALS"],
  ["no colon", basic("key"), "400 MALFORMED_CREDENTIALS"],
  ["not Base64", { authorization: "Basic key:secret" }, "400 MALFORMED_CREDENTIALS"],
  ["another scheme", token, "400 MALFORMED_CREDENTIALS"],
  ["no secret", basic("key:"), "401 INVALID_CREDENTIALS"],
])("%s", async ([, headers, expected]) => {
  expect(await outcome(await auth(headers))).toBe(expected);
});

test("schemes are read in any case", async () => {
  expect(
    (await auth({ authorization: basic("key:secret").authorization.replace("Basic", "bAsIc") }))
      .status,
  ).toBe(200);
  expect(
    (await call("/api/v1/webhook", { headers: { authorization: "bearer token" } })).status,
  ).toBe(200);
});

test.for([{}, { authorization: "Bearer" }, { authorization: "token" }, basic("key:secret")])(
  "an operation with a token refuses %j",
  async (headers) => {
    const response = await call("/api/v1/webhook", { headers: headers as Record<string, string> });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await outcome(response)).toBe("401 INVALID_TOKEN");
  },
);

test.for<[string, RequestInit]>([
  ["broken JSON", { body: "{", headers: { "content-type": "application/json" } }],
  ["another type", { body: "{}", headers: { "content-type": "text/plain" } }],
  ["a large body", { body: "x".repeat(300_000), headers: { "content-type": "application/json" } }],
])("come before %s", async ([, init]) => {
  expect(await outcome(await call("/api/v1/pix/in/qrcode", { method: "POST", ...init }))).toBe(
    "401 INVALID_TOKEN",
  );
});
