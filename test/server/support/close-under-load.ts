import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { token } from "./host-options.ts";
import { type HostName, startHost } from "./hosts.ts";

/** Milliseconds that this process may stand still: a host gives clients half a second from connection to request. */
const longestPause = 400;

/**
 * Closes hosts while clients are at work on each: eight over kept connections, or forty that connect for each request. A round in which this process stood still for too long shows
 * nothing of the host, and is repeated.
 *
 * @param rounds hosts
 * @param keepAlive whether connections are kept
 * @returns how many requests were answered, and how those failed that were not
 */
export async function closeUnderLoad(
  name: HostName,
  rounds: number,
  keepAlive = true,
): Promise<{ answered: number; failures: string[] }> {
  const failures: string[] = [];
  let answered = 0;
  for (let round = 0, left = 3 * rounds; round < rounds && left > 0; left--) {
    const pauses = monitorEventLoopDelay({ resolution: 10 });
    pauses.enable();
    const failed: string[] = [];
    // Longer than clients of a busy machine take to send a request.
    const { port, close } = await startHost(name, 10_000);
    const clients = keepAlive ? 8 : 40;
    const agent = new Agent({ keepAlive, maxSockets: clients });
    let isOver = false;
    const busy = new Set<number>();
    const ask = (): Promise<string> =>
      new Promise((resolve) => {
        const headers = { authorization: `Bearer ${token}` };
        const asked = request(
          { agent, host: "127.0.0.1", port, path: "/api/v1/webhook", headers },
          (response) =>
            response
              .resume()
              .on("end", () => resolve(String(response.statusCode)))
              .on("error", (error) => resolve(error.message)),
        );
        asked.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        asked.end();
      });
    const load = Array.from({ length: clients }, async (_, index) => {
      while (!isOver) {
        const outcome = await ask();
        if (outcome === "200") {
          answered += 1;
          busy.add(index);
        } else if (outcome === "ECONNREFUSED") return;
        else failed.push(outcome);
        // Some are always idle for a moment.
        if (index % 2 === 0) await sleep(index % 8);
      }
    });
    // Every connection is at work.
    while (busy.size < clients) await sleep(5);
    await close();
    isOver = true;
    await Promise.all(load);
    agent.destroy();
    pauses.disable();
    if (pauses.max / 1e6 > longestPause) continue;
    failures.push(...failed);
    round += 1;
  }
  return { answered, failures };
}
