import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openCore } from "../../../../../test/server/support/core.ts";
import { NodeExchange } from "./node-exchange.ts";

/** An exchange on a request that has not arrived whole, what its response was, and whether its socket was cut. */
async function open() {
  const { service, logged } = await openCore();
  const written: unknown[] = [];
  const cut: string[] = [];
  const message = Object.assign(new PassThrough(), {
    ...{ complete: false, method: "POST", url: "/things?a=1&a=2&b=", headers: { host: "x" } },
    rawHeaders: ["Host", "x"],
    socket: { destroy: () => cut.push("cut") },
  });
  const response = {
    writeHead: (status: number, headers: string[]) => void written.push(status, headers),
    end: (body: string) => void written.push(body),
  };
  const host = { service, makeId: () => "req_1", addressOf: () => "192.0.2.7" };
  const exchange = new NodeExchange(host, message as unknown as IncomingMessage, response as unknown as ServerResponse);
  return { exchange, written, message, cut, logged };
}

test("a response has its headers, its length in bytes and the request's id, and is given once", async () => {
  const { exchange, written } = await open();
  exchange.setHeader("allow", "GET");
  exchange.setHeader("retry-after", "1");
  exchange.setHeader("allow", "retry-after");
  exchange.setHeader("retry-after", "2");
  expect(["allow", "retry-after", "other"].map((name) => exchange.getHeader(name))).toEqual([
    "retry-after",
    "2",
    undefined,
  ]);
  const ended: unknown[] = [];
  exchange.onEnd = (...given) => void ended.push(given);
  exchange.end(405, '"ção"');
  exchange.end(200, "{}");
  expect(written).toEqual([
    405,
    [
      ...["allow", "retry-after", "retry-after", "2", "content-type", "application/json; charset=utf-8"],
      ...["content-length", "7", "x-request-id", "req_1"],
    ],
    '"ção"',
  ]);
  expect([exchange.isSent, ended]).toEqual([true, [[405, '"ção"']]]);
});

test("a response without a body has neither type nor length, and another type is told", async () => {
  const { exchange, written } = await open();
  exchange.end(204, "");
  expect(written).toEqual([204, ["x-request-id", "req_1"], ""]);
  const page = await open();
  page.exchange.end(200, "<p>", "text/html");
  expect(page.written[1]).toContain("text/html");
});

test("what is left of a body that nobody reads is thrown away, and cut where it has no end", async () => {
  const { exchange, message, cut } = await open();
  expect(message.readableFlowing).toBeNull();
  exchange.end(413, "{}");
  expect(message.readableFlowing).toBe(true);
  message.write(Buffer.alloc(1024 * 1024 + 1));
  await new Promise((done) => setImmediate(done));
  expect(cut).toEqual(["cut"]);
});

test("a handler sees the request as it came", async () => {
  const { exchange, message, logged } = await open();
  const { request } = exchange;
  expect([request.method, request.url, request.ip, request.id]).toEqual([
    "POST",
    "/things?a=1&a=2&b=",
    "192.0.2.7",
    "req_1",
  ]);
  expect([request.headers, request.raw]).toEqual([{ host: "x" }, message]);
  expect({ ...exchange.query() }).toEqual({ a: ["1", "2"], b: "" });
  expect([exchange.header("host"), exchange.header("via")]).toEqual(["x", undefined]);
  const { log } = request;
  log.info({ a: 1 }, "seen");
  expect([logged, request.log === log]).toEqual([
    [{ level: "info", fields: { reqId: "req_1", a: 1 }, message: "seen" }],
    true,
  ]);
  const failed = await open();
  failed.exchange.fail(new Error("secret"));
  expect([failed.written[0], failed.logged.length]).toEqual([500, 1]);
});
