import type { Operation } from "@packages/contract/src/model.ts";
import { describe, expect, test } from "vitest";
import { checkResponse } from "../support/check-response.ts";
import { contract } from "../support/contract.ts";
import { makeToken } from "./sample/authenticators.ts";
import { makeHandlers } from "./sample/handlers.ts";
import type { Sample } from "./sample/server.ts";
import type { Company } from "./sample/state.ts";
import { basic, bearer, bodyOf, type CallResponse, type Changes, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

onEachAdapter(() => {
  test("a message has the figures of its details, and a handler gives all details that their type has", async () => {
    const logged: string[] = [];
    const { server } = await openSample({
      bodyLimit: 1_000,
      logger: { stream: { write: (line: string) => logged.push(line) } },
      handlers: {
        ...makeHandlers(),
        createWebhook: ({ reply }) => reply.fail("WEBHOOK_LIMIT_EXCEEDED", undefined, { limit: 1 }),
        createCharge: ({ reply, body: { description } }) =>
          reply.fail("AMOUNT_TOO_HIGH", undefined, {
            path: "amountInCents",
            ...(description === "all" && { maximum: 5 }),
          } as { path: string; maximum: number }),
      },
    });
    const token = await bearer(server);
    const ask = async (id: string, changes?: Changes) => {
      const { status, body } = await call(server, id, token, changes);
      return [status, body.error.message];
    };
    expect(await ask("createWebhook")).toEqual([
      422,
      "The company has reached its limit of webhook registrations: 1.",
    ]);
    const charge = { ...bodyOf("createCharge"), items: [] };
    expect(await ask("createCharge", { body: { ...charge, description: "all" } })).toEqual([
      422,
      "The amount of the charge is above 5 centavos.",
    ]);
    expect((await ask("createCharge", { body: charge }))[0]).toBe(500);
    expect(logged.join()).toContain("error.details.maximum");
    expect(await ask("createCharge", { rawBody: "x".repeat(1_001) })).toEqual([
      413,
      "The body is larger than 1000 bytes.",
    ]);
  });

  type Provoke = (sample: Sample, id: string) => Promise<CallResponse>;

  /** A call with a valid token of a company, with changes. */
  const change =
    (changes: Changes, company = "key"): Provoke =>
    async ({ server }, id) =>
      call(server, id, await bearer(server, company), changes);

  const broken = (field: string, value: unknown): Provoke => {
    return async ({ server }, id) => {
      const body = structuredClone(bodyOf(id)) as Record<string, Record<string, unknown>>;
      const [first = "", second] = field.split(".");
      if (second) (body[first] as Record<string, unknown>)[second] = value;
      else body[first] = value as never;
      return call(server, id, await bearer(server), { body: body as never });
    };
  };

  /** How each error of the contract is provoked. */
  const provocations: Record<string, Provoke> = {
    MALFORMED_CREDENTIALS: ({ server }, id) => call(server, id, "Basic %"),
    INVALID_CREDENTIALS: ({ server }, id) => call(server, id, basic("key", "wrong")),
    ACCOUNT_SUSPENDED: ({ server }, id) => call(server, id, basic("suspended", "secret")),
    INVALID_TOKEN: ({ server }, id) => call(server, id, "Bearer a.b.c"),
    TOKEN_EXPIRED: ({ server, state }, id) =>
      call(server, id, `Bearer ${makeToken(state.companies[0] as Company, 0)}`),
    VALIDATION_ERROR: change({ body: {} }),
    MALFORMED_JSON: change({ rawBody: "{" }),
    PAYLOAD_TOO_LARGE: change({ rawBody: "x".repeat(300_000) }),
    UNSUPPORTED_MEDIA_TYPE: change({ headers: { "content-type": "text/plain" } }),
    INVALID_DOCUMENT: broken("customer.document", "1"),
    INVALID_EMAIL: broken("customer.email", "1"),
    AMOUNT_TOO_LOW: broken("amountInCents", 0),
    AMOUNT_TOO_HIGH: broken("amountInCents", 1e12),
    INVALID_PIX_KEY: broken("pixKey", "1"),
    INVALID_AMOUNT: broken("amount", 0),
    MISSING_IDEMPOTENCY_KEY: change({ headers: { "x-idempotency-key": undefined } }),
    INSUFFICIENT_BALANCE: change({}, "poor"),
    DAILY_LIMIT_EXCEEDED: change({}, "limited"),
    RECIPIENT_UNAVAILABLE: broken("pixKey", "unavailable@example.com"),
    TRANSACTION_NOT_FOUND: change({ path: "/api/v1/transactions/x" }),
    TRANSFER_NOT_FOUND: change({ path: "/api/v1/transfers/x" }),
    WEBHOOK_NOT_FOUND: change({ path: "/api/v1/webhook/x" }),
    DUPLICATE_IDEMPOTENCY_KEY: async ({ server }, id) => {
      const token = await bearer(server);
      const headers = { "x-idempotency-key": "twice" };
      await call(server, id, token, { headers });
      return call(server, id, token, { headers, body: { ...bodyOf(id), amount: 1 } });
    },
    WEBHOOK_LIMIT_EXCEEDED: async ({ server }, id) => {
      const token = await bearer(server);
      for (let count = 0; count < 9; count++) await call(server, id, token);
      return call(server, id, token);
    },
    RATE_LIMIT_EXCEEDED: async ({ server }, id) => {
      const operation = contract.operations.find((candidate) => candidate.id === id) as Operation;
      const credentials =
        id === "issueToken"
          ? basic("key", "secret")
          : await bearer(server, "colons", "with:colons::inside");
      const calls = Array.from({ length: (operation.rateLimit?.limit ?? 0) + 1 }, () =>
        call(server, id, credentials),
      );
      return (await Promise.all(calls)).at(-1) as CallResponse;
    },
  };

  describe.for(contract.operations)("$id", (operation) => {
    const errors = operation.responses.flatMap(({ status, errors }) =>
      errors.map((code) => ({ status, code })),
    );
    test.for(errors)(
      "$status $code is reached, and is as the contract says",
      async ({ status, code }) => {
        const sample = await openSample();
        const answer = await (provocations[code] as Provoke)(sample, operation.id);
        expect([answer.status, answer.body.error.code]).toEqual([status, code]);
        const headers = new Headers(
          Object.entries(answer.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
        );
        expect(checkResponse(operation, { ...answer, headers })).toEqual([]);
      },
    );
  });
});
