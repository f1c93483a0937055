import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { asError, exchangeOf } from "./fastify-exchange.ts";

/** An exchange on a request that has not arrived whole, what its reply was given, and whether its socket was cut. */
function open(params: Record<string, string> = {}) {
  const sent: unknown[] = [];
  const cut: string[] = [];
  const raw = Object.assign(new PassThrough(), { complete: false, socket: { destroy: () => cut.push("cut") } });
  const headers: Record<string, unknown> = {};
  const reply = {
    ...{ sent: false, raw: { removeHeader: (name: string) => sent.push(`without ${name}`) } },
    code: (status: number) => {
      sent.push(status);
      return reply;
    },
    header: (name: string, value: unknown) => {
      headers[name] = value;
      return reply;
    },
    getHeader: (name: string) => headers[name],
    send: (body: unknown) => {
      reply.sent = true;
      sent.push(body);
      return reply;
    },
  };
  const request = {
    ...{ id: "req_1", params, raw, headers: { host: "x" }, query: { a: "1" } },
    server: { server: {} },
  };
  return { exchange: exchangeOf(request as never, reply as never), request, reply, raw, headers, sent, cut };
}

test("a response is given once, with its type and the request's id, and an endless body is cut", async () => {
  const { exchange, headers, sent, raw, cut } = open();
  const ended: unknown[] = [];
  exchange.onEnd = (...given) => void ended.push(given);
  exchange.end(413, "{}");
  exchange.end(200, "[]");
  exchange.fail(new Error("late"));
  expect([sent, ended]).toEqual([[413, "{}"], [[413, "{}"]]]);
  expect(headers).toEqual({ "content-type": "application/json; charset=utf-8", "x-request-id": "req_1" });
  raw.write(Buffer.alloc(1024 * 1024 + 1));
  await new Promise((done) => setImmediate(done));
  expect(cut).toEqual(["cut"]);
  const empty = open();
  empty.exchange.end(204, "");
  expect([empty.sent, empty.headers]).toEqual([[204, undefined], { "x-request-id": "req_1" }]);
});

test("a request has one exchange, whose ids are null where they are no text", () => {
  const { exchange, request, reply } = open({ id: "5", part: "a\0" });
  expect(exchangeOf(request as never, reply as never)).toBe(exchange);
  expect(exchange.params).toEqual({ id: "5", part: null });
  expect(open({ id: "5" }).exchange.params).toEqual({ id: "5" });
  exchange.setHeader("age", "5");
  expect([exchange.getHeader("age"), exchange.getHeader("etag"), exchange.header("host")]).toEqual([
    "5",
    undefined,
    "x",
  ]);
});

test("what was thrown and is no error becomes one", () => {
  const error = new Error("down");
  expect(asError(error)).toBe(error);
  expect(asError("down")).toMatchObject({ message: "What was thrown is no error.", cause: "down" });
  const { exchange, sent } = open();
  exchange.fail("down");
  expect(sent).toEqual([expect.any(Error)]);
});
