import { expect, test } from "vitest";
import { type CoreSetup, openCore, type TestRequest } from "../../../test/server/support/core.ts";
import type { Codes } from "../../contract/src/check/table.ts";
import type { OperationRule } from "./rules.ts";

const error = (code: string, status: number, list = false) => ({ code, status, message: `${code}.`, list });
const errors = Object.fromEntries(
  [error("BAD_SIZE", 422), error("BAD_ID", 404), error("INVALID", 400, true)].map((one) => [one.code, one]),
);

/** A table by which a size is 9 at most and an id has four characters. */
const checksWith = (codes?: Codes): NonNullable<CoreSetup["bindings"]> => ({
  checks: {
    table: [
      { kind: "any" },
      { kind: "number", rules: [["maximum", 9]], ...(codes && { codes }) },
      { kind: "object", fields: [["size", 1]] },
      { kind: "text", rules: [["maxLength", 4]] },
      { kind: "object", fields: [["id", 3]] },
      { kind: "record", values: 0 },
    ],
    requests: { makeThing: { body: 2, path: 4, query: 5, headers: 5, headerNames: ["x-known", "x-absent"] } },
  },
});

/** Sends a request to an operation with an id and a body, and gives what its handler got. */
async function perform(
  operation: Partial<OperationRule> = {},
  request: TestRequest = {},
  options: CoreSetup["options"] = {},
  codes?: Codes,
) {
  const contexts: Record<string, unknown>[] = [];
  const { call } = await openCore({
    contract: { errors },
    operation: { path: "/things/{id}", body: "application/json", causes: { validation: "INVALID" }, ...operation },
    bindings: checksWith(codes),
    options: {
      handlers: {
        makeThing: (context: { reply: { ok(data: object): never } } & Record<string, unknown>) => {
          contexts.push(context);
          return context.reply.ok({});
        },
      } as never,
      ...options,
    },
  });
  const response = await call({ url: "/things/5", body: { size: 1 }, ...request });
  return { response, error: response.body.error, contexts };
}

test("a handler gets what was validated, and who calls", async () => {
  const security = { name: "Key", kind: "basic", challenge: "Basic" } as const;
  const headers = { "x-known": "1", "x-other": "2", authorization: `Basic ${btoa("a:b")}` };
  const caller = { name: "A" };
  const authenticators = { Key: () => ({ caller, callerId: "cmp_1" }) };
  const { contexts } = await perform({ security }, { headers, query: { a: "1" } }, { authenticators });
  expect(contexts).toMatchObject([
    {
      ...{ body: { size: 1 }, params: { id: "5" }, query: { a: "1" }, headers: { "x-known": "1" } },
      ...{ caller, callerId: "cmp_1", request: { id: "req_1" } },
    },
  ]);
  expect(contexts[0]?.headers).toEqual({ "x-known": "1" });
  const [{ log, request } = {}] = contexts;
  expect(request).toMatchObject({ log });
  expect((await perform()).contexts).toMatchObject([
    { caller: undefined, callerId: undefined, transaction: undefined },
  ]);
});

test("an operation without a handler is a 501 once the request is valid", async () => {
  const without = { handlers: {} };
  expect((await perform({}, {}, without)).response.status).toBe(501);
  expect((await perform({}, { body: { size: 10 } }, without)).response.status).toBe(400);
});

test("violations have the code that the contract gives them all, else the general one", async () => {
  const codes = { maximum: "BAD_SIZE" };
  const own = await perform({}, { body: { size: 10 } }, {}, codes);
  expect([own.response.status, own.error.code, own.contexts]).toEqual([422, "BAD_SIZE", []]);
  expect(own.error.details).toEqual({ path: "size", rule: "maximum", message: "must be <= 9", maximum: 9 });
  const both = await perform({}, { body: { size: 10 }, url: "/things/12345" }, {}, codes);
  expect([both.response.status, both.error.code]).toEqual([400, "INVALID"]);
  expect(both.error.details.map(({ path }: { path: string }) => path)).toEqual(["id", "size"]);
  // A code that the contract does not explain is no code.
  expect((await perform({}, { body: { size: 10 } }, {}, { maximum: "NOWHERE" })).error.code).toBe("INVALID");
});

test("a path whose id breaks its rule leads nowhere, unless the operation has an error for it", async () => {
  const wrongId = { url: "/things/12345" };
  expect((await perform({ causes: {} }, wrongId)).error.code).toBe("NOT_FOUND");
  expect((await perform({}, wrongId)).error.code).toBe("INVALID");
  expect((await perform({ causes: {} }, { ...wrongId, body: { size: 10 } })).error.code).toBe("VALIDATION_ERROR");
  expect((await perform({ causes: {} }, { body: { size: 10 } })).error.code).toBe("VALIDATION_ERROR");
});
