import { describe, expect, test } from "vitest";
import type { InvalidResponse } from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, call } from "./support/call.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

const own = makeHandlers(makeState(), Date.now);
type Handlers = typeof own;
const fail = { message: "is not in the contract, and was not sent", rule: "additionalProperties" };

/** Adds what rows of a database have beside what the contract knows. */
const leaking: Partial<Handlers> = {
  createCharge: async (context) => {
    const { data } = (await own.createCharge(context)) as unknown as { data: { pix: object } };
    const row = { ...data, pix: { ...data.pix, secret: "s3cret" }, password_hash: "s3cret" };
    return context.reply.ok(row as never);
  },
  listWebhooks: ({ reply }) => {
    const row = { id: "wh_1", url: "https://x.example", events: [], name: "Webhook", active: true };
    return reply.ok([{ ...row, createdAt: "2026-11-20T15:00:00.000Z", secret: "s3cret" } as never]);
  },
  createWebhook: ({ reply }) => {
    const details = { limit: 10, window: 60, retryAfter: 5, secret: "s3cret" };
    return reply.fail("RATE_LIMIT_EXCEEDED", undefined, details as never);
  },
};

async function open(
  options: { onInvalidResponse?: (invalid: InvalidResponse) => void } = {},
  environment = "production",
) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = environment;
  const { server } = await makeSample({ rateLimits: unlimited, handlers: { ...own, ...leaking }, ...options });
  process.env.NODE_ENV = before;
  return { server, token: await bearer(server) };
}

onEachAdapter(() => {
  describe.each(["production", "test"])("a field that the contract does not know, in %s", (environment) => {
    test("does not leave, and is reported with its path", async () => {
      const invalidResponses: InvalidResponse[] = [];
      const { server, token } = await open(
        { onInvalidResponse: (invalid) => invalidResponses.push(invalid) },
        environment,
      );
      const answers = [
        await call(server, "createCharge", token),
        await call(server, "listWebhooks", token),
        await call(server, "createWebhook", token),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(JSON.stringify(answers)).not.toMatch(/s3cret|password_hash|"secret"/);
      expect(answers[0]?.body.data).toMatchObject({ status: "pending", pix: { emv: expect.any(String) } });
      expect(invalidResponses.map(({ operation, violations }) => [operation, violations])).toEqual([
        [
          "createCharge",
          [
            { path: "data.pix.secret", ...fail },
            { path: "data.password_hash", ...fail },
          ],
        ],
        ["listWebhooks", [{ path: "data.0.secret", ...fail }]],
        ["createWebhook", [{ path: "error.details.secret", ...fail }]],
      ]);
      await server.close();
    });
  });

  test("is left out and logged where onInvalidResponse throws", async () => {
    const { server, token } = await open({
      onInvalidResponse: ({ violations }) => {
        throw new Error(`The contract does not know ${violations[0]?.path}.`);
      },
    });
    const charge = await call(server, "createCharge", token);
    expect([charge.status, JSON.stringify(charge).includes("s3cret")]).toEqual([200, false]);
    expect((await call(server, "getTransaction", token)).status).toBe(200);
    await server.close();
  });
});

/** What a handler may give by mistake, with a secret in it. */
const secret = "S3CRET";
const charge = (change: object) => ({
  ...{ id: "txn_1", status: "pending", fees: 75, amount: 100 },
  pix: { emv: "000201", qrCode: "iVBORw0KGgo=" },
  ...change,
});
const hostile: Record<string, unknown> = {
  "a text": secret,
  "a list": [charge({}), secret],
  nothing: null,
  "no value": undefined,
  "a function": () => secret,
  "an object for a text": charge({ id: { secret } }),
  "an object for a field of an object": charge({ pix: { emv: { secret }, qrCode: "iVBORw0KGgo=" } }),
  "a list for an object": charge({ pix: [{ secret }] }),
  "a text for an object": charge({ pix: secret }),
  "a text for a number": charge({ amount: secret }),
  "an object for a number": charge({ amount: { valueOf: () => 1, secret } }),
  "no number": charge({ amount: Number.NaN }),
  "no end": charge({ amount: Number.POSITIVE_INFINITY }),
  "half a centavo": charge({ amount: 0.5 }),
  "a big integer": charge({ amount: 1n }),
  "another status": charge({ status: secret }),
  "a missing field": { ...charge({}), pix: undefined },
  "a symbol": charge({ id: Symbol(secret) }),
  "its own JSON": charge({ pix: { toJSON: () => secret } }),
  "itself in itself": (() => {
    const pix: Record<string, unknown> = {};
    pix.emv = pix;
    return charge({ pix });
  })(),
};

onEachAdapter(() => {
  describe("a result of another shape, in production", () => {
    test("is a 500, of which nothing leaves and nothing is remembered", async () => {
      let given: unknown;
      const kept: unknown[] = [];
      const before = process.env.NODE_ENV;
      process.env.NODE_ENV = "production";
      const { server } = await makeSample({
        rateLimits: unlimited,
        handlers: {
          ...own,
          createCharge: ({ reply }) => reply.ok(given as never),
          createTransfer: ({ reply }) => reply.ok(given as never),
          createWebhook: ({ reply }) => reply.fail("VALIDATION_ERROR", undefined, given as never),
          deleteWebhook: ({ reply }) => reply.fail("WEBHOOK_NOT_FOUND", undefined as never, { secret } as never),
        },
        idempotency: {
          run: async (_request, work) => {
            const { result, keep } = await work(undefined);
            kept.push(keep);
            return { kind: "ran", result };
          },
        },
      });
      process.env.NODE_ENV = before;
      const token = await bearer(server);
      for (const [what, value] of Object.entries(hostile)) {
        given = value;
        for (const id of ["createCharge", "createTransfer"] as const) {
          const answer = await call(server, id, token, { headers: { "x-idempotency-key": what.replaceAll(" ", "-") } });
          expect([answer.status, JSON.stringify(answer).includes(secret)], `${id}: ${what}`).toEqual([500, false]);
        }
      }
      for (const details of [secret, { secret }, [secret], [{ path: { secret }, rule: "a", message: "b" }]]) {
        given = details;
        const answer = await call(server, "createWebhook", token);
        expect([answer.status, JSON.stringify(answer).includes(secret)], JSON.stringify(details)).toEqual([500, false]);
      }
      const none = await call(server, "deleteWebhook", token);
      expect([none.status, JSON.stringify(none).includes(secret)]).toEqual([500, false]);
      expect(kept).toEqual([]);
      await server.close();
    });
  });
});
