import { describe, expect, test } from "vitest";
import {
  type ContextOf,
  createPixServer,
  type PixServerOptions,
  SetupError,
} from "../../generated/server/src/index.ts";
import { makeAuthenticators, makeToken } from "./sample/authenticators.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { type Company, makeState } from "./sample/state.ts";
import { basic, bearer, call } from "./support/call.ts";
import { onEachAdapter, openSample, shareSample } from "./support/each-adapter.ts";

onEachAdapter(() => {
  const sample = shareSample({ rateLimits: unlimited });

  test.for([
    ["right ones", basic("key", "secret"), 200, undefined],
    ["none", undefined, 401, "INVALID_CREDENTIALS"],
    ["another scheme", "Bearer a.b.c", 400, "MALFORMED_CREDENTIALS"],
  ] as const)("basic credentials %s", async ([, credentials, status, code]) => {
    const answer = await call(sample.server, "issueToken", credentials);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.headers["www-authenticate"]).toBe(
      status === 401 ? 'Basic realm="PIX payments"' : undefined,
    );
    expect(answer.headers["x-ratelimit-limit"]).toBe("5");
  });

  test.for([
    ["none", undefined],
    ["another scheme", basic("key", "secret")],
  ] as const)(
    "a bearer token: %s is refused without rate limit headers",
    async ([, credentials]) => {
      const answer = await call(sample.server, "createCharge", credentials);
      expect([answer.status, answer.body.error.code]).toEqual([401, "INVALID_TOKEN"]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual(
        [],
      );
    },
  );

  describe("order", () => {
    test.for([
      ["a body that is not JSON", { rawBody: "{" }],
      ["a wrong content type", { headers: { "content-type": "text/plain" } }],
      ["an invalid body", { body: {} }],
      ["a missing idempotency key", { headers: { "x-idempotency-key": undefined } }],
      ["a body that is too large", { rawBody: "x".repeat(300_000) }],
    ] as const)("%s of somebody unknown is a 401", async ([, changes]) => {
      const answer = await call(sample.server, "createTransfer", "Bearer a.b.c", changes);
      expect(answer.body.error.code).toBe("INVALID_TOKEN");
    });

    test("a handler learns who calls", async () => {
      const seen: unknown[] = [];
      const { server } = await openSample({
        handlers: {
          ...makeHandlers(),
          listWebhooks: ({ caller, callerId, reply }) => {
            seen.push(caller.apiKey, callerId);
            return reply.ok([]);
          },
        },
      });
      await call(server, "listWebhooks", await bearer(server));
      expect(seen).toEqual(["key", "cmp_1"]);
    });
  });

  describe("boot", () => {
    const state = makeState();
    const complete: PixServerOptions<Company> = {
      authenticators: makeAuthenticators(state, Date.now),
      handlers: makeHandlers(state, Date.now),
      logger: false,
    };

    test("fails where an authenticator is missing, and says which operations need it", async () => {
      const { ApiCredentials } = complete.authenticators;
      const options = {
        ...complete,
        authenticators: { ApiCredentials },
      } as PixServerOptions<Company>;
      await expect(createPixServer(options)).rejects.toThrow(SetupError);
      await expect(createPixServer(options)).rejects.toThrow(
        /^No authenticator for AccessToken \(HTTP bearer\), which createCharge, .* need: give `authenticators.AccessToken`/,
      );
    });

    test.each([
      ["NaN", () => Number.NaN],
      ["a text", () => "2026-11-22" as never],
      ["a date that is none", () => 1e17],
    ])("fails for a clock that gives %s", async (_, clock) => {
      await expect(createPixServer({ ...complete, clock })).rejects.toThrow(
        /^`clock` gives .*epoch milliseconds/,
      );
    });

    const { issueToken } = complete.handlers;
    test.each([
      [
        "is missing without `partial`",
        { handlers: { issueToken } },
        /^No handler for createCharge, .*`partial: true`/,
      ],
      [
        "is no function, even where it may be left out",
        { handlers: { issueToken: "soon" }, partial: true },
        "No function: `handlers.issueToken`.",
      ],
      [
        "is not in the contract",
        { handlers: { ...complete.handlers, createMoney: () => undefined } },
        "The contract has no operation createMoney.",
      ],
    ])("fails where a handler %s", async (_, options, message) => {
      await expect(createPixServer({ ...complete, ...options } as never)).rejects.toThrow(message);
    });

    test("lists the operations without a handler, and answers them with 501 once the request is valid", async () => {
      const lines: string[] = [];
      const { server } = await openSample({
        ...complete,
        handlers: {
          issueToken: ({ caller, reply }: ContextOf<"issueToken", Company>) =>
            reply.ok({ token: makeToken(caller, Date.now() + 1e6), expiresIn: 1 }),
        } as never,
        partial: true as never,
        logger: { stream: { write: (line: string) => void lines.push(line) } },
      });
      expect(lines.join("")).toContain('"operations":["createCharge",');
      const token = await bearer(server);
      const answer = await call(server, "createTransfer", token);
      expect([answer.status, answer.body.success, answer.body.error.code]).toEqual([
        501,
        false,
        "NOT_IMPLEMENTED",
      ]);
      expect((await call(server, "createTransfer", token, { body: {} })).status).toBe(400);
      expect((await call(server, "createTransfer", undefined)).status).toBe(401);
    });
  });
});
