import { expect, test } from "vitest";
import { json, outcome, token, useMock } from "./mock.ts";

const mock = useMock();
const call = (path: string, init?: RequestInit) => fetch(mock.url + path, init);
const charges = "/api/v1/pix/in/qrcode";
const transfers = "/api/v1/pix/out/pixkey";
const charge = {
  amountInCents: 4990,
  customer: { name: "Maria", email: "maria@example.com", documentType: "cpf", document: "52998224725" },
};
const transfer = { pixKey: "maria@example.com", amount: 150000 };
const key = { "x-idempotency-key": "order-1042" };
const create = (path: string, body: unknown, headers: Record<string, string> = key) =>
  call(path, { method: "POST", body: JSON.stringify(body), headers: { ...json, ...headers } });
const customer = (changes: object) => ({ ...charge, customer: { ...charge.customer, ...changes } });

test.for<[string, unknown, string]>([
  ["a missing field", { ...charge, amountInCents: undefined }, "400 VALIDATION_ERROR"],
  ["a number as text", { ...charge, amountInCents: "4990" }, "400 VALIDATION_ERROR"],
  ["a fraction", { ...charge, amountInCents: 1.5 }, "400 VALIDATION_ERROR"],
  ["too low", { ...charge, amountInCents: 0 }, "422 AMOUNT_TOO_LOW"],
  ["too high", { ...charge, amountInCents: 1_000_000_001 }, "422 AMOUNT_TOO_HIGH"],
  ["a malformed address", customer({ email: "maria" }), "400 INVALID_EMAIL"],
  ["an empty address", customer({ email: "" }), "400 INVALID_EMAIL"],
  ["an address that is no text", customer({ email: 1 }), "400 VALIDATION_ERROR"],
  ["no address", customer({ email: undefined }), "400 VALIDATION_ERROR"],
  ["a short document", customer({ document: "123" }), "400 INVALID_DOCUMENT"],
  ["a code of its own and none", customer({ email: "maria", name: "" }), "400 VALIDATION_ERROR"],
  ["two codes: the first field's", { ...customer({ email: "x" }), amountInCents: 0 }, "422 AMOUNT_TOO_LOW"],
  ["an unsafe URL", { ...charge, postbackUrl: "http://shop.example.com" }, "400 VALIDATION_ERROR"],
  ["an unknown field", { ...charge, unknown: 1 }, "200"],
])("of a charge: %s", async ([, body, expected]) => {
  expect(await outcome(await create(charges, body))).toBe(expected);
});

test.for<[string, unknown, string]>([
  ["no kind of key", { ...transfer, pixKey: "x" }, "400 INVALID_PIX_KEY"],
  ["an empty key", { ...transfer, pixKey: "" }, "400 INVALID_PIX_KEY"],
  ["a key that is no text", { ...transfer, pixKey: 5 }, "400 VALIDATION_ERROR"],
  ["no key", { amount: 1 }, "400 VALIDATION_ERROR"],
  ["an amount out of bounds", { ...transfer, amount: 0 }, "400 INVALID_AMOUNT"],
  ["no URL to notify", { ...transfer, postbackUrl: "" }, "200"],
  ["an unsafe URL", { ...transfer, postbackUrl: "http://shop.example.com" }, "400 VALIDATION_ERROR"],
  ["another currency", { ...transfer, currency: "USD" }, "400 VALIDATION_ERROR"],
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

test("a comma in a path is no list", async () => {
  expect((await call("/api/v1/transactions/a,b", { headers: token })).status).toBe(200);
});

test("an answer carries only the headers that every answer of its kind carries", async () => {
  const headers = { ...json, "x-idempotency-key": "order-1042" };
  const first = await call(transfers, { method: "POST", body: JSON.stringify(transfer), headers });
  expect(first.status).toBe(200);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  const conflict = await call(transfers, { method: "POST", headers: { ...headers, prefer: "code=409" } });
  expect(conflict.status).toBe(409);
  expect(conflict.headers.get("retry-after")).toBeNull();
  const limited = await call(transfers, { method: "POST", headers: { ...headers, prefer: "code=429" } });
  expect(limited.headers.get("retry-after")).toBe("42");
});
