// What the mock answers without being told: each operation succeeds, and errors have the time of the contract's examples.
import { placeholderCredentials, sampleRequest } from "@packages/contract/src/sample-request.ts";
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { token, useMock } from "./mock.ts";

const mock = useMock();

test.for(contract.operations.map((operation) => [operation.id, operation] as const))(
  "%s answers its sample request with its success",
  async ([, operation]) => {
    const { method, path, headers, body, security } = sampleRequest(contract, operation);
    const authorization = placeholderCredentials({ security });
    const response = await fetch(mock.url + path, {
      method,
      headers: { ...headers, ...(authorization && { authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(await response.json()).toMatchObject({ success: true });
    expect(response.status).toBe(200);
  },
);

test.for([
  ["an unknown path", "/api/v2/nothing", { headers: token }, 404],
  ["an unknown object", "/api/v1/transactions/txn%2F1?__code=404", { headers: token }, 404],
  ["another method", "/api/v1/webhook", { method: "PUT", headers: token }, 405],
  ["no credentials", "/api/v1/webhook", {}, 401],
  ["a chosen error", "/api/v1/webhook?__code=429", { headers: token }, 429],
] as const)("%s is an error with the time of the examples", async ([, path, init, status]) => {
  const response = await fetch(mock.url + path, init);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    success: false,
    timestamp: "2026-11-20T15:00:00Z",
  });
});
