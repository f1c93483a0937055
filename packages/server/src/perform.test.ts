import { expect, test } from "vitest";
import { type CoreSetup, makeCheck, openCore, type TestRequest } from "../../../test/server/support/core.ts";
import type { OperationRule } from "./rules.ts";

const error = (code: string, status: number, list = false) => ({ code, status, message: `${code}.`, list });
const errors = Object.fromEntries(
  [error("BAD_SIZE", 422), error("BAD_ID", 404), error("INVALID", 400, true)].map((one) => [one.code, one]),
);

const size = makeCheck((body) => (body as { size: number }).size < 10, {
  ...{ instancePath: "/size", keyword: "maximum", params: { limit: 9 } },
});

/** Sends a request to an operation with an id and a body, and gives what its handler got. */
async function perform(
  operation: Partial<OperationRule> = {},
  request: TestRequest = {},
  options: CoreSetup["options"] = {},
) {
  const contexts: Record<string, unknown>[] = [];
  const { call } = await openCore({
    contract: { errors },
    operation: { path: "/things/{id}", body: "application/json", causes: { validation: "INVALID" }, ...operation },
    bindings: {
      requests: {
        makeThing: {
          body: size,
          path: makeCheck((params) => (params as { id: string }).id.length < 5, {
            instancePath: "/id",
            keyword: "maxLength",
          }),
          query: makeCheck(() => true),
          headers: makeCheck(() => true),
          headerNames: ["x-known", "x-absent"],
        },
      },
    },
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
  const company = { name: "A" };
  const authenticators = { Key: () => ({ company, companyId: "cmp_1" }) };
  const { contexts } = await perform({ security }, { headers, query: { a: "1" } }, { authenticators });
  expect(contexts).toMatchObject([
    {
      ...{ body: { size: 1 }, params: { id: "5" }, query: { a: "1" }, headers: { "x-known": "1" } },
      ...{ company, companyId: "cmp_1", request: { id: "req_1" } },
    },
  ]);
  expect(contexts[0]?.headers).toEqual({ "x-known": "1" });
  const [{ log, request } = {}] = contexts;
  expect(request).toMatchObject({ log });
  expect((await perform()).contexts).toMatchObject([
    { company: undefined, companyId: undefined, transaction: undefined },
  ]);
});

test("an operation without a handler is a 501 once the request is valid", async () => {
  const without = { handlers: {} };
  expect((await perform({}, {}, without)).response.status).toBe(501);
  expect((await perform({}, { body: { size: 10 } }, without)).response.status).toBe(400);
});

test("violations have the code that the contract gives them all, else the general one", async () => {
  const invalid = { size: { maximum: "BAD_SIZE" } };
  const own = await perform({ invalid }, { body: { size: 10 } });
  expect([own.response.status, own.error.code, own.contexts]).toEqual([422, "BAD_SIZE", []]);
  expect(own.error.details).toEqual({ path: "size", rule: "maximum", message: "is wrong", maximum: 9 });
  const both = await perform({ invalid }, { body: { size: 10 }, url: "/things/12345" });
  expect([both.response.status, both.error.code]).toEqual([400, "INVALID"]);
  expect(both.error.details.map(({ path }: { path: string }) => path)).toEqual(["id", "size"]);
  // A code that the contract does not explain is no code.
  expect((await perform({ invalid: { size: { maximum: "NOWHERE" } } }, { body: { size: 10 } })).error.code).toBe(
    "INVALID",
  );
});

test("a path whose id breaks its rule leads nowhere, unless the operation has an error for it", async () => {
  const wrongId = { url: "/things/12345" };
  expect((await perform({ causes: {} }, wrongId)).error.code).toBe("NOT_FOUND");
  expect((await perform({}, wrongId)).error.code).toBe("INVALID");
  expect((await perform({ causes: {} }, { ...wrongId, body: { size: 10 } })).error.code).toBe("VALIDATION_ERROR");
  expect((await perform({ causes: {} }, { body: { size: 10 } })).error.code).toBe("VALIDATION_ERROR");
});
