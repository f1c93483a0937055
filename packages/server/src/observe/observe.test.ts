import { expect, test } from "vitest";
import { openCore } from "../../../../test/server/support/core.ts";
import type { RequestObserver } from "./observe.ts";

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
