// Credentials that a function of the caller's gives: what it throws says no more of a call than is proven.
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { apiKey, basic, bearer, bySchemes, encodeBasic, type Scheme } from "./authorize.ts";
import { any } from "./check.ts";
import type { ContractTable } from "./contract-table.ts";
import { createRuntime } from "./runtime.ts";

const makeTable = (): ContractTable => ({
  agent: "shop-client/1.0.0",
  prefix: "Shop",
  environment: "SHOP",
  refusals: [],
  authorization: bySchemes({ Key: apiKey("header", "X-Key") }),
  operations: {
    order: {
      method: "POST",
      path: "/orders",
      security: [["Key"]],
      response: any,
      bare: true,
      body: any,
      key: {
        header: "X-Idempotency",
        check: any,
        conflict: 409,
        settling: [],
        lifetime: 86_400_000,
      },
    },
  },
});

test.each([
  ["before anything is sent", 0, "not-sent"],
  ["after an attempt whose response was lost", 1, "unknown"],
])("a function that throws %s", async (_name, good, outcome) => {
  let asked = 0;
  const { call } = createRuntime(makeTable(), {
    baseUrl: "https://shop.example",
    retry: { firstDelay: 1 },
    credentials: {
      Key: () => {
        asked += 1;
        return asked <= good ? "key" : Promise.reject(new Error("the vault is away"));
      },
    },
    fetch: () => Promise.reject(new Error("reset")),
  });
  const error = await call("order", { body: {} }, { idempotencyKey: "k" }).catch(
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({
    name: "ShopError",
    outcome,
    idempotencyKey: "k",
    cause: { message: "the vault is away" },
  });
});

const pair = { username: "shop-7", password: "long secret" };
test.each<[name: string, scheme: Scheme, given: unknown, hidden: string[]]>([
  ["a header", apiKey("header", "X-Key"), "long key", ["long key"]],
  ["the query", apiKey("query", "key"), "long/key", ["long/key"]],
  ["a cookie", apiKey("cookie", "key"), "long-key", ["long-key"]],
  ["a bearer token", bearer(), "long token", ["long token"]],
  ["Basic", basic, pair, [...Object.values(pair), encodeBasic(pair.username, pair.password)]],
])(
  "no error shows a credential of %s, though a fetch quotes the request",
  async (_name, scheme, given, hidden) => {
    const table = { ...makeTable(), authorization: bySchemes({ Key: scheme }) };
    let quoted = "";
    const { call } = createRuntime(table, {
      baseUrl: "https://shop.example",
      credentials: { Key: given },
      fetch: (url: string, init: RequestInit) => {
        quoted = [...new Headers(init.headers)].map((one) => one.join(": ")).join("; ");
        return Promise.reject(
          new Error(`${decodeURIComponent(url)} ${quoted} ${hidden.join(" ")}`),
        );
      },
    } as never);
    const error = await call("order", { body: {} }, { retry: false }).catch(
      (caught: unknown) => caught,
    );
    const shown = inspect(error, { depth: 10, showHidden: true });
    expect(shown).toContain("[redacted]");
    for (const one of hidden) expect(shown).not.toContain(one);
  },
);
