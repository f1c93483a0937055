import type { CheckTable } from "@packages/contract/src/check/table.ts";
import { expect, test } from "vitest";
import {
  type CoreSetup,
  openCore,
  plainOperation,
  type TestContext,
} from "../../../../test/server/support/core.ts";
import { object } from "../../../../test/support/rows.ts";
import type { ContractChecks, OperationEntry, SuccessEntry } from "../contract-table.ts";

type Reply = TestContext["reply"];

const limit = {
  limit: 1,
  window: 60,
  scope: ["apiKey"],
  countsUnauthenticated: false,
  headers: {},
};
const errors = { LIMITED: 429, UNKNOWN: 401, FOREIGN: 400 };

/** Has a handler answer, and gives the response with what was reported of it. */
async function finish(
  answer: (reply: Reply) => never,
  operation: Partial<OperationEntry> = {},
  checks: Partial<ContractChecks> = {},
  options: CoreSetup["options"] = {},
) {
  const reported: object[] = [];
  const { call, logged } = await openCore({
    errors,
    bindings: { checks },
    handle: ({ reply }: TestContext) => answer(reply),
    operation: { errors: ["LIMITED", "UNKNOWN"], ...operation },
    options: {
      rateLimits: { hit: ({ now }) => ({ count: 1, resetsAt: now }) },
      onInvalidResponse: (invalid) => reported.push(invalid),
      ...options,
    },
  });
  return { ...(await call()), reported, logged };
}

const success = plainOperation.success as SuccessEntry;
const bare = { success: { ...success, envelope: false, constants: { kind: "thing" } } };

test("a result stands in the envelope, with the handler's message or the contract's", async () => {
  const plain = await finish((reply) => reply.ok({ id: 1 }));
  expect([plain.status, plain.body]).toEqual([
    201,
    { success: true, message: "Made.", data: { id: 1 } },
  ]);
  for (const message of ["Done.", ""])
    expect((await finish((reply) => reply.ok(null, message))).body).toEqual({
      success: true,
      message,
      data: null,
    });
});

test("without an envelope an object takes the constants in, and anything else is the body", async () => {
  expect((await finish((reply) => reply.ok({ id: 1 }), bare)).body).toEqual({
    kind: "thing",
    id: 1,
  });
  for (const data of [[1, 2], "text", 5, null])
    expect((await finish((reply) => reply.ok(data), bare)).body).toEqual(data);
  expect((await finish((reply) => reply.ok(), bare, { results: {} })).text).toBe("");
});

/** A table of things: an id that is a number above zero, in an envelope or not; details that say how many are left. */
const table: CheckTable = [
  { kind: "any" },
  { kind: "number", rules: [["minimum", 1]] },
  object(["id", 1, 1], ["kind", 0]),
  object(["data", 2, 1], ["message", 4], ["success", 0]),
  { kind: "string" },
  { kind: "object", fields: [["left", 1, 1]] },
];
const rows = (result: number) => ({ table, results: { makeThing: { 201: result } } });
const details = (required = false) => ({ table, details: { UNKNOWN: { row: 5, required } } });

test("a field that is left out is logged once, wherever in a list it stands, and reported each time", async () => {
  const reported: unknown[] = [];
  const list: CheckTable = [
    ...table,
    { kind: "array", items: 2 },
    object(["data", 6, 1], ["message", 4], ["success", 0]),
  ];
  const { call, logged } = await openCore({
    bindings: { checks: { table: list, results: { makeThing: { 201: 7 } } } },
    handle: ({ reply }) => reply.ok([1, 2].map((id) => ({ id, a: "s3" }))),
    options: {
      onInvalidResponse: ({ violations }) => reported.push(violations.map(({ path }) => path)),
    },
  });
  for (let count = 0; count < 3; count++) expect((await call()).status).toBe(201);
  expect(reported).toEqual(Array(3).fill(["data.0.a", "data.1.a"]));
  expect(logged.map(({ level, fields }) => [level, fields.fields])).toEqual([
    ["warn", ["data.*.a"]],
  ]);
  expect(JSON.stringify(logged)).not.toContain("s3");
});

test.for([
  ["a result of another shape", (reply: Reply) => reply.ok("s3"), "data", "type", {}, rows(3)],
  [
    "a missing field",
    (reply: Reply) => reply.ok({ secret: "s3" }),
    "id",
    "required",
    bare,
    rows(2),
  ],
  ["a number out of bounds", (reply: Reply) => reply.ok({ id: 0 }), "id", "minimum", bare, rows(2)],
  ["a text for nothing", (reply: Reply) => reply.ok("s3"), "", "type", bare, { results: {} }],
  [
    "details of another shape",
    (reply: Reply) => fail(reply, ["s3"]),
    "error.details",
    "type",
    {},
    details(),
  ],
  [
    "wrong details",
    (reply: Reply) => fail(reply, { left: "s3" }),
    "error.details.left",
    "type",
    {},
    details(),
  ],
  ["no details", (reply: Reply) => fail(reply), "error.details", "required", {}, details(true)],
  [
    "unknown details",
    (reply: Reply) => fail(reply, { a: "s3" }),
    "error.details",
    "type",
    {},
    { details: {} },
  ],
  [
    "a message that is no text",
    (reply: Reply) => reply.fail("UNKNOWN", {} as never),
    "error.message",
    "type",
    {},
    {},
  ],
] as const)(
  "%s is a 500, and nothing of it leaves",
  async ([, answer, path, rule, operation, checks]) => {
    const { status, body, text, reported, logged } = await finish(answer, operation, checks);
    expect([status, body.error.code, text.includes("s3")]).toEqual([500, "INTERNAL_ERROR", false]);
    expect(reported).toMatchObject([{ operation: "makeThing", violations: [{ path, rule }] }]);
    expect(JSON.stringify(logged)).not.toContain("s3");
    expect(logged.map(({ message }) => message)).toEqual([
      "A response breaks the contract.",
      "A request failed.",
    ]);
  },
);

