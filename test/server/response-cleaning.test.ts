import { expect, test } from "vitest";
import type { Charge, InvalidResponse, RateLimitHit } from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { bearer, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";
import {
  charge,
  hostile,
  hostileReplies,
  leakyReplies,
  secret,
} from "./support/hostile-results.ts";

const own = makeHandlers();
const payer = { bank: "B", name: "M", branch: "1", account_type: "CHECKING", account_number: "1" };

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
        const answer = await call(server, id, token, {
          headers: { "x-idempotency-key": what.replaceAll(" ", "-") },
        });
        expect([answer.status, JSON.stringify(answer).includes(secret)], `${id}: ${what}`).toEqual([
          500,
          false,
        ]);
      }
    }
    expect(kept).toEqual([]);
  });

  test("a payer's document of any form is shown, and breaks no rule", async () => {
    const reported: InvalidResponse[] = [];
    let document = "";
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: {
        ...own,
        getTransaction: ({ reply }) =>
          reply.ok({ status: "paid", pix: { payerInfo: { ...payer, document } } }),
      },
      onInvalidResponse: (invalid) => reported.push(invalid),
    });
    const token = await bearer(server);
    for (document of ["12ABC34501DE35", "***.982.247-**", "52998224725"]) {
      const { status, body } = await call(server, "getTransaction", token);
      expect([status, body.data.pix.payerInfo.document]).toEqual([200, document]);
    }
    expect(reported).toEqual([]);
  });

  test("a value that breaks the form of an assumed rule is sent as it is, and the log names the rule", async () => {
    const reported: InvalidResponse[] = [];
    const lines: string[] = [];
    let status = "pending";
    let emv: unknown = "no BR Code é \\u00e9";
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: {
        ...own,
        createCharge: ({ reply }) =>
          reply.ok(charge({ status, pix: { ...(charge({}) as Charge).pix, emv } }) as never),
      },
      onInvalidResponse: (invalid) => reported.push(invalid),
      logger: { stream: { write: (line: string) => void lines.push(line) } },
    });
    const token = await bearer(server);
    for (let count = 0; count < 2; count++) {
      const { status, body } = await call(server, "createCharge", token);
      expect([status, body.data.pix.emv]).toEqual([200, emv]);
    }
    const broken = { path: "data.pix.emv", rule: "format", limit: "br-code", basis: "assumed" };
    expect(reported).toEqual(
      Array(2).fill({
        operation: "createCharge",
        status: 200,
        isSent: true,
        violations: expect.arrayContaining([expect.objectContaining(broken)]),
      }),
    );
    const logged = lines.map((line) => JSON.parse(line) as { violations?: object[] });
    const told = logged.filter(({ violations }) => violations);
    expect(told).toHaveLength(1);
    const message = expect.stringMatching(/^must match format br-code: a BR Code/);
    expect(told[0]?.violations).toContainEqual(expect.objectContaining({ ...broken, message }));
    // The shape and lists of values bind whatever the basis.
    emv = 5;
    expect((await call(server, "createCharge", token)).status).toBe(500);
    expect(reported.at(-1)).toMatchObject({ isSent: false, violations: [{ rule: "type" }] });
    emv = (charge({}) as Charge).pix.emv;
    status = "payed";
    expect((await call(server, "createCharge", token)).status).toBe(500);
    expect(reported.at(-1)).toMatchObject({ isSent: false, violations: [{ rule: "enum" }] });
  });

  test("an error whose figures only its handler knows is a 500 without them, and the report names them", async () => {
    let details: unknown;
    const reported: InvalidResponse[] = [];
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: {
        ...own,
        createWebhook: ({ reply }) =>
          reply.fail("WEBHOOK_LIMIT_EXCEEDED", undefined, details as never),
      },
      onInvalidResponse: (invalid) => reported.push(invalid),
    });
    const token = await bearer(server);
    const statuses: number[] = [];
    for (const given of [undefined, {}, { limit: 10 }]) {
      details = given;
      statuses.push((await call(server, "createWebhook", token)).status);
    }
    expect(statuses).toEqual([500, 500, 422]);
    expect(reported.flatMap(({ violations }) => violations.map(({ path }) => path))).toEqual([
      "error.details",
      "error.details.limit",
    ]);
  });

  test("errors are written in one way, whichever call gives them", async () => {
    let answer = hostileReplies["an error of another operation, sent"] as (reply: never) => never;
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: { ...own, createCharge: ({ reply }) => answer(reply as never) },
    });
    const token = await bearer(server);
    for (const [what, reply] of Object.entries({ ...hostileReplies, ...leakyReplies })) {
      answer = reply;
      const given = await call(server, "createCharge", token);
      const isBroken = what in hostileReplies;
      expect([given.status === 500, JSON.stringify(given).includes(secret)], what).toEqual([
        isBroken,
        false,
      ]);
    }
  });
});

