import { expect, test } from "vitest";
import { createPixClient } from "../../generated/client/src/index.ts";
import { charge, credentials, failure, setUp, transfer } from "./support/client.ts";

const item = { title: "Caderno", tangible: true, quantity: 1, amountInCents: 100 };

// What a caller in JavaScript gets wrong; the compiler would refuse most of it.
const wrongTransfers: [field: string, rule: string, body: unknown][] = [
  ["amount", "type", { ...transfer, amount: 10.5 }],
  ["amount", "type", { ...transfer, amount: Number.NaN }],
  ["amount", "type", { ...transfer, amount: 100n }],
  ["amount", "minimum", { ...transfer, amount: 0 }],
  ["amount", "maximum", { ...transfer, amount: 1_000_000_001 }],
  ["amount", "required", { ...transfer, amount: undefined }],
  ["pixKey", "minLength", { ...transfer, pixKey: "" }],
  ["currency", "enum", { ...transfer, currency: "USD" }],
  ["description", "maxLength", { ...transfer, description: "x".repeat(141) }],
  ["description", "maxLength", { ...transfer, description: "🙂".repeat(141) }],
  ["postbackUrl", "https", { ...transfer, postbackUrl: "http://shop.example.com" }],
  // They only look like receivers on this machine.
  ...[
    "http://127.0.0.1.evil.example/",
    "http://localhost.evil.example",
    "http://user@localhost/",
    "HTTP://localhost",
  ].map((postbackUrl): [string, string, unknown] => [
    "postbackUrl",
    "https",
    { ...transfer, postbackUrl },
  ]),
];

const wrongCharges: typeof wrongTransfers = [
  ["body", "type", [charge]],
  ["customer", "required", { amountInCents: 1 }],
  ["customer.email", "required", { ...charge, customer: { ...charge.customer, email: undefined } }],
  ["items", "maxItems", { ...charge, items: Array(101).fill(item) }],
  ["items.1.quantity", "type", { ...charge, items: [item, { ...item, quantity: 1.5 }] }],
  ["items.0.title", "required", { ...charge, items: [{ ...item, title: undefined }] }],
];

test.each([
  ...wrongTransfers.map((row) => ["createTransfer", ...row] as const),
  ...wrongCharges.map((row) => ["createCharge", ...row] as const),
])(
  "%s: a body whose `%s` breaks the rule `%s` is not sent",
  async (operation, field, rule, body) => {
    const { pix, server } = await setUp({});
    const call = operation === "createCharge" ? pix.transactions.create : pix.transfers.create;
    const error = await failure(call(body as never));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      operation,
      field,
      rule,
      outcome: "not-sent",
    });
    expect(error.message).toContain(`\`${field}\``);
    expect(server.seen).toHaveLength(0);
  },
);

// Nothing answers: what matters is that it is sent. Lengths are counted in code points; check digits and forms of keys and
// phones are for the service to judge.
test.each([
  ["140 emoji", { description: "🙂".repeat(140) }],
  ["a key of another form", { pixKey: "?", postbackUrl: "" }],
  ["a receiver on this machine", { postbackUrl: "http://127.0.0.1:3000/pix?a=b" }],
  ["a receiver on this machine, by name", { postbackUrl: "http://localhost" }],
  ["a receiver on this machine, by IPv6", { postbackUrl: "http://[::1]:80/" }],
  ["a customer", { document: "1", email: "x", phone: "y" }],
])("%s is sent", async (name, changes) => {
  const { pix, server } = await setUp({});
  const call =
    name === "a customer"
      ? pix.transactions.create({ ...charge, customer: { ...charge.customer, ...changes } })
      : pix.transfers.create({ ...transfer, ...changes });
  expect((await failure(call)).name).toBe("PixApiError");
  expect(server.seen).toHaveLength(2);
});

// A key that is null may be one that its caller has forgotten to store.
test.each(["", "with space", "ção", "x".repeat(256), null as never])(
  "the key %j is not sent",
  async (idempotencyKey) => {
    const { pix, server } = await setUp({});
    const error = await failure(pix.transfers.create(transfer, { idempotencyKey }));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      field: "idempotencyKey",
      outcome: "not-sent",
    });
    expect(server.seen).toHaveLength(0);
  },
);

const options = { baseUrl: "https://pix.example", ...credentials };
test.each([
  "https://pix.example/",
  "https://pix.example/base/",
  "http://localhost:4010",
  "http://127.0.0.1",
  "http://[::1]:80",
  "http://sandbox:8080",
])("%s is an address, with http: to another machine where that is allowed", (baseUrl) => {
  const allowInsecure = baseUrl.includes("sandbox");
  expect(() => createPixClient({ ...options, baseUrl, allowInsecure })).not.toThrow();
});

test("a message names the field, what it must be, and the rule", async () => {
  const { pix } = await setUp({});
  const say = async (body: object): Promise<string> =>
    (await failure(pix.transfers.create(body as never))).message;
  expect(await say({ ...transfer, amount: 0 })).toBe(
    "createTransfer: `amount` must be at least 1 (rule: minimum)",
  );
  expect(await say({ ...transfer, pixKey: "" })).toBe(
    "createTransfer: `pixKey` must have a length of at least 1 (rule: minLength)",
  );
  expect(await say({ ...transfer, currency: "USD" })).toBe(
    'createTransfer: `currency` must be one of "BRL" (rule: enum)',
  );
});
