import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { runConformance } from "../../../packages/conformance/src/index.ts";
import { type Fault, startFaulty } from "./faulty-server.ts";

/** Tests that the suite finds each of these faults. */
export function findEach(faults: readonly Fault[]): void {
  test.concurrent.for(faults)("$name", { timeout: 300_000 }, async (fault) => {
    // Each check by itself, to its first finding: that makes more than a hundred servers a matter of minutes.
    for (const check of fault.caughtBy) {
      await using server = await startFaulty(fault);
      const { credentials, app } = server.sandbox;
      const report = await runConformance({
        ...credentials,
        url: server.url,
        seed: 1,
        failFast: true,
        control: fault.isAskedThrough
          ? server.url
          : `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
        only: { checks: [check], operations: [...(fault.operations ?? [])] },
      });
      expect(report.findings.map((finding) => finding.check)).toContain(check);
    }
  });
}
