import { describe, expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { outcome, startMock, token, useMock } from "./mock.ts";

const lines: string[] = [];
const mock = useMock({ log: (line) => lines.push(line) });
const transaction = "/api/v1/transactions/txn_1";
const ask = (path: string, prefer: string, init: RequestInit = {}) =>
  fetch(mock.url + path, {
    ...init,
    headers: { ...token, ...(init.headers as Record<string, string>), prefer },
  });
const statusOf = async (response: Response) =>
  ((await response.json()) as { data: { status: string } }).data.status;

test.for<[string, string]>([
  ["example=paid", "paid"],
  ["code=200, example=paid", "paid"],
  ["example=refunded; code=200", "refunded"],
  ['Example="canceled"', "canceled"],
  ["respond-async, example=paid, example=pending", "paid"],
  ["code=200", "pending"],
  ["return=minimal", "pending"],
  ["", "pending"],
])("Prefer: %s shows the transaction that is %s", async ([prefer, expected]) => {
  expect(await statusOf(await ask(transaction, prefer))).toBe(expected);
  expect(lines.at(-1)).toMatch(new RegExp(`^GET /api/v1/transactions/txn_1 → 200 ${expected}`));
});

test("the query asks where the header does not", async () => {
  const path = `${transaction}?__code=200&__example=paid`;
  expect(await statusOf(await fetch(mock.url + path, { headers: token }))).toBe("paid");
  expect(await statusOf(await ask(path, "example=refunded"))).toBe("refunded");
});

test.for<[string, string]>([
  ["code=422", "422 AMOUNT_TOO_LOW"],
  ["code=422, example=amount-too-high", "422 AMOUNT_TOO_HIGH"],
  ["example=amount-too-high", "422 AMOUNT_TOO_HIGH"],
  ["example=token-expired", "401 TOKEN_EXPIRED"],
  ["code=500", "500 INTERNAL_ERROR"],
])("Prefer: %s wins over everything that is wrong with a request", async ([prefer, expected]) => {
  const init = {
    method: "POST",
    body: "{",
    headers: { "content-type": "text/plain", authorization: "" },
  };
  const response = await ask("/api/v1/pix/in/qrcode", prefer, init);
  expect(response.headers.get("sl-violations")).toBeNull();
  expect(await outcome(response)).toBe(expected);
});

describe.for(contract.operations)("$id", ({ method, path, responses }) => {
  test("shows every example, word for word, without a valid request", async () => {
    for (const { status, examples } of responses) {
      for (const { name, value } of examples) {
        const response = await ask(
          path.replace(/\{.+?\}/, "1"),
          `code=${status}, example=${name}`,
          { method },
        );
        expect(response.status, name).toBe(status);
        expect(response.headers.get("sl-violations"), name).toBeNull();
        expect(await response.json(), name).toEqual(value);
      }
    }
  });
});

test.for([
  "code=418",
  "example=nothing",
  "example=insufficient-balance",
  "code=200, example=token-expired",
  "code=abc",
  "code=",
  "dynamic=untrue",
  "dynamic=falsely",
  "cod=429",
  "code=200, delai=10",
  "hurry",
  "delay=soon",
  "delay=-1",
  "delay=60001",
])("Prefer: %s is answered with the list of choices", async (prefer) => {
  const response = await ask(transaction, prefer);
  expect(response.status).toBe(400);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await response.json()).toMatchObject({
    operation: "getTransaction",
    preferences: ["code", "example", "dynamic", "seed", "delay"],
    available: {
      200: ["pending", "paid", "canceled", "refunded"],
      401: ["invalid-token", "token-expired"],
      501: ["not-implemented"],
    },
  });
});

test("Prefer does not make a path or a method exist", async () => {
  expect(await outcome(await ask("/nothing", "code=200"))).toBe("404 NOT_FOUND");
  expect(await outcome(await ask(transaction, "code=200", { method: "DELETE" }))).toBe(
    "405 METHOD_NOT_ALLOWED",
  );
});

describe("Prefer: dynamic=true", () => {
  test("invents values that no example has", async () => {
    const response = await ask("/api/v1/webhook", "dynamic=true");
    expect(response.status).toBe(200);
    const [listed] = contract.operations.find(({ id }) => id === "listWebhooks")?.responses ?? [];
    expect(listed?.examples.map(({ value }) => value)).not.toContainEqual(await response.json());
  });

  test("repeats itself for a seed", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => ask(transaction, "dynamic=true, seed=7")),
    );
    expect(await first?.text()).toBe(await second?.text());
  });

  test("keeps to what a request deserves", async () => {
    const response = await fetch(`${mock.url}${transaction}`, {
      headers: { prefer: "dynamic=true" },
    });
    expect(await outcome(response)).toBe("401 INVALID_TOKEN");
  });
});

test.for<[header: string, query: string]>([
  ["delay=300", ""],
  ["", "?__delay=300"],
  ["delay=300, code=500", ""],
])("Prefer: %j with the query %j delays the response", async ([header, query]) => {
  const begun = performance.now();
  let isEarly = true;
  const timer = setTimeout(() => (isEarly = false), 250);
  await ask(transaction + query, header);
  clearTimeout(timer);
  expect(isEarly, `after ${performance.now() - begun} ms`).toBe(false);
});

test("a delay of its own counts instead of that of the mock, also none", {
  timeout: 100_000,
}, async () => {
  const slow = await startMock({ delay: 60_000 });
  try {
    const signal = AbortSignal.timeout(50_000);
    const headers = { ...token, prefer: "delay=0" };
    expect((await fetch(slow.url + transaction, { headers, signal })).status).toBe(200);
    const refused = { ...token, prefer: "delay=60001" };
    expect((await fetch(slow.url + transaction, { headers: refused, signal })).status).toBe(400);
  } finally {
    await slow.close();
  }
});

test.for([
  ["__cod=429", "Unknown preference: cod. Did you mean code?"],
  ["__xyz=429", "Unknown preference: xyz."],
  [
    "__example=canceld",
    "getTransaction has no response with example=canceld. Did you mean canceled?",
  ],
])(
  "an unknown preference of the query is refused, with the nearest name: %s",
  async ([query, detail]) => {
    const response = await fetch(`${mock.url}${transaction}?${query}`, { headers: token });
    expect(await response.json()).toMatchObject({ status: 400, detail });
  },
);

test.for<[body: object, fields: object[]]>([
  [{ amountInCents: 4990 }, [{ path: "customer", rule: "required", message: "is required" }]],
  [
    { customer: {} },
    [
      "amountInCents",
      "customer.name",
      "customer.email",
      "customer.documentType",
      "customer.document",
    ].map((path) => ({ path, rule: "required", message: "is required" })),
  ],
])("the 400 to %j names the fields that are wrong", async ([body, fields]) => {
  const response = await fetch(`${mock.url}/api/v1/pix/in/qrcode`, {
    method: "POST",
    headers: { ...token, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error } = (await response.json()) as { error: { code: string; details: object[] } };
  expect([response.status, error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(error.details).toHaveLength(fields.length);
  expect(error.details).toEqual(expect.arrayContaining(fields));
});
