import { afterEach, expect, test, vi } from "vitest";
import { makeCheck, openCore } from "../../../../test/server/support/core.ts";
import type { InvalidResponse } from "../options.ts";
import type { LoadedChecks, OperationRule, ResponseCheck } from "../rules.ts";

afterEach(() => void vi.restoreAllMocks());

const isEnvelope = makeCheck((body) => typeof (body as { error?: unknown }).error === "object", {
  instancePath: "/error",
});
const details = makeCheck((given) => (given as { left: number }).left > 0, {
  instancePath: "/left",
  keyword: "minimum",
});
const errors: LoadedChecks["errors"] = {
  envelope: isEnvelope,
  details: { POOR: { check: details, required: true }, SHY: { check: details, required: false } },
};
const error = (code: string) => ({ code, status: 402, message: `${code}.`, list: false });

type Reply = { ok(data: unknown): never; fail(code: string, message?: string, details?: unknown): never };

/** Has a handler answer, and gives the violations that were found in it. */
async function check(
  answer: (reply: Reply) => never,
  checks: Record<number, ResponseCheck>,
  {
    operation,
    ...options
  }: { operation?: Partial<OperationRule>; checkResponses?: number | boolean; tolerate?: () => boolean } = {},
) {
  const reported: InvalidResponse[] = [];
  const { call, logged } = await openCore({
    contract: { errors: { POOR: error("POOR"), SHY: error("SHY"), PLAIN: error("PLAIN") } },
    bindings: { loadResponses: async () => ({ responses: { makeThing: checks }, errors }) },
    operation: { errors: ["POOR", "SHY", "PLAIN"], ...operation },
    options: {
      ...{ checkResponses: true, ...options },
      handlers: { makeThing: ({ reply }: { reply: Reply }) => answer(reply) } as never,
      onInvalidResponse: (invalid) => reported.push(invalid),
    },
  });
  const { status } = await call();
  expect(logged.map(({ level, message }) => [level, message])).toEqual(
    reported.map(() => ["error", "A response breaks the contract."]),
  );
  return { status, reported, found: reported.flatMap(({ violations }) => violations) };
}

const ok = (reply: Reply) => reply.ok({ id: 1 });
const body = makeCheck((given) => (given as { data: { id: number } }).data.id > 1, {
  instancePath: "/data/id",
  keyword: "minimum",
  params: { limit: 1 },
});
const wrongId = { path: "data.id", rule: "minimum", message: "is wrong" };

test("a body is held against the check of its status, told of without figures, and sent", async () => {
  const { status, reported } = await check(ok, { 201: { body } });
  expect([status, reported]).toEqual([201, [{ operation: "makeThing", status: 201, violations: [wrongId] }]]);
  expect((await check((reply) => reply.ok({ id: 2 }), { 201: { body } })).found).toEqual([]);
  expect((await check(ok, { 200: { body } })).found).toEqual([]);
  expect((await check(ok, { 201: { body } }, { tolerate: () => true })).found).toEqual([]);
});

test("a share of the responses is checked, and none or all where the share is that", async () => {
  const random = vi.spyOn(Math, "random");
  for (const [checkResponses, drawn, found] of [
    [0.5, 0.4999, [wrongId]],
    [0.5, 0.5, []],
    [1, 1, [wrongId]],
    [0, 0, []],
    [false, 0, []],
  ] as const) {
    random.mockReturnValue(drawn);
    expect((await check(ok, { 201: { body } }, { checkResponses })).found).toEqual(found);
  }
});

test("an error has its shape, one of the codes of its status, and the details of its code", async () => {
  const fail = (code: string, given?: unknown) => (reply: Reply) => reply.fail(code, undefined, given);
  const checks = { 402: { errors: ["POOR", "SHY"] } };
  expect((await check(fail("POOR", { left: 1 }), checks)).found).toEqual([]);
  expect((await check(fail("POOR"), checks)).found).toEqual([
    { path: "error.details", rule: "required", message: "is required" },
  ]);
  expect((await check(fail("SHY"), checks)).found).toEqual([]);
  expect((await check(fail("SHY", { left: 0 }), checks)).found).toEqual([
    { path: "error.details.left", rule: "minimum", message: "is wrong" },
  ]);
  expect((await check(fail("PLAIN"), checks)).found).toEqual([
    { path: "error.code", rule: "enum", message: "must be one of POOR, SHY" },
  ]);
  // What nothing is known of may have details or not.
  const plain = { 402: { errors: ["PLAIN"] } };
  for (const given of [undefined, { left: 0 }]) expect((await check(fail("PLAIN", given), plain)).found).toEqual([]);
  expect((await check(ok, { 201: { errors: ["POOR"] } })).found).toEqual([
    { path: "error", rule: "type", message: "is wrong" },
  ]);
});

test("details that are wrong as a whole are told of by their own path", async () => {
  const whole = makeCheck(() => false);
  const original = errors.details.SHY;
  (errors.details as Record<string, unknown>).SHY = { check: whole, required: false };
  const { found } = await check((reply) => reply.fail("SHY", undefined, 5), { 402: { errors: ["SHY"] } });
  (errors.details as Record<string, unknown>).SHY = original;
  expect(found).toEqual([{ path: "error.details", rule: "type", message: "is wrong" }]);
});

test("headers are there where they have to be, and as they have to be", async () => {
  const header = (required: boolean, isGood: boolean) => ({ name: "sunset", required, check: makeCheck(() => isGood) });
  const sunset = { operation: { sunset: "tomorrow" } };
  const wrong = { path: "headers.sunset", rule: "type", message: "is wrong" };
  expect((await check(ok, { 201: { headers: [header(true, false)] } }, sunset)).found).toEqual([wrong]);
  expect((await check(ok, { 201: { headers: [header(true, true)] } }, sunset)).found).toEqual([]);
  expect((await check(ok, { 201: { headers: [header(false, false)] } })).found).toEqual([]);
  expect((await check(ok, { 201: { headers: [header(true, false)] } })).found).toEqual([
    { path: "headers.sunset", rule: "required", message: "is required" },
  ]);
});

test("where nobody asks to be told, an invalid response is logged and sent", async () => {
  const { call, logged } = await openCore({
    bindings: { loadResponses: async () => ({ responses: { makeThing: { 201: { body } } }, errors }) },
    options: { checkResponses: true },
  });
  expect([(await call()).status, logged.map(({ fields }) => fields)]).toEqual([
    ...[201, [{ operation: "makeThing", status: 201, violations: [wrongId] }]],
  ]);
});
