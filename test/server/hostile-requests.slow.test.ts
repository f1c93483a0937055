// Requests that no client sends by accident, on every adapter; those below HTTP where an adapter owns the socket.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, bodyOf, call } from "./support/call.ts";
import { onEachAdapter, openSample, shareSample } from "./support/each-adapter.ts";
import { codesIn, exchangeWith } from "./support/raw.ts";

const charge = bodyOf("createCharge");
const path = "/api/v1/pix/in/qrcode";

onEachAdapter(() => {
  const sample = shareSample({ rateLimits: unlimited });

  test.for([
    ["QUERY", undefined],
    ["QUERY", ";;;"],
    ["POST", ";;;"],
  ])(
    "an invalid content type, where the body is not read %s with the type %j",
    async ([method = "", type]) => {
      const changes = { method, headers: { "content-type": type }, rawBody: "{}" };
      const unknown = await call(sample.server, "listWebhooks", sample.token, {
        ...changes,
        path: "/nothing",
      });
      expect([unknown.status, unknown.body.error.code]).toEqual([404, "NOT_FOUND"]);
      const known = await call(sample.server, "listWebhooks", sample.token, {
        ...changes,
        path: "/api/v1/transactions/x",
      });
      expect([known.status, known.headers.allow]).toEqual([405, "GET, HEAD"]);
    },
  );

  describe("text that is none", () => {
    const customer = charge.customer as Record<string, string>;
    test.for([
      ["U+0000", '"a\\u0000b"', "description", { ...charge, description: "@" }],
      ["a lone surrogate", '"\\ud800"', "description", { ...charge, description: "@" }],
      [
        "the other half",
        '"x\\uDC00"',
        "customer.name",
        { ...charge, customer: { ...customer, name: "@" } },
      ],
      [
        "in a field with a code of its own",
        '"\\u0000"',
        "customer.email",
        { ...charge, customer: { ...customer, email: "@" } },
      ],
    ] as const)("%s is a 400 with the field", async ([, text, field, body]) => {
      const rawBody = JSON.stringify(body).replace('"@"', text);
      const answer = await call(sample.server, "createCharge", sample.token, { rawBody });
      expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual([field]);
    });

    test("whole pairs, escapes and fields that are ignored are no reason to refuse", async () => {
      const rawBody = JSON.stringify({ ...charge, description: "@", unknown: "#" })
        .replace('"@"', '"\\ud83d\\ude00 \\u00e7"')
        .replace('"#"', '"\\u0000"');
      expect((await call(sample.server, "createCharge", sample.token, { rawBody })).status).toBe(
        200,
      );
    });

    test.for(["%00", "a%00b", "%ED%A0%80", "%ff", "%zz"])(
      "an id of %s is the id of nothing",
      async (id) => {
        const answer = await call(sample.server, "getTransaction", sample.token, {
          path: `/api/v1/transactions/${id}`,
        });
        expect([answer.status, answer.body.error.code]).toEqual([404, "TRANSACTION_NOT_FOUND"]);
        const refused = await call(sample.server, "getTransaction", undefined, {
          path: `/api/v1/transactions/${id}`,
        });
        expect(refused.status).toBe(401);
      },
    );
  });
});

onEachAdapter(() => {
  test("a request that is refused before its body is read gets no 100 Continue", async () => {
    const { server } = await openSample({ rateLimits: unlimited });
    const token = await bearer(server);
    const port = Number(new URL(await server.listen({ port: 0, host: "127.0.0.1" })).port);
    const text = JSON.stringify(charge);
    const head = (authorization: string, ...lines: string[]): string =>
      [
        `POST ${path} HTTP/1.1`,
        "Host: x",
        `Authorization: ${authorization}`,
        "Content-Type: application/json",
        ...lines,
        "Expect: 100-continue",
        `Content-Length: ${Buffer.byteLength(text)}`,
        "",
        "",
      ].join("\r\n");
    const refused = await exchangeWith(port, [head("Bearer a.b.c")]);
    expect(codesIn(refused)).toEqual(["401 INVALID_TOKEN"]);
    expect(refused).toMatch(/\r\nconnection: close\r\n/i);
    const taken = await exchangeWith(port, [head(token, "Connection: close"), text], {
      pause: 200,
    });
    expect(taken).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  test("noise behind a request that still runs is answered after it", async () => {
    const state = makeState();
    const handlers = makeHandlers(state, Date.now);
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: {
        ...handlers,
        createTransfer: async (context) => {
          await sleep(150);
          return handlers.createTransfer(context);
        },
      },
    });
    const token = await bearer(server);
    const port = Number(new URL(await server.listen({ port: 0, host: "127.0.0.1" })).port);
    const text = JSON.stringify(bodyOf("createTransfer"));
    const transfer = (key: string): string =>
      [
        "POST /api/v1/pix/out/pixkey HTTP/1.1",
        "Host: x",
        `Authorization: ${token}`,
        `X-Idempotency-Key: ${key}`,
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(text)}`,
        "",
        text,
      ].join("\r\n");
    const noise = "\x00\x01 noise\r\n\r\n";
    expect(codesIn(await exchangeWith(port, [transfer("a") + noise]))).toEqual([
      "200 OK",
      "400 MALFORMED_REQUEST",
    ]);
    const two = await exchangeWith(port, [transfer("b") + transfer("c") + noise]);
    expect(codesIn(two)).toEqual(["200 OK", "200 OK", "400 MALFORMED_REQUEST"]);
  });
}, ["node", "fastify"]);
