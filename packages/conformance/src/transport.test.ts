import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../test/support/listen.ts";
import { makeTransport } from "./transport.ts";

/** A server for one test, which closes at its end. */
async function serve(answer: RequestListener): Promise<{ url: string; close: () => void }> {
  const { url, close } = await listen(answer);
  onTestFinished(close);
  return { url: `${url}/`, close };
}

/** A server that resets the connection of its first request; `seen` lists the methods of all. */
async function startResetting() {
  const seen: string[] = [];
  const { url } = await serve((request, response) => {
    seen.push(request.method ?? "");
    if (seen.length === 1) request.socket.resetAndDestroy();
    else response.end("{}");
  });
  return { seen, url };
}

test("a reset GET is sent again, and counted", async () => {
  const { seen, url } = await startResetting();
  const transport = makeTransport(url, 5_000);
  const { response } = await transport.send({ method: "GET", url, headers: {} });
  expect([response?.status, seen, transport.resets]).toEqual([200, ["GET", "GET"], 1]);
});

test.for(["POST", "DELETE"])("a reset %s is not: it may have had its effect", async (method) => {
  const { seen, url } = await startResetting();
  const transport = makeTransport(url, 5_000);
  const { response, failure } = await transport.send({ method, url, headers: {} });
  expect([response, seen, transport.resets]).toEqual([undefined, [method], 1]);
  expect(failure).toMatch(/ECONNRESET|closed/);
});

test("a POST that takes too long is sent once", async () => {
  const seen: string[] = [];
  const { url } = await serve((request) => seen.push(request.method ?? ""));
  const transport = makeTransport(url, 100);
  const { failure } = await transport.send({ method: "POST", url, headers: {} });
  expect([failure, seen]).toEqual(["it took too long (--timeout)", ["POST"]]);
});

/** A server that answers, resets or leaves open each request, as it is told: `.`, `x` or `_`. */
async function startBy(pattern: string) {
  const seen: string[] = [];
  const replies = [...pattern];
  const { url, close } = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const reply = replies.shift() ?? ".";
    if (reply === "x") request.socket.resetAndDestroy();
    else if (reply === ".") response.end("{}");
  });
  const transport = makeTransport(url, 300);
  const send = () => transport.send({ method: "POST", url: `${url}a`, headers: {} });
  return { seen, transport, send, close };
}

test("three requests in a row without a response, and not three in all, make it look whether the server is there", async () => {
  const { seen, send } = await startBy("xx.xx.");
  for (let count = 0; count < 6; count++) await send();
  expect(seen).not.toContain("GET /");
  const lost = await startBy("xxx");
  for (let count = 0; count < 3; count++) await lost.send();
  expect(lost.seen).toEqual(["POST /a", "POST /a", "POST /a", "GET /"]);
  // It is there: the count begins anew.
  expect((await lost.send()).response?.status).toBe(200);
});

test("requests that are lost at the same time look once, and a server that is gone ends the run", async () => {
  const { transport, send, seen, close } = await startBy("xxxxxx");
  await Promise.all(Array.from({ length: 6 }, send));
  expect(seen.filter((one) => one === "GET /")).toHaveLength(1);
  expect([transport.resets, transport.inFlight]).toEqual([6, 0]);
  close();
  const ends = Promise.all([send(), send(), send()]);
  await expect(ends).rejects.toThrow(/no longer answers: .*The last request was POST http/);
});

test("a request that takes too long is no reset", async () => {
  const { transport, send } = await startBy("_");
  expect((await send()).failure).toBe("it took too long (--timeout)");
  expect(transport.resets).toBe(0);
});
