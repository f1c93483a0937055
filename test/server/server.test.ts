import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { redactLog } from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, bodyOf, call } from "./support/call.ts";
import { openSample } from "./support/each-adapter.ts";

const handlers = makeHandlers(makeState(), Date.now);

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
    expect((await moved.server.inject("/health")).json()).toMatchObject({ error: { code: "NOT_FOUND" } });

    const without = await openSample({ health: false });
    expect((await without.server.inject("/health")).statusCode).toBe(404);
  });

  test("a request that runs is answered before the server ends", async () => {
    const { promise: running, resolve: started } = Promise.withResolvers<void>();
    const { server } = await makeSample({
      rateLimits: unlimited,
      handlers: {
        ...handlers,
        listWebhooks: async ({ reply }) => {
          started();
          await new Promise((resolve) => setTimeout(resolve, 100));
          return reply.ok([]);
        },
      },
    });
    const url = await server.listen({ port: 0, host: "127.0.0.1" });
    const answer = fetch(`${url}/api/v1/webhook`, { headers: { authorization: await bearer(server) } });
    await running;
    const closed = server.close();
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

describe("logs", () => {
  test("show neither credentials nor documents nor keys, however deep", async () => {
    const lines: string[] = [];
    const { server } = await openSample({
      rateLimits: unlimited,
      handlers: {
        ...handlers,
        createTransfer: (context) => {
          context.log.info(
            { body: context.body, headers: context.request.headers, list: [{ customer: { document: "52998224725" } }] },
            "seen",
          );
          return handlers.createTransfer(context);
        },
      },
      logger: { stream: { write: (line: string) => void lines.push(line) } },
    });
    const token = await bearer(server);
    await call(server, "createTransfer", token);
    const text = lines.join("");
    expect(text).toContain('"pixKey":"[redacted]"');
    expect(text).toContain('"document":"[redacted]"');
    expect(text).not.toContain(token.slice(7));
    expect(text).not.toContain("destino@example.com");
    expect(text).not.toContain("52998224725");
  });

  test("show nothing of a person that the contract calls personal", () => {
    const text = JSON.stringify(redactLog({ body: bodyOf("createCharge") }));
    const { customer } = bodyOf("createCharge") as { customer: Record<string, string> };
    for (const field of ["name", "email", "phone", "document"]) expect(text).not.toContain(customer[field]);
    expect(text).toContain('"billingAddress":"[redacted]"');
    // What is no person's stays.
    expect(text).toContain('"amountInCents"');
    expect(text).toContain('"documentType":"cpf"');
  });
});
