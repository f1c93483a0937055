import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { makeSample, unlimited } from "../sample/server.ts";
import { bearer } from "./call.ts";

/**
 * Closes servers while eight connections are at work on each.
 *
 * @param rounds servers
 * @returns how many requests were answered, and how those failed that were not
 */
export async function closeUnderLoad(rounds: number): Promise<{ answered: number; failures: string[] }> {
  const failures: string[] = [];
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
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
  return { answered, failures };
}
