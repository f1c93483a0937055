// The end of a server under load: no connection is cut under a request.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeSample, unlimited } from "./sample/server.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

onEachAdapter(() => {
  test("turns the health route to 503 first, and takes requests until the delay is over", async () => {
    const { server } = await makeSample({ rateLimits: unlimited, drainDelay: 150 });
    const url = await server.listen({ port: 0, host: "127.0.0.1" });
    const closed = server.close();
    await sleep(30);
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.json()]).toEqual([503, { status: "closing" }]);
    expect((await fetch(`${url}/api/v1/webhook`)).status).toBe(401);
    await closed;
    await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  });
}, ["node", "fastify"]);
