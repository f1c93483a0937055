// What must compile and what must not. `npm run check -- types` is the judge; the tests here run nothing of it.
import type { FastifyInstance } from "fastify";
import { describe, expectTypeOf, test } from "vitest";
import { pixPlugin } from "../../generated/server/src/fastify.ts";
import {
  type Charge,
  type ChargeRequest,
  type ContextOf,
  createPixServer,
  type Handlers,
  type IdempotencyStore,
  type InvalidField,
  type PixServerOptions,
  type RateLimitDetails,
  transferStatus,
  type Webhook,
} from "../../generated/server/src/index.ts";

interface Company {
  name: string;
}
interface Unit {
  query(text: string): Promise<void>;
}

describe("a handler", () => {
  test("gets what the contract says, with defaults filled in", () => {
    type Context = ContextOf<"createCharge", Company, Unit>;
    expectTypeOf<Context["body"]["amountInCents"]>().toEqualTypeOf<number>();
    expectTypeOf<Context["body"]["description"]>().toEqualTypeOf<string>();
    expectTypeOf<Context["body"]["items"]>().toEqualTypeOf<ChargeRequest["items"]>();
    expectTypeOf<Context["caller"]>().toEqualTypeOf<Company>();
    expectTypeOf<Context["transaction"]>().toEqualTypeOf<undefined>();
    expectTypeOf<ContextOf<"createTransfer", Company, Unit>["transaction"]>().toEqualTypeOf<Unit>();
    expectTypeOf<ContextOf<"createTransfer", Company>["headers"]>().toEqualTypeOf<{
      "x-idempotency-key": string;
    }>();
    expectTypeOf<ContextOf<"createTransfer", Company>["body"]["currency"]>().toEqualTypeOf<"BRL">();
    expectTypeOf<ContextOf<"getTransfer", Company>["params"]>().toEqualTypeOf<{
      transferId: string;
    }>();
    expectTypeOf<ContextOf<"getTransfer", Company>["body"]>().toEqualTypeOf<undefined>();
  });

  test("answers with the operation's result and no other", () => {
    const row = { ...({} as Charge), password_hash: "" };
    const answers = ({ reply }: ContextOf<"createCharge", Company>, { any }: { any: never[] }) => [
      reply.ok({} as Charge, "Made."),
      reply.ok(any[0] as unknown as ReturnType<typeof JSON.parse>),
      // @ts-expect-error the contract does not know all that the row holds
      reply.ok(row),
      // @ts-expect-error nor what is in a field of it
      reply.ok({ ...({} as Charge), pix: { emv: "", qrCode: "", secret: "" } }),
    ];
    const others = (
      { reply: issue }: ContextOf<"issueToken", Company>,
      { reply: list }: ContextOf<"listWebhooks", Company>,
      webhooks: { secret: string }[],
    ) => [
      issue.ok({ token: "", expiresIn: 1 }),
      // @ts-expect-error a success without an envelope has no message
      issue.ok({ token: "", expiresIn: 1 }, "Made."),
      // @ts-expect-error nor is a field of the rows in a list known
      list.ok(webhooks.map((one) => ({ ...one, ...({} as Webhook) }))),
      list.ok(webhooks.map(() => ({}) as Webhook)),
    ];
    void [answers, others];
    const handlers = {
      createCharge: ({ reply }) =>
        // @ts-expect-error fees are missing
        reply.ok({ id: "1", pix: { emv: "", qrCode: "" }, status: "pending" }),
      // @ts-expect-error the server sends no status that the contract does not know
      getTransfer: ({ reply }) => reply.ok({ ...({} as never), status: "lost" as const, id: 5 }),
      // @ts-expect-error an answer is made by reply
      listWebhooks: () => ({ data: [] }),
      // @ts-expect-error an answer has to be given
      deleteWebhook: ({ reply }) => {
        reply.ok({ id: "1", deleted: true });
      },
    } satisfies Partial<Handlers<Company>>;
    void handlers;
  });

  test("sends the headers that the contract declares for a status, and no others", () => {
    const sent = (
      { reply }: ContextOf<"getTransfer", Company>,
      { reply: charge }: ContextOf<"createCharge", Company>,
    ) => {
      const body = {} as never;
      // @ts-expect-error the contract has no header for this status
      reply.send(200, body, { "X-Note": "1" });
      reply.send(200, body);
      const limits = {
        "X-RateLimit-Limit": 1,
        "X-RateLimit-Remaining": 1,
        "X-RateLimit-Reset": 1,
        "X-RateLimit-Window": 1,
      };
      charge.send(200, body, limits);
      // @ts-expect-error a header that is not declared
      charge.send(200, body, { ...limits, "X-Note": "1" });
    };
    void sent;
  });

  test("fails with the operation's errors and no others, with details of their shape", () => {
    type Fail = ContextOf<"createTransfer", Company>["reply"]["fail"];
    const fail = (() => {}) as unknown as Fail;
    fail("INSUFFICIENT_BALANCE");
    fail("INVALID_PIX_KEY", "No such key.", { path: "pixKey" });
    // @ts-expect-error this one has no details
    fail("DAILY_LIMIT_EXCEEDED", "Enough for today.", { left: 5 });
    // @ts-expect-error nor has that one others than the contract shows
    fail("INVALID_PIX_KEY", undefined, { path: "pixKey", secret: "" });
    const refuse = (() => {}) as unknown as ContextOf<"createWebhook", Company>["reply"]["fail"];
    refuse("WEBHOOK_LIMIT_EXCEEDED", undefined, { limit: 10 });
    // @ts-expect-error only the handler knows its figures
    refuse("WEBHOOK_LIMIT_EXCEEDED");
    fail("VALIDATION_ERROR", undefined, [
      { path: "amount", message: "is odd" },
    ] satisfies InvalidField[]);
    fail("RATE_LIMIT_EXCEEDED", undefined, {
      limit: 1,
      window: 1,
      retryAfter: 1,
    } satisfies RateLimitDetails);
    // @ts-expect-error an error of another operation
    fail("WEBHOOK_NOT_FOUND");
    // @ts-expect-error no error of the contract
    fail("SOMETHING");
    // @ts-expect-error the amount is too high on the other operation only
    fail("AMOUNT_TOO_HIGH");
    // @ts-expect-error a list of fields
    fail("VALIDATION_ERROR", undefined, { path: "amount" });
    // @ts-expect-error the contract wants the details of this one
    fail("RATE_LIMIT_EXCEEDED");
    // @ts-expect-error window and retryAfter are missing
    fail("RATE_LIMIT_EXCEEDED", undefined, { limit: 1 });
  });
});

