import { expect, test } from "vitest";
import { openCore } from "../../../../../test/server/support/core.ts";
import { NodeExchange } from "./node-exchange.ts";

/** An exchange, and what was written to its response. */
async function open() {
  const { service } = await openCore();
  const written: unknown[] = [];
  const message = { complete: true, method: "POST", url: "/things", headers: {}, rawHeaders: [] };
  const response = {
    on: () => {},
    writeHead: (status: number, headers: string[]) => void written.push(status, headers),
    end: (body: string) => void written.push(body),
  };
  const host = { service, makeId: () => "req_1", addressOf: () => "192.0.2.7" };
  return { exchange: new NodeExchange(host, message as never, response as never), written };
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
      "allow",
      "retry-after",
      "retry-after",
      "2",
      "content-type",
      "application/json; charset=utf-8",
      "x-request-id",
      "req_1",
      "content-length",
      "7",
    ],
    '"ção"',
  ]);
  expect([exchange.isSent, ended]).toEqual([true, [[405, '"ção"']]]);
});
