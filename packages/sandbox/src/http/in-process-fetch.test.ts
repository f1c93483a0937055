import { createServer, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { makeInProcessFetch } from "./in-process-fetch.ts";

/** Answers each request with the status and the headers that it asks for, and its own parts as the body. */
const server = createServer(async (request: IncomingMessage, response) => {
  if (request.url === "/reset") return void request.socket.destroy();
  const chunks = await request.toArray();
  response.statusCode = Number(request.headers["x-status"] ?? 200);
  response.setHeader("set-cookie", ["a=1", "b=2"]);
  const { method, url, headers } = request;
  response.end(
    JSON.stringify({ method, url, host: headers.host, body: Buffer.concat(chunks).toString() }),
  );
});
const fetch = makeInProcessFetch(server);

test.for([
  ["GET", 200, true],
  ["GET", 500, true],
  ["POST", 201, true],
  ["OPTIONS", 200, true],
  ["GET", 204, false],
  ["DELETE", 204, false],
  ["GET", 205, false],
  ["GET", 304, false],
  ["HEAD", 200, false],
  ["HEAD", 404, false],
] as const)("%s with %d has a body: %s", async ([method, status, hasBody]) => {
  const response = await fetch("http://any.example/a?b=c", {
    method,
    headers: { "x-status": String(status) },
    ...(method === "POST" && { body: "sent" }),
  });
  expect(response.status).toBe(status);
  // What fetch itself has for a response without a body.
  expect(response.body === null).toBe(!hasBody);
  if (hasBody)
    expect(await response.json()).toEqual({
      method,
      url: "/a?b=c",
      host: "any.example",
      body: method === "POST" ? "sent" : "",
    });
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("a connection that is reset, and a signal, reject as those of fetch do", async () => {
  await expect(fetch("http://x/reset")).rejects.toThrow(new TypeError("fetch failed"));
  await expect(fetch("http://x/", { signal: AbortSignal.abort("why") })).rejects.toBe("why");
});
