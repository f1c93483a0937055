import { expect, test } from "vitest";
import { type CoreSetup, openCore, plainOperation } from "../../../../test/server/support/core.ts";
import type { OperationRule, SuccessRule } from "../rules.ts";

type Reply = {
  ok(data?: unknown, message?: string): never;
  fail(code: string, message?: string, details?: unknown): never;
  send(status: number, body?: unknown, headers?: object): never;
};

const limit = { limit: 1, window: 60, scope: ["apiKey"], countsUnauthenticated: false, headers: {} };
const errors = {
  LIMITED: { code: "LIMITED", status: 429, message: "Slow down.", list: false },
  UNKNOWN: { code: "UNKNOWN", status: 401, message: "Who are you?", list: false },
  FOREIGN: { code: "FOREIGN", status: 400, message: "No.", list: false },
};

/** Has a handler answer, and gives the response with what was reported of it. */
async function finish(
  answer: (reply: Reply) => never,
  operation: Partial<OperationRule> = {},
  cleaners: NonNullable<CoreSetup["bindings"]>["cleaners"] = {},
) {
  const reported: object[] = [];
  const { call, logged } = await openCore({
    ...{ contract: { errors }, bindings: { cleaners } },
    operation: { errors: ["LIMITED", "UNKNOWN"], ...operation },
    options: {
      handlers: { makeThing: ({ reply }: { reply: Reply }) => answer(reply) } as never,
      rateLimits: { hit: ({ now }) => ({ count: 1, resetsAt: now }) },
      onInvalidResponse: (invalid) => reported.push(invalid),
    },
  });
  return { ...(await call()), reported, logged };
}

const success = plainOperation.success as SuccessRule;
const bare = { success: { ...success, envelope: false, constants: { kind: "thing" } } };

test("a result stands in the envelope, with the handler's message or the contract's", async () => {
  const plain = await finish((reply) => reply.ok({ id: 1 }));
  expect([plain.status, plain.body]).toEqual([201, { success: true, message: "Made.", data: { id: 1 } }]);
  expect((await finish((reply) => reply.ok(null, "Done."))).body).toEqual({
    success: true,
    message: "Done.",
    data: null,
  });
});

test("without an envelope an object takes the constants in, and anything else is the body", async () => {
  expect((await finish((reply) => reply.ok({ id: 1 }), bare)).body).toEqual({ kind: "thing", id: 1 });
  for (const data of [[1, 2], "text", 5, null])
    expect((await finish((reply) => reply.ok(data), bare)).body).toEqual(data);
  expect((await finish((reply) => reply.ok(), bare)).text).toBe("");
});

test("what the contract does not know is left out and reported, in an envelope or not", async () => {
  const data = (value: unknown, path: string, dropped: string[]) => {
    dropped.push(`${path}${path && "."}secret`);
    return { id: (value as { id: number }).id };
  };
  for (const [operation, path] of [
    [{}, "data.secret"],
    [bare, "secret"],
  ] as const) {
    const { text, reported } = await finish((reply) => reply.ok({ id: 1, secret: "s3" }), operation, {
      makeThing: { data },
    });
    expect(text).not.toContain("s3");
    const message = "is not in the contract, and was not sent";
    expect(reported).toEqual([
      { operation: "makeThing", status: 201, violations: [{ path, rule: "additionalProperties", message }] },
    ]);
  }
  const clean = await finish((reply) => reply.ok({ id: 1 }), {}, { makeThing: { data: (value) => value } });
  expect([clean.body.data, clean.reported]).toEqual([{ id: 1 }, []]);
});

test("the details of a failure are cleaned by its own code's rules", async () => {
  const details = (_value: unknown, path: string, dropped: string[]) => {
    dropped.push(`${path}.row`);
    return { left: 1 };
  };
  const cleaners = { makeThing: { errors: { UNKNOWN: details } } };
  const cleaned = await finish((reply) => reply.fail("UNKNOWN", undefined, { left: 1, row: 2 }), {}, cleaners);
  expect(cleaned.body.error).toEqual({ code: "UNKNOWN", message: "Who are you?", details: { left: 1 } });
  expect(cleaned.reported).toMatchObject([{ status: 401, violations: [{ path: "error.details.row" }] }]);
  const other = await finish((reply) => reply.fail("LIMITED", undefined, { row: 2 }), {}, cleaners);
  expect([other.body.error.details, other.reported]).toEqual([{ row: 2 }, []]);
});

