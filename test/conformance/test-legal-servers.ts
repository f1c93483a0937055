import { test } from "vitest";
import { runConformance } from "../../packages/conformance/src/index.ts";
import { startFaulty } from "./faults/faulty-server.ts";
import type { legalServers } from "./faults/legal.ts";

/** What takes as long as it says, and has nothing to do with what these servers do otherwise. */
const skip = [{ check: "notification-timeout", reason: "The faults and the sandbox have it." }];

/** A test for each of these legal servers: the suite finds nothing on it. */
export function testLegalServers(servers: ReturnType<typeof legalServers>): void {
  test.concurrent.for(servers)(
    "nothing is found on a server that …: $name",
    async (server, { task, expect }) => {
      await using running = await startFaulty(server);
      const { findings, stopped } = await runConformance({
        ...running.sandbox.credentials,
        url: running.url,
        control: running.url,
        skip,
        seed: task.name.length,
        cases: 8,
      });
      expect({ findings, stopped }).toEqual({ findings: [], stopped: undefined });
    },
  );
}