const authenticating = (AccessToken: () => unknown) => ({ authenticators: { AccessToken } });
type Reply = {
  ok(data: unknown): never;
  fail(code: string): never;
  send(...given: unknown[]): never;
};
/** A handler of transfers, in the place of the sample's. */
const handling = (createTransfer: (context: { reply: Reply }) => unknown) => ({
  handlers: { ...own, createTransfer },
});
const fail = (...given: unknown[]): never => {
  throw given.length > 0 ? given[0] : new Error(secret);
};
const transfer = {
  id: "trf_1",
  status: "queued",
  amount: 1,
  netAmount: 1,
  fees: 0,
  pixKey: "a@b.example",
};

/** What a provider's own parts may do wrong; the response is a 500, and the server goes on. */
const broken: Record<string, object> = {
  "an authenticator without an id of the caller": authenticating(() => ({ caller: {} })),
  "an authenticator with an empty id": authenticating(() => ({ caller: {}, callerId: "" })),
  "an authenticator whose key is an object": authenticating(() => ({
    caller: {},
    callerId: "1",
    apiKey: { secret },
  })),
  "an authenticator that says true": authenticating(() => true),
  "an authenticator that rejects": authenticating(async () => fail()),
  "a refusal with an object for a message": authenticating(() => ({
    refused: "TOKEN_EXPIRED",
    message: { secret },
  })),
  "a refusal of no contract": authenticating(() => ({ refused: "constructor" })),
  "a refusal of another operation": authenticating(() => ({ refused: "WEBHOOK_NOT_FOUND" })),
  "a limiter that returns nothing": {
    rateLimits: {
      hit: (hit: RateLimitHit) =>
        hit.key.startsWith("createTransfer") ? undefined : unlimited.hit(hit),
    },
  },
  "a store that returns nothing": { idempotency: { run: async () => undefined } },
  "a store that replays a status that is none": {
    idempotency: {
      run: async () => ({ kind: "replayed", response: { status: 99_999, body: "{}" } }),
    },
  },
  "a handler that throws": handling(() => fail()),
  "a handler that rejects": handling(async () => fail()),
  "a handler that throws a text": handling(() => fail(secret)),
  "a handler that throws what cannot be printed": handling(() =>
    fail(new Proxy(new Error(secret), { get: () => fail(), getPrototypeOf: () => fail() })),
  ),
  "a handler that throws nothing": handling(() => fail(undefined)),
  "a handler that answers nothing": handling(() => undefined),
  "a handler that answers something of its own": handling(() => ({ status: 200 })),
  "a handler whose promise throws when it is looked at": handling(() =>
    // biome-ignore lint/suspicious/noThenProperty: a library may return one that fails
    Object.defineProperty({}, "then", { get: () => fail() }),
  ),
  "an error code that every object has": handling(({ reply }) => reply.fail("toString")),
  "an error code of another operation": handling(({ reply }) => reply.fail("WEBHOOK_NOT_FOUND")),
  "a status that the contract does not list": handling(({ reply }) => reply.send(Number.NaN)),
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
      handling(({ reply }) =>
        reply.send(200, { success: true, message: "Done.", data: transfer }, { [name]: value }),
      ),
    ]),
  ),
};

/** A log as Fastify takes it; Fastify itself calls it, too. */
const throwingLog: object = Object.assign(
  { child: () => throwingLog },
  ...["fatal", "error", "warn", "info", "debug", "trace"].map((level) => ({
    [level]: () => fail(),
  })),
);

onEachAdapter(() => {
  test.each(Object.entries(broken))(
    "%s is a 500, and the next call is answered",
    async (_, options) => {
      const { server } = await openSample({ rateLimits: unlimited, handlers: own, ...options });
      const token = "authenticators" in options ? "Bearer a.b.c" : await bearer(server);
      for (let count = 0; count < 2; count++) {
        const headers = { "x-idempotency-key": `key-${count}` };
        const answer = await call(server, "createTransfer", token, { headers });
        expect([
          answer.status,
          answer.body.error.code,
          JSON.stringify(answer).includes(secret),
        ]).toEqual([500, "INTERNAL_ERROR", false]);
      }
    },
  );

  test.each([
    ["a log that throws", { loggerInstance: throwingLog }],
    ["an observer that never goes on", { observe: () => ({ run: () => {} }) }],
    ["an observer that fails later", { observe: async () => fail() }],
    ["an observer whose end fails later", { observe: () => ({ end: async () => fail() }) }],
  ] as const)("%s holds no request up", async (_, options) => {
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: own,
      ...(options as object),
    });
    const token = await bearer(server);
    expect((await call(server, "listWebhooks", token)).status).toBe(200);
    expect((await call(server, "createTransfer", token, { body: "{" as never })).status).toBe(400);
  });
});