test("a failure must be one of the operation's", async () => {
  for (const code of ["FOREIGN", "NOWHERE"]) {
    const { status, body, logged } = await finish((reply) => reply.fail(code));
    expect([status, body.error.code]).toEqual([500, "INTERNAL_ERROR"]);
    expect((logged[0]?.fields.err as Error | undefined)?.message).toBe(
      `makeThing cannot fail with ${code}: the contract does not list it.`,
    );
  }
});

test("a 401 of a handler has the challenge, as far as the operation has a scheme", async () => {
  expect((await finish((reply) => reply.fail("UNKNOWN"))).headers).toEqual({});
  const security = {
    name: "Key",
    kind: "apiKey",
    apiKey: { in: "header", name: "content-type" },
    challenge: "Key",
  } as const;
  expect((await finish((reply) => reply.fail("UNKNOWN"), { security })).headers).toEqual({ "www-authenticate": "Key" });
  expect((await finish((reply) => reply.fail("LIMITED"), { security })).headers).toEqual({});
});

test("a limit of the provider's own is told by a header and in words, by the contract's name for the seconds", async () => {
  const limited = (seconds: unknown, message?: string, details: object = { retryAfter: "seconds" }) =>
    finish((reply) => reply.fail("LIMITED", message, { seconds }), {
      causes: { "rate-limit": "LIMITED" },
      rateLimit: { ...limit, details },
    });
  const told = await limited(11.2);
  expect([told.headers["retry-after"], told.body.error.message]).toEqual([
    "12",
    "Too many requests. Try again in 12 seconds.",
  ]);
  expect((await limited(0)).headers["retry-after"]).toBe("1");
  expect((await limited(5, "Not now.")).body.error.message).toBe("Not now.");
  for (const untold of [await limited("5"), await limited(undefined), await limited(5, undefined, {})]) {
    expect([untold.headers["retry-after"], untold.body.error.message]).toEqual([undefined, "Slow down."]);
  }
  const unlimited = await finish((reply) => reply.fail("LIMITED", undefined, { seconds: 5 }), {
    causes: { "rate-limit": "LIMITED" },
  });
  expect([unlimited.status, unlimited.headers]).toEqual([429, {}]);
  const rule = { rateLimit: { ...limit, details: { retryAfter: "seconds" } } };
  // Neither without details, nor for an error that is no limit.
  const without = await finish((reply) => reply.fail("LIMITED"), { ...rule, causes: { "rate-limit": "LIMITED" } });
  expect([without.status, without.headers]).toEqual([429, {}]);
  const other = await finish((reply) => reply.fail("UNKNOWN", undefined, { seconds: 5 }), {
    ...{ ...rule, causes: { "rate-limit": "LIMITED" } },
  });
  expect(other.headers).toEqual({});
});

test("any declared response can be sent, with headers and in its media type, and no other", async () => {
  const operation = {
    success: null,
    responses: [
      { from: 200, to: 200, mediaType: "application/json" },
      { from: 204, to: 204 },
      { from: 404, to: 404, mediaType: "application/problem+json" },
      { from: 202, to: 202, mediaType: "text/plain" },
    ],
  };
  const found = await finish((reply) => reply.send(200, { id: 1 }, { "X-Pages": 3 }), operation);
  expect([found.status, found.body, found.headers]).toEqual([200, { id: 1 }, { "x-pages": "3" }]);
  expect(await finish((reply) => reply.send(204), operation)).toMatchObject({ status: 204, text: "" });
  const missing = await finish((reply) => reply.send(404, { title: "Gone." }), operation);
  expect(missing).toMatchObject({ status: 404, type: "application/problem+json", body: { title: "Gone." } });
  const text = await finish((reply) => reply.send(202, "wait"), operation);
  expect(text).toMatchObject({ text: "wait", type: "text/plain; charset=utf-8" });
  expect((await finish((reply) => reply.send(201, {}), operation)).status).toBe(500);
  expect((await finish((reply) => reply.ok({}), operation)).status).toBe(500);
});
