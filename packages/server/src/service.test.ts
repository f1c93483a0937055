import { expect, test } from "vitest";
import { anyChecks, emptyContract } from "../../../test/server/support/core.ts";
import { MemoryIdempotencyStore } from "./idempotency/idempotency.ts";
import { MemoryRateLimitStore } from "./limits/rate-limit.ts";
import { makeService } from "./service.ts";

const contract = emptyContract;
const bindings = { contract, checks: anyChecks(contract), formats: {} };
const options = { authenticators: {}, handlers: {} };

test("what is not said is as documented", () => {
  const { deadline, bodyLimit, rateLimits, idempotency, clock } = makeService(bindings, options);
  expect([deadline, bodyLimit, clock]).toEqual([30_000, 1_048_576, Date.now]);
  expect(rateLimits).toBeInstanceOf(MemoryRateLimitStore);
  expect(idempotency).toBeInstanceOf(MemoryIdempotencyStore);
  expect(
    makeService({ ...bindings, contract: { ...contract, bodyLimit: 5 } }, options).bodyLimit,
  ).toBe(5);
  expect(
    makeService(
      { ...bindings, contract: { ...contract, bodyLimit: 5 } },
      { ...options, bodyLimit: 9 },
    ).bodyLimit,
  ).toBe(9);
  expect(makeService(bindings, { ...options, deadline: 0 }).deadline).toBe(0);
});
