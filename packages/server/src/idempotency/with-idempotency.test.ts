import { expect, test } from "vitest";
import { now, openCore, secured, type TestRequest } from "../../../../test/server/support/core.ts";
import type { IdempotencyEntry } from "../contract-table.ts";
import { fingerprintOf, type IdempotentOutcome, type IdempotentRequest } from "./idempotency.ts";

const rule: IdempotencyEntry = {
  header: "key",
  retention: 60,
  scope: "caller",
  replayedHeader: "Replayed",
  missing: "NO_KEY",
  keeps: ["POOR", "BAD_SIZE"],
};
const errors = { POOR: 402, LATE: 410, BUSY: 503, BAD_SIZE: 422, NO_KEY: 400, TWICE: 409 };

type Outcome = IdempotentOutcome<{ status: number; body: string }>;

/** Sends a request to an operation with keys, whose store gives an outcome or runs the work. */
async function remember(
  {
    outcome,
    reply = "ok",
    scope = "caller",
  }: { outcome?: Outcome | Promise<Outcome>; reply?: string; scope?: string },
  request: TestRequest = {},
  options: object = {},
  isSecured = true,
) {
  const requests: IdempotentRequest[] = [];
  const kept: unknown[] = [];
  const transactions: unknown[] = [];
  const { call, logged } = await openCore({
    errors,
    handle: ({ transaction, reply: make }) => {
      transactions.push(transaction);
      if (reply.startsWith("send")) return make.send(Number(reply.slice(5)), {});
      return reply === "ok" ? make.ok({ id: 7 }) : make.fail(reply);
    },
    operation: {
      path: "/things/{id}",
      body: "application/json",
      idempotency: { ...rule, scope },
      security: isSecured ? secured.security : null,
      errors: ["POOR", "LATE", "BUSY", "BAD_SIZE"],
      causes: { "idempotency-conflict": "TWICE" },
      responses: [{ from: 200, to: 599, mediaType: "application/json" }],
    },
    bindings: {
      checks: {
        table: [
          { kind: "any" },
          { kind: "number", rules: [["maximum", 9]], codes: { "*": "BAD_SIZE" } },
          { kind: "object", fields: [["size", 1]], rest: 0 },
          { kind: "string", rules: [["maxLength", 4]], codes: { "*": "BAD_SIZE" } },
          { kind: "object", fields: [["id", 3]] },
          { kind: "object", fields: [["key", 0, 1]] },
        ],
        requests: { makeThing: { body: 2, path: 4, headers: 5, headerNames: ["key"] } },
      },
    },
    options: {
      authenticators: {
        Key: () => ({ caller: { name: "Loja" }, callerId: "cmp_1", apiKey: "one" }),
      },
      idempotency: {
        run: async (
          given: IdempotentRequest,
          work: (transaction: unknown) => Promise<{ result: never; keep?: object }>,
        ) => {
          requests.push(given);
          if (outcome) return outcome as never;
          const done = await work("the transaction");
          kept.push(done.keep);
          return { kind: "ran", result: done.result };
        },
      } as never,
      ...options,
    },
  });
  const response = await call({
    url: "/things/5",
    body: { size: 1 },
    query: { a: "1" },
    ...request,
    headers: { ...secured.headers, key: "k1", ...request.headers },
  });
  return { response, requests, kept, transactions, logged };
}

test("a key belongs to an operation and its caller, and a request is the same only if all of it is", async () => {
  const [asked] = (await remember({})).requests;
  expect(asked).toEqual({
    id: '["makeThing","cmp_1","k1"]',
    operation: "makeThing",
    owner: "cmp_1",
    key: "k1",
    now,
    expiresAt: now + 60_000,
    fingerprint: fingerprintOf([{ id: "5" }, {}, { size: 1 }]),
  });
  const prints = new Set([asked?.fingerprint]);
  for (const request of [{ url: "/things/6" }, { body: { size: 2 } }, { body: undefined }])
    prints.add((await remember({}, request)).requests[0]?.fingerprint);
  expect(prints.size).toBe(4);
});

const nameless = { authenticators: { Key: () => ({ caller: {}, callerId: "cmp_1" }) } };
const scopes = {
  tenant: ({ ip }: { ip: string }, caller?: { name: string }) => `${caller?.name} of ${ip}`,
};

test.for<[scope: string, owner: string, options?: object, isSecured?: boolean]>([
  ["apiKey", "one"],
  ["apiKey", "cmp_1", nameless],
  ["apiKey", "", { authenticators: {} }, false],
  ["tenant", "Loja of 10.0.0.1", { scopes }],
  ["tenant", "undefined of 10.0.0.1", { scopes, authenticators: {} }, false],
  ["ip", "10.0.0.1"],
])("a key in the scope %s belongs to %j", async ([scope, owner, options, isSecured]) => {
  const { requests } = await remember({ scope }, { ip: "10.0.0.1" }, options, isSecured);
  expect(requests).toMatchObject([{ owner }]);
});

test("no server starts without the value of a scope that the contract names", async () => {
  await expect(remember({ scope: "tenant" })).rejects.toThrow("set option `scopes.tenant`");
});

test("what a handler refuses is kept with the key where the contract says so, and frees it otherwise", async () => {
  for (const reply of ["ok", "send 202", "POOR", "LATE", "BUSY", "send 418", "send 504"]) {
    const { kept, response } = await remember({ reply });
    const isKept = response.status < 400 || rule.keeps.includes(reply);
    expect(kept, reply).toEqual([
      isKept ? { status: response.status, body: response.text } : undefined,
    ]);
  }
});

test("an invalid request takes its key where its error is kept, and otherwise asks no store", async () => {
  const kept = await remember({}, { body: { size: 10 } });
  expect([kept.response.status, kept.response.body.error.code]).toEqual([422, "BAD_SIZE"]);
  expect([kept.kept, kept.transactions]).toEqual([[{ status: 422, body: kept.response.text }], []]);
  const keyless = await remember({}, { headers: { key: undefined as never } });
  expect([keyless.response.status, keyless.response.body.error.code, keyless.requests]).toEqual([
    400,
    "NO_KEY",
    [],
  ]);
  // Not even where the first thing that is wrong would be kept: requests without a key are not one another's.
  const both = await remember({}, { url: "/things/12345", headers: { key: undefined as never } });
  expect([both.response.status, both.response.body.error.code, both.requests]).toEqual([
    422,
    "BAD_SIZE",
    [],
  ]);
});

test("a key that is in use or was used for something else is refused", async () => {
  for (const [outcome, retryAfter] of [
    [{ kind: "conflict" }, undefined],
    [{ kind: "running", retryAfter: 2.1 }, "3"],
    [{ kind: "running", retryAfter: 0 }, "1"],
  ] as const) {
    const { response } = await remember({ outcome });
    expect([response.status, response.body.error.code]).toEqual([409, "TWICE"]);
    expect(response.headers).toEqual(retryAfter === undefined ? {} : { "retry-after": retryAfter });
  }
});

test("a store that fails, at once or later, fails the request and is named", async () => {
  for (const run of [
    () => {
      throw new Error("away");
    },
    () => Promise.reject(new Error("away")),
  ]) {
    const events: unknown[] = [];
    const { response } = await remember(
      {},
      {},
      {
        idempotency: { run },
        observe: () => ({
          end: ({ failedStore }: { failedStore: string }) => events.push(failedStore),
        }),
      },
    );
    expect([response.status, events]).toEqual([500, ["idempotency"]]);
  }
});
