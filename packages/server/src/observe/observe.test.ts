import { expect, test } from "vitest";
import { openCore } from "../../../../test/server/support/core.ts";
import { findCode, type RequestObserver } from "./observe.ts";

test("an observer that fails, wherever it does, does not fail the request, and the log has why", async () => {
  const failure = new Error("No collector.");
  const fail = (): never => {
    throw failure;
  };
  const failAfter = (work: () => void): void => {
    work();
    fail();
  };
  const observers: (() => RequestObserver)[] = [
    fail,
    () => ({ end: fail }),
    () => ({ run: fail }),
    () => ({ run: failAfter }),
  ];
  for (const [index, observe] of observers.entries()) {
    const handled: number[] = [];
    const { call, logged } = await openCore({
      operation: { body: "application/json" },
      handle: ({ reply }) => reply.ok({ count: handled.push(1) }),
      options: { observe },
    });
    expect([(await call()).status, handled]).toEqual([201, [1]]);
    expect(logged, `observer ${index}`).toEqual([
      { level: "error", fields: { err: failure }, message: "An observer of requests failed." },
    ]);
  }
});

test.for<[body: object | string, code: string | undefined]>([
  [{ error: { code: "IN_ERROR" } }, "IN_ERROR"],
  [{ code: "AT_THE_TOP" }, "AT_THE_TOP"],
  [{ code: "AT_THE_TOP", error: { code: "IN_ERROR" } }, "IN_ERROR"],
  [{ code: "AT_THE_TOP", error: "text" }, "AT_THE_TOP"],
  [{ code: 7 }, undefined],
  [{ error: {} }, undefined],
  ["plain text", undefined],
])("of the body %j the code is %s", ([body, code]) => {
  expect(findCode(typeof body === "string" ? body : JSON.stringify(body))).toBe(code);
});
