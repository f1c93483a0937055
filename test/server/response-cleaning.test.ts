import { expect, test } from "vitest";
import type { InvalidResponse, RateLimitHit } from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";
import { charge, hostile, secret } from "./support/hostile-results.ts";

const own = makeHandlers(makeState(), Date.now);
type Handlers = typeof own;
const fail = { message: "is not in the contract, and was not sent", rule: "additionalProperties" };

/** Adds columns of a database that the contract does not know. */
const leaking: Partial<Handlers> = {
  createCharge: async (context) => {
    const { given } = (await own.createCharge(context)) as unknown as { given: { data: { pix: object } } };
    const { data } = given;
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

async function open(options: { onInvalidResponse: (invalid: InvalidResponse) => void }) {
  const { server } = await openSample({ rateLimits: unlimited, handlers: { ...own, ...leaking }, ...options });
  return { server, token: await bearer(server) };
}

onEachAdapter(() => {
  test("a field that the contract does not know does not leave, and is reported with its path", async () => {
    const invalidResponses: InvalidResponse[] = [];
    const { server, token } = await open({ onInvalidResponse: (invalid) => invalidResponses.push(invalid) });
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
  });
});

onEachAdapter(() => {
  test("a result of another shape is a 500, of which nothing leaves and nothing is remembered", async () => {
    let given: unknown;
    const kept: unknown[] = [];
    const { server } = await openSample({
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
    const token = await bearer(server);
    given = charge({});
    expect((await call(server, "createCharge", token)).status).toBe(200);
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
  });
});

/** What a provider's own parts may do wrong; the response is a 500, and the server goes on. */
const broken: Record<string, object> = {
  "an authenticator without an id of the caller": { authenticators: { AccessToken: () => ({ caller: {} }) } },
  "an authenticator with an empty id": { authenticators: { AccessToken: () => ({ caller: {}, callerId: "" }) } },
  "an authenticator whose key is an object": {
    authenticators: { AccessToken: () => ({ caller: {}, callerId: "1", apiKey: { secret } }) },
  },
  "an authenticator that says true": { authenticators: { AccessToken: () => true } },
  "a refusal with an object for a message": {
    authenticators: { AccessToken: () => ({ refused: "TOKEN_EXPIRED", message: { secret } }) },
  },
  "a refusal of no contract": { authenticators: { AccessToken: () => ({ refused: "constructor" }) } },
  "a limiter that returns nothing": {
    rateLimits: {
      hit: (hit: RateLimitHit) => (hit.key.startsWith("createTransfer") ? undefined : unlimited.hit(hit)),
    },
  },
  "a store that returns nothing": { idempotency: { run: async () => undefined } },
  "a store that replays a status that is none": {
    idempotency: { run: async () => ({ kind: "replayed", response: { status: 99_999, body: "{}" } }) },
  },
  "a handler that throws what cannot be printed": {
    handlers: {
      ...own,
      createTransfer: () => {
        throw new Proxy(new Error(secret), {
          get: () => {
            throw new Error(secret);
          },
          getPrototypeOf: () => {
            throw new Error(secret);
          },
        });
      },
    },
  },
  "a handler that throws nothing": {
    handlers: {
      ...own,
      createTransfer: () => {
        throw undefined;
      },
    },
  },
  "a handler whose promise throws when it is looked at": {
    handlers: {
      ...own,
      createTransfer: () =>
        // biome-ignore lint/suspicious/noThenProperty: a library may return one that fails
        Object.defineProperty({}, "then", {
          get: () => {
            throw new Error(secret);
          },
        }),
    },
  },
  "an error code that every object has": {
    handlers: {
      ...own,
      createTransfer: ({ reply }: never) => (reply as { fail(code: string): never }).fail("toString"),
    },
  },
  "a status that the contract does not list": {
    handlers: {
      ...own,
      createTransfer: ({ reply }: never) => (reply as { send(one: number): never }).send(Number.NaN),
    },
  },
  ...Object.fromEntries(
    (
      [
        ["a line break", "x-note", `a\r\nset-cookie: ${secret}`],
        ["a letter that headers do not have", "x-note", "€"],
        ["an object", "x-note", { secret }],
        ["a name that is none", "x note", "1"],
        ["another length", "content-length", "1"],
        ["chunks", "Transfer-Encoding", "chunked"],
      ] as const
    ).map(([what, name, value]) => [
      `a header with ${what}`,
      {
        handlers: {
          ...own,
          createTransfer: ({ reply }: never) =>
            (reply as { send(...given: unknown[]): never }).send(
              200,
              {
                ...{ success: true, message: "Done." },
                data: { id: "trf_1", status: "queued", amount: 1, netAmount: 1, fees: 0, pixKey: "a@b.example" },
              },
              { [name]: value },
            ),
        },
      },
    ]),
  ),
};

/** A log as Fastify takes it; Fastify itself calls it, too. */
const throwingLog: object = Object.assign(
  { child: () => throwingLog },
  ...["fatal", "error", "warn", "info", "debug", "trace"].map((level) => ({ [level]: () => giveUp() })),
);

onEachAdapter(() => {
  test.each(Object.entries(broken))("%s is a 500, and the next call is answered", async (_, options) => {
    const { server } = await openSample({ rateLimits: unlimited, handlers: own, ...options });
    const headers = { "x-idempotency-key": "key-1" };
    const token = "authenticators" in options ? "Bearer a.b.c" : await bearer(server);
    for (let count = 0; count < 2; count++) {
      const answer = await call(server, "createTransfer", token, { headers });
      expect([answer.status, answer.body.error.code, JSON.stringify(answer).includes(secret)]).toEqual([
        ...[500, "INTERNAL_ERROR", false],
      ]);
    }
  });

  test.each([
    ["a log that throws", { loggerInstance: throwingLog }],
    ["an observer that never goes on", { observe: () => ({ run: () => {} }) }],
    ["an observer that fails later", { observe: async () => giveUp() }],
    ["an observer whose end fails later", { observe: () => ({ end: async () => giveUp() }) }],
  ] as const)("%s holds no request up", async (_, options) => {
    const { server } = await openSample({ rateLimits: unlimited, handlers: own, ...(options as object) });
    const token = await bearer(server);
    expect((await call(server, "listWebhooks", token)).status).toBe(200);
    expect((await call(server, "createTransfer", token, { body: "{" as never })).status).toBe(400);
  });
});

function giveUp(): never {
  throw new Error("No disk.");
}