test("a detail that the contract does not know is left out, and reported with its path", async () => {
  const { body, reported } = await finish(
    (reply) => fail(reply, { left: 1, secret: "s3" }),
    {},
    details(),
  );
  expect(body.error.details).toEqual({ left: 1 });
  expect(reported).toMatchObject([
    { violations: [{ path: "error.details.secret", rule: "additionalProperties" }] },
  ]);
});

function fail(reply: Reply, given?: unknown): never {
  return reply.fail("UNKNOWN", undefined, given);
}

test("every field is read once, and what is sent is what was read", async () => {
  let read = 0;
  const thing = {
    get id() {
      read += 1;
      return read;
    },
  };
  const { body } = await finish((reply) => reply.ok(thing), {}, rows(3));
  expect([body.data, read]).toEqual([{ id: 1 }, 1]);
});

test("what onInvalidResponse throws, now or later, is logged, and the response is sent", async () => {
  const failure = new Error("No.");
  const hooks = [
    () => {
      throw failure;
    },
    () => Promise.reject(failure),
  ];
  for (const onInvalidResponse of hooks) {
    const answered = await finish((reply) => reply.ok({ id: 1, secret: "s3" }), {}, rows(3), {
      onInvalidResponse,
    });
    expect(answered.status).toBe(201);
    expect(answered.logged.map(({ message }) => message)).toContain("onInvalidResponse failed.");
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
  expect((await finish((reply) => reply.fail("UNKNOWN"), { security })).headers).toEqual({
    "www-authenticate": "Key",
  });
  expect((await finish((reply) => reply.fail("LIMITED"), { security })).headers).toEqual({});
});

const named = { rateLimit: { ...limit, details: { retryAfter: "seconds" } } };
const nameless = { rateLimit: { ...limit, details: {} } };
const causes = { "rate-limit": "LIMITED" };

test.for<[code: string, given: unknown, operation: object, retryAfter?: string, message?: string]>([
  ["LIMITED", { seconds: 11.2 }, named, "12", "Too many requests. Try again in 12 seconds."],
  ["LIMITED", { seconds: 0 }, named, "1", "Too many requests. Try again in 1 second."],
  ["LIMITED", { seconds: "5" }, named],
  ["LIMITED", {}, named],
  ["LIMITED", undefined, named],
  ["LIMITED", { seconds: 5 }, nameless],
  ["LIMITED", { seconds: 5 }, {}],
  // An error that is no limit.
  ["UNKNOWN", { seconds: 5 }, named],
])("%s of a handler with %j by the rule %j says when to come again: %s", async (row) => {
  const [code, given, operation, retryAfter, message = `${code}.`] = row;
  const { headers, body } = await finish((reply) => reply.fail(code, undefined, given), {
    causes,
    ...operation,
  });
  expect([headers["retry-after"], body.error.message]).toEqual([retryAfter, message]);
});

test("a handler's own message of a limit is kept", async () => {
  const answer = (reply: Reply) => reply.fail("LIMITED", "Not now.", { seconds: 5 });
  expect((await finish(answer, { causes, ...named })).body.error.message).toBe("Not now.");
});

test("any declared response can be sent, with headers and in its media type, and no other", async () => {
  const operation = {
    success: null,
    responses: [
      { from: 200, to: 200, mediaType: "application/json", headers: ["x-pages"] },
      { from: 204, to: 204 },
      { from: 404, to: 404, mediaType: "application/problem+json" },
      { from: 202, to: 202, mediaType: "text/plain" },
    ],
  };
  const found = await finish(
    (reply) => reply.send(200, { id: 1 }, { "X-Pages": 3, "X-Own": 1 }),
    operation,
  );
  expect([found.status, found.body, found.headers]).toEqual([200, { id: 1 }, { "x-pages": "3" }]);
  expect(found.reported).toMatchObject([{ violations: [{ path: "X-Own" }] }]);
  expect(await finish((reply) => reply.send(204), operation)).toMatchObject({
    status: 204,
    text: "",
  });
  const missing = await finish((reply) => reply.send(404, { title: "Gone." }), operation);
  expect(missing).toMatchObject({
    status: 404,
    type: "application/problem+json",
    body: { title: "Gone." },
  });
  const text = await finish((reply) => reply.send(202, "wait"), operation);
  expect(text).toMatchObject({ text: "wait", type: "text/plain; charset=utf-8" });
  expect((await finish((reply) => reply.send(201, {}), operation)).status).toBe(500);
  expect((await finish((reply) => reply.send(200), operation)).status).toBe(500);
  expect(
    (await finish((reply) => reply.send(200, { id: 1 }, { "x-request-id": "a" }), operation))
      .status,
  ).toBe(500);
  expect((await finish((reply) => reply.ok({}), operation)).status).toBe(500);
});
