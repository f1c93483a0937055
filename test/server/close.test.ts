// The end of a server under load: no connection is cut under a request.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeSample, unlimited } from "./sample/server.ts";
import { bearer } from "./support/call.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

onEachAdapter(() => {
  test("20 closes under keep-alive load fail no request", { timeout: 60_000 }, async () => {
    const failures: string[] = [];
    let answered = 0;
    for (let round = 0; round < 20; round++) {
      const { server } = await makeSample({ rateLimits: unlimited, checkResponses: false });
      const authorization = await bearer(server);
      const { port } = new URL(await server.listen({ port: 0, host: "127.0.0.1" }));
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      let isOver = false;
      const busy = new Set<number>();
      const ask = (): Promise<string> =>
        new Promise((resolve) => {
          const asked = request(
            { agent, host: "127.0.0.1", port, path: "/api/v1/webhook", headers: { authorization } },
            (response) => response.resume().on("end", () => resolve(String(response.statusCode))),
          );
          asked.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
          asked.end();
        });
      const load = Array.from({ length: 8 }, async (_, index) => {
        while (!isOver) {
          const outcome = await ask();
          if (outcome === "200") {
            answered += 1;
            busy.add(index);
          } else if (outcome === "ECONNREFUSED") return;
          else failures.push(outcome);
          // Some are always idle for a moment.
          if (index % 2 === 0) await sleep(index);
        }
      });
      // Every connection is at work.
      while (busy.size < 8) await sleep(5);
      await server.close();
      isOver = true;
      await Promise.all(load);
      agent.destroy();
    }
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(320);
  });

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
