// Credentials that a function of the caller's gives: what it throws says no more of a call than is proven.
import { expect, test } from "vitest";
import { apiKey } from "./authorize.ts";
import { createRuntime } from "./runtime.ts";

const table = {
  ...{
    agent: "shop-client/1.0.0",
    prefix: "Shop",
    environment: "SHOP",
    ...{ errors: [], common: 0 },
    schemes: { Key: apiKey("header", "X-Key") },
  },
  rows: [["any"]] as [["any"]],
  operations: {
    order: {
      ...{ method: "POST", path: "/orders", security: [["Key"]], response: 0, bare: true, body: 0 },
      key: { header: "X-Idempotency", row: 0, conflict: 409, settling: [], lifetime: 86_400_000 },
    },
  },
};

test.each([
  ["before anything is sent", 0, "not-sent"],
  ["after an attempt whose response was lost", 1, "unknown"],
])("a function that throws %s", async (_name, good, outcome) => {
  let asked = 0;
  const { call } = createRuntime(table, {
    ...{ baseUrl: "https://shop.example", retry: { firstDelay: 1 } },
    credentials: { Key: () => (asked++ < good ? "key" : Promise.reject(new Error("the vault is away"))) },
    fetch: () => Promise.reject(new Error("reset")),
  });
  const error = await call("order", { body: {} }, { idempotencyKey: "k" }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    name: "ShopError",
    outcome,
    idempotencyKey: "k",
    cause: { message: "the vault is away" },
  });
});
