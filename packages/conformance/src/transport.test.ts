import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { makeTransport } from "./transport.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that resets the connection of its first request; `seen` lists the methods of all. */
async function startResetting() {
  const seen: string[] = [];
  server = createServer((request, response) => {
    seen.push(request.method ?? "");
    if (seen.length === 1) request.socket.resetAndDestroy();
    else response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
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
  server = createServer((request) => seen.push(request.method ?? "")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const transport = makeTransport(url, 100);
  const { failure } = await transport.send({ method: "POST", url, headers: {} });
  expect([failure, seen]).toEqual(["it took too long (--timeout)", ["POST"]]);
});
