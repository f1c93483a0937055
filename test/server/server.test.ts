import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { redactLog } from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import { bearer, bodyOf, call } from "./support/call.ts";
import { openSample } from "./support/each-adapter.ts";

const handlers = makeHandlers();

describe("health and the end", () => {
  test("the health route says whether the server is ready, and can be moved or left out", async () => {
    let ready = true;
    const { server } = await openSample({ ready: () => ready });
    expect((await server.inject("/health")).json()).toEqual({ status: "ok" });
    ready = false;
    const unwell = await server.inject("/health");
    expect([unwell.statusCode, unwell.json()]).toEqual([503, { status: "unavailable" }]);

    const moved = await openSample({ health: "/alive" });
    expect((await moved.server.inject("/alive")).statusCode).toBe(200);
    expect((await moved.server.inject("/health")).json()).toMatchObject({
      error: { code: "NOT_FOUND" },
    });

    const without = await openSample({ health: false });
    expect((await without.server.inject("/health")).statusCode).toBe(404);
  });

  test("a request that runs is answered before the server ends", async () => {
    const running = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const { server } = await makeSample({
      rateLimits: unlimited,
      handlers: {
        ...handlers,
        listWebhooks: async ({ reply }) => {
          running.resolve();
          await held.promise;
          return reply.ok([]);
        },
      },
    });
    const url = await server.listen({ port: 0, host: "127.0.0.1" });
    const answer = fetch(`${url}/api/v1/webhook`, {
      headers: { authorization: await bearer(server) },
    });
    await running.promise;
    const closed = server.close();
    held.resolve();
    expect((await answer).status).toBe(200);
    await closed;
    await expect(
      new Promise((resolve, reject) =>
        connect(Number(new URL(url).port), "127.0.0.1", () => resolve(1)).on("error", reject),
      ),
    ).rejects.toThrow("ECONNREFUSED");
  });

  test("does not wait for a connection that a client opened ahead and sends nothing on", async () => {
    const { server } = await makeSample();
    const { port } = new URL(await server.listen({ port: 0, host: "127.0.0.1" }));
    const ahead = connect(Number(port), "127.0.0.1");
    await once(ahead, "connect");
    // Answered, so the server has seen the connection too.
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    const ended = once(ahead, "close");
    await server.close();
    await ended;
  });
});

test("logs show neither credentials nor what the contract calls personal, however deep", async () => {
  const lines: string[] = [];
  const { server } = await openSample({
    rateLimits: unlimited,
    handlers: {
      ...handlers,
      createCharge: (context) => {
        context.log.info(
          { of: [context.body], headers: context.request.headers, pixKey: "a@b.example" },
          "seen",
        );
        return handlers.createCharge(context);
      },
    },
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  });
  const token = await bearer(server);
  expect((await call(server, "createCharge", token)).status).toBe(200);
  const { customer } = bodyOf("createCharge") as { customer: Record<string, string> };
  const hidden = ["name", "email", "phone", "document"].map((field) => customer[field] ?? "");
  for (const text of [
    lines.join(""),
    JSON.stringify(redactLog({ of: [bodyOf("createCharge")] })),
  ]) {
    for (const value of [...hidden, token.slice(7), "a@b.example"])
      expect(text).not.toContain(value);
    expect(text).toContain('"billingAddress":"[redacted]"');
    // Other fields stay.
    expect(text).toContain('"amountInCents"');
    expect(text).toContain('"documentType":"cpf"');
  }
});
