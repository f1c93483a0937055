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

  test("is an error where onInvalidResponse throws", async () => {
    const { server, token } = await open({
      onInvalidResponse: ({ violations }) => {
        throw new Error(`The contract does not know ${violations[0]?.path}.`);
      },
    });
    expect((await call(server, "createCharge", token)).body.error.code).toBe("INTERNAL_ERROR");
    expect((await call(server, "getTransaction", token)).status).toBe(200);
    await server.close();
  });
});
