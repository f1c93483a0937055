import { tracingChannel } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { fastifyOptions, pixServer, prepareInstance } from "../../generated/server/src/fastify.ts";
import { makeAuthenticators } from "./sample/authenticators.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { makeState } from "./sample/state.ts";
import { basic, call } from "./support/call.ts";

/** The options of a sample of its own. */
function sample() {
  const state = makeState();
  return {
    authenticators: makeAuthenticators(state, Date.now),
    handlers: makeHandlers(state, Date.now),
  };
}

describe("as a plugin", () => {
  test("the log shows the server's own addresses, and no values of requests", async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const app = Fastify(fastifyOptions({ logger: { stream } }));
    app.get("/", async (request) => {
      request.log.info("document 529.982.247-25 at 127.0.0.1:8080");
      return "";
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    await app.inject("/");
    app.log.info("secret=abcdef of maria@example.com");
    await app.close();
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual([
      `Server listening at ${url}`,
      "document [redacted] at [redacted]:8080",
      "secret=[redacted] of [redacted]",
    ]);
  });

  test("stands next to routes of the host, under a prefix, and answers for its own paths", async () => {
    const app = Fastify({ ...fastifyOptions({ logger: false }) });
    app.get("/own", async () => "mine");
    await app.register((scope) => pixServer(scope, sample()), { prefix: "/payments" });
    expect((await app.inject("/own")).payload).toBe("mine");
    expect((await app.inject("/payments/api/v1/webhook")).json()).toMatchObject({
      error: { code: "INVALID_TOKEN" },
    });
    const wrong = await app.inject({ method: "PUT", url: "/payments/api/v1/webhook" });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    expect((await app.inject("/payments/nothing")).json()).toMatchObject({
      error: { code: "NOT_FOUND" },
    });
    expect((await app.inject("/api/v1/webhook")).statusCode).toBe(404);
    await app.close();
  });

  test("leaves unknown paths to the host where it is asked to", async () => {
    const app = Fastify();
    app.setNotFoundHandler((_request, reply) => reply.code(404).send("the host's"));
    await app.register((scope) => pixServer(scope, { ...sample(), notFound: false }));
    expect((await app.inject("/nothing")).payload).toBe("the host's");
    await app.close();
  });
});

test("the instance of a host that was prepared does the same, and answers tunnels", async () => {
  const app = Fastify({ ...fastifyOptions({ logger: false }) });
  prepareInstance(app);
  await app.register(pixServer, sample());
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const ahead = connect(Number(port), "127.0.0.1");
  await once(ahead, "connect");
  const tunnel = connect(Number(port), "127.0.0.1");
  tunnel.write("CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n");
  expect(await text(tunnel)).toMatch(/^HTTP\/1\.1 404 .*"code":"NOT_FOUND"/s);
  const ended = once(ahead, "close");
  await app.close();
  await ended;
});

test("hooks, onError, tracing channels, request ids and the log are Fastify's", async () => {
  const failure = new Error("The power is gone.");
  const seen: string[] = [];
  const traced: unknown[] = [];
  const channel = tracingChannel("fastify.request.handler");
  const note = { error: ({ error }: { error?: unknown }) => void traced.push(error) };
  channel.subscribe(note as never);
  const lines: string[] = [];
  const app = Fastify({
    logger: { stream: { write: (line: string) => void lines.push(line) } },
    genReqId: () => "my-id",
  });
  for (const hook of ["onRequest", "preHandler", "onSend", "onResponse"] as const) {
    app.addHook(hook, async () => void seen.push(hook));
  }
  app.addHook(
    "onError",
    async (_request, _reply, error) => void seen.push(`onError ${error.message}`),
  );
  const { authenticators, handlers } = sample();
  const issueToken = () => Promise.reject(failure);
  await app.register((scope) =>
    pixServer(scope, { authenticators, handlers: { ...handlers, issueToken } }),
  );
  const answer = await call(app, "issueToken", basic("key", "secret"));
  channel.unsubscribe(note as never);
  expect([answer.status, answer.body.error.code, answer.headers["x-request-id"]]).toEqual([
    500,
    "INTERNAL_ERROR",
    "my-id",
  ]);
  expect(seen).toEqual([
    "onRequest",
    "preHandler",
    "onError The power is gone.",
    "onSend",
    "onResponse",
  ]);
  expect(traced).toEqual([failure]);
  const logged = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  expect([logged.reqId, logged.operation, logged.err.message]).toEqual([
    "my-id",
    "issueToken",
    "The power is gone.",
  ]);
  await app.close();
});

test("a response of a host's own hook has the headers of the limit", async () => {
  const app = Fastify({ ...fastifyOptions({ logger: false }) });
  app.addHook("preHandler", async (_request, reply) => reply.code(503).send("closed"));
  await app.register(pixServer, sample());
  const { statusCode, headers } = await app.inject({
    method: "POST",
    url: "/api/auth",
    headers: { authorization: basic("key", "secret") },
  });
  expect(statusCode).toBe(503);
  expect(Number(headers["x-ratelimit-limit"])).toBeGreaterThan(0);
  await app.close();
});