describe("options", () => {
  test("have every handler, or say that they are partial", () => {
    const given = (
      some: Omit<Handlers<Company, Unit>, "getTransfer">,
      all: Handlers<Company, Unit>,
      { authenticators }: PixServerOptions<Company, Unit>,
    ) => [
      createPixServer({ authenticators, handlers: all, idempotency: {} as IdempotencyStore<Unit> }),
      createPixServer({
        authenticators,
        handlers: some,
        partial: true,
        idempotency: {} as IdempotencyStore<Unit>,
      }),
      // @ts-expect-error no transaction is open for the handlers
      createPixServer({ authenticators, handlers: all }),
      createPixServer({
        authenticators,
        // @ts-expect-error the store opens another one
        handlers: all,
        idempotency: {} as IdempotencyStore<Company>,
      }),
      createPixServer({
        authenticators,
        // @ts-expect-error getTransfer is missing
        handlers: some,
      }),
      createPixServer({
        authenticators,
        // @ts-expect-error no such operation
        handlers: { ...all, getTransfers: () => {} },
      }),
      // @ts-expect-error AccessToken is missing
      createPixServer({ authenticators: { ApiCredentials: () => null }, handlers: all }),
    ];
    void given;
  });

  test("tell handlers what the authenticators know of a caller", () => {
    const given = () =>
      createPixServer({
        authenticators: {
          ApiCredentials: ({ username }) => ({ caller: { name: username }, callerId: "1" }),
          AccessToken: async (token) =>
            token ? { caller: { name: token }, callerId: "1" } : { refused: "TOKEN_EXPIRED" },
        },
        handlers: {
          listWebhooks: ({ caller, reply }) => {
            expectTypeOf(caller.name).toEqualTypeOf<string>();
            return reply.ok([]);
          },
        },
        partial: true,
      });
    void given;
    // The same in Fastify's `register`, and in scopes of limits.
    const registered = (app: FastifyInstance) =>
      app.register(
        pixPlugin({
          authenticators: {
            ApiCredentials: () => ({ caller: { name: "" }, callerId: "1" }),
            AccessToken: () => ({ caller: { name: "" }, callerId: "1" }),
          },
          scopes: {
            company: (request, caller) => {
              expectTypeOf(caller).toEqualTypeOf<{ name: string } | undefined>();
              return caller?.name ?? request.ip;
            },
          },
          handlers: {
            listWebhooks: ({ caller, reply }) => {
              expectTypeOf(caller.name).toEqualTypeOf<string>();
              return reply.ok([]);
            },
          },
          partial: true,
        }),
        { prefix: "/service" },
      );
    void registered;
    const wrong: PixServerOptions<Company>["authenticators"] = {
      // @ts-expect-error a code that the contract does not give to these credentials
      ApiCredentials: () => ({ refused: "TOKEN_EXPIRED" }),
      // @ts-expect-error callerId is missing
      AccessToken: () => ({ caller: { name: "" } }),
    };
    void wrong;
  });
});

test("lifecycles know their statuses", () => {
  const given = () => [
    transferStatus.canTransition("queued", "processing"),
    // @ts-expect-error no status of a transfer
    transferStatus.canTransition("queued", "paid"),
    // @ts-expect-error no status of a transfer
    transferStatus.assertTransition("lost", "completed"),
  ];
  void given;
});
