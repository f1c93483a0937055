import { expect, test } from "vitest";
import type { InvalidResponse, InvalidValue } from "../../generated/server/src/index.ts";
import { unlimited } from "./sample/server.ts";
import { bearer, bodyOf, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

onEachAdapter(() => {
  const http = "http://127.0.0.1:4000/hook";

  /** A server that lets every value of some paths pass, and what it was asked and breached. */
  async function makeTolerant(...paths: string[]) {
    const asked: InvalidValue[] = [];
    const invalidResponses: InvalidResponse[] = [];
    const { server } = await openSample({
      rateLimits: unlimited,
      onInvalidResponse: (invalid) => invalidResponses.push(invalid),
      tolerate: (invalid) => {
        asked.push(invalid);
        return paths.includes(invalid.path);
      },
    });
    return { server, asked, invalidResponses };
  }

  test("a value that is let pass reaches the handler, and its response is valid", async () => {
    const { server, asked, invalidResponses } = await makeTolerant("url", "data.url");
    const answer = await call(server, "createWebhook", await bearer(server), {
      body: { url: http },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.url).toBe(http);
    expect(invalidResponses).toEqual([]);
    expect(asked).toEqual([
      { operation: "createWebhook", path: "url", value: http },
      { operation: "createWebhook", path: "data.url", value: http },
    ]);
  });

  test("a response whose value is not let pass is invalid still", async () => {
    const { server, invalidResponses } = await makeTolerant("url");
    expect(
      (await call(server, "createWebhook", await bearer(server), { body: { url: http } })).status,
    ).toBe(500);
    expect(invalidResponses.map(({ violations }) => violations.map(({ path }) => path))).toEqual([
      ["data.url"],
    ]);
  });

  test("a field of alternatives, and one within a list, are asked about by their own values", async () => {
    const { server, asked } = await makeTolerant("postbackUrl");
    const transfer = { ...bodyOf("createTransfer"), postbackUrl: http };
    expect(
      (await call(server, "createTransfer", await bearer(server), { body: transfer })).status,
    ).toBe(200);
    const charge = {
      ...bodyOf("createCharge"),
      items: [{ title: "", tangible: true, quantity: 1, amountInCents: 1 }],
    };
    expect(
      (await call(server, "createCharge", await bearer(server), { body: charge })).status,
    ).toBe(400);
    expect(asked).toEqual([
      { operation: "createTransfer", path: "postbackUrl", value: http },
      { operation: "createCharge", path: "items.0.title", value: "" },
    ]);
  });
});
