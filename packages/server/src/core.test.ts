import { expect, test } from "vitest";
import {
  openCore,
  plainOperation,
  secured,
  type TestContext,
} from "../../../test/server/support/core.ts";
import type { OperationEntry } from "./contract-table.ts";

const errors = { LOST: 404, GONE: 410, BAD: 400, NO_PATH: 404 };
const { security, headers } = secured;
const others: OperationEntry[] = [
  {
    ...plainOperation,
    id: "readThing",
    method: "GET",
    path: "/things/{id}",
    errors: ["GONE", "LOST"],
  },
  { ...plainOperation, id: "dropThing", method: "DELETE", path: "/things/{id}" },
];
test("an id that is no text is the id of nothing: the operation's first 404, or the general one", async () => {
  const seen: unknown[] = [];
  const handle = ({ params, reply }: TestContext) => {
    seen.push(params);
    return reply.ok({});
  };
  const { call } = await openCore({ others, errors, handle });
  const lost = await call({ method: "GET", url: "/things/%FF" });
  expect([lost.status, lost.body.error.code]).toEqual([404, "LOST"]);
  expect((await call({ method: "DELETE", url: "/things/%00" })).body.error.code).toBe("NOT_FOUND");
  expect(seen).toEqual([]);
  await call({ method: "GET", url: "/things/a%2Fb" });
  expect(seen).toEqual([{ id: "a/b" }]);
});

test("a body is read once the caller is let in, and only where the operation has one of its type", async () => {
  const operation = {
    body: "application/json",
    errors: ["BAD"],
    security,
  } as const;
  const { call, limits } = await openCore({ operation });
  expect([(await call()).status, limits]).toEqual([401, []]);
  expect([(await call({ headers })).status, limits]).toEqual([201, [1000]]);
  expect([
    (await call({ headers: { ...headers, "content-type": "text/plain" } })).status,
    limits,
  ]).toEqual([415, [1000]]);
  const bodiless = await openCore({});
  expect([
    (await bodiless.call({ headers: { "content-type": "text/plain" } })).status,
    bodiless.limits,
  ]).toEqual([201, []]);
});

test("a request runs inside of what its observer wraps around it", async () => {
  const order: string[] = [];
  const observe = () => ({
    run: (work: () => void) => {
      order.push("in");
      work();
      order.push("out");
    },
  });
  const operation = { body: "application/json" };
  const { call } = await openCore({
    operation,
    options: { observe },
    handle: ({ reply }) => {
      order.push("handled");
      return reply.ok({});
    },
  });
  await call();
  expect(order).toEqual(["in", "handled", "out"]);
});

test("every response has the Sunset header, errors too", async () => {
  const sunset = "Sat, 31 Jan 2027 00:00:00 GMT";
  const { call } = await openCore({ operation: { sunset, security } });
  expect(await call()).toMatchObject({ status: 401, headers: { sunset } });
  expect(await call({ headers })).toMatchObject({
    status: 201,
    headers: { sunset },
  });
  expect((await (await openCore({})).call()).headers).toEqual({});
});
