import { expect, test } from "vitest";
import { openCore } from "../../../../test/server/support/core.ts";
import type { OperationRule } from "../rules.ts";
import type { RequestEvent, RequestObserver } from "./observe.ts";

const security: OperationRule["security"] = { name: "Key", kind: "basic", challenge: "Basic" };
const headers = { authorization: `Basic ${btoa("a:b")}` };

test("a request is told of once it is answered: to the observer, and to the access log without what it holds", async () => {
  const events: RequestEvent[] = [];
  const begun: unknown[] = [];
  const { call, logged } = await openCore({
    operation: { security },
    options: {
      accessLog: true,
      observe: ({ url }, operation) => {
        begun.push([url, operation]);
        return { end: (event) => void events.push(event) };
      },
    },
  });
  const before = Date.now();
  const start = performance.now();
  for (const request of [{ headers }, {}, { url: "/other?document=1" }]) await call(request);
  const whole = performance.now() - start;
  const operation = { id: "makeThing", path: "/things" };
  expect(begun).toEqual([
    ["/things", operation],
    ["/things", operation],
    ["/other?document=1", undefined],
  ]);
  const about = {
    isReplay: false,
    failure: undefined,
    method: "POST",
    requestId: "req_1",
    startedAt: expect.any(Number),
    duration: expect.any(Number),
  };
  expect(events).toEqual([
    { operation, status: 201, code: undefined, callerId: "cmp_1", ...about },
    { operation, status: 401, code: "UNAUTHORIZED", callerId: undefined, ...about },
    { operation: undefined, status: 404, code: "NOT_FOUND", callerId: undefined, ...about },
  ]);
  for (const { startedAt, duration } of events) {
    expect(startedAt).toBeGreaterThanOrEqual(before);
    expect(duration).toBeGreaterThanOrEqual(0);
    expect(duration).toBeLessThanOrEqual(whole);
  }
  expect(logged.map(({ fields }) => fields)).toEqual(
    events.map(({ operation: one, method, status, code, callerId, duration }) => ({
      ...{ operation: one?.id, method, status, code, callerId, duration: Math.round(duration) },
    })),
  );
});

test("without an observer and an access log nothing is told, and one of them is enough", async () => {
  const { call, logged } = await openCore({});
  await call();
  expect(logged).toEqual([]);
  const log = await openCore({ options: { accessLog: true } });
  await log.call();
  expect(log.logged.map(({ level, message }) => [level, message])).toEqual([["info", "A request was answered."]]);
  const unwatched = await openCore({ options: { observe: () => undefined } });
  expect([(await unwatched.call()).status, unwatched.logged]).toEqual([201, []]);
});

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
    const handlers = {
      makeThing: ({ reply }: { reply: { ok(data: object): never } }) => reply.ok({ count: handled.push(1) }),
    };
    const { call, logged } = await openCore({
      operation: { body: "application/json" },
      options: { observe, handlers: handlers as never },
    });
    expect([(await call()).status, handled]).toEqual([201, [1]]);
    // What runs is once up to the body, and once from there on.
    expect(logged).toEqual(
      Array(index < 2 ? 1 : 2).fill({
        ...{ level: "error", fields: { err: failure }, message: "An observer of requests failed." },
      }),
    );
  }
});

test("every status from 400 on has the code of its error", async () => {
  const events: RequestEvent[] = [];
  const { call } = await openCore({ options: { observe: () => ({ end: (event) => void events.push(event) }) } });
  await call({ isSound: false });
  expect(events).toMatchObject([{ status: 400, code: "MALFORMED_REQUEST" }]);
});
