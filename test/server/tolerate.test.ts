import { expect, test } from "vitest";
import type { Breach, Misfit } from "../../generated/server/src/index.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import { bearer, bodyOf, call } from "./support/call.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

onEachAdapter(() => {
  const http = "http://127.0.0.1:4000/hook";

  /** A server that lets every value of some paths pass, and what it was asked and breached. */
  async function makeTolerant(...paths: string[]) {
    const asked: Misfit[] = [];
    const breaches: Breach[] = [];
    const { server } = await makeSample({
      rateLimits: unlimited,
      onBreach: (breach) => breaches.push(breach),
      tolerate: (misfit) => {
        asked.push(misfit);
        return paths.includes(misfit.path);
      },
    });
    return { server, asked, breaches };
  }

  test("a value that is let pass reaches the handler, and its answer is no breach", async () => {
    const { server, asked, breaches } = await makeTolerant("url", "data.url");
    const answer = await call(server, "createWebhook", await bearer(server), { body: { url: http } });
    expect(answer.status).toBe(200);
    expect(answer.body.data.url).toBe(http);
    expect(breaches).toEqual([]);
    expect(asked).toEqual([
      { operation: "createWebhook", path: "url", value: http },
      { operation: "createWebhook", path: "data.url", value: http },
    ]);
    await server.close();
  });

  test("an answer whose value is not let pass is a breach still", async () => {
    const { server, breaches } = await makeTolerant("url");
    expect((await call(server, "createWebhook", await bearer(server), { body: { url: http } })).status).toBe(200);
    expect(breaches.map(({ violations }) => violations.map(({ path }) => path))).toEqual([["data.url"]]);
    await server.close();
  });

  test("a field of alternatives, and one within a list, are asked about by their own values", async () => {
    const { server, asked } = await makeTolerant("postbackUrl");
    const transfer = { ...bodyOf("createTransfer"), postbackUrl: http };
    expect((await call(server, "createTransfer", await bearer(server), { body: transfer })).status).toBe(200);
    const charge = { ...bodyOf("createCharge"), items: [{ title: "", tangible: true, quantity: 1, amountInCents: 1 }] };
    expect((await call(server, "createCharge", await bearer(server), { body: charge })).status).toBe(400);
    expect(asked).toEqual([
      { operation: "createTransfer", path: "postbackUrl", value: http },
      { operation: "createCharge", path: "items.0.title", value: "" },
    ]);
    await server.close();
  });

  test("the other violations of a request are told of, and what is missing cannot be let pass", async () => {
    const { server } = await makeTolerant("url", "events", "amountInCents");
    const wrong = await call(server, "createWebhook", await bearer(server), { body: { url: http, isActive: "yes" } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path)).toEqual(["isActive"]);
    expect((await call(server, "createWebhook", await bearer(server), { body: {} })).status).toBe(400);
    await server.close();
  });
});
