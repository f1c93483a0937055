import { expect, test } from "vitest";
import { runConformance } from "../../packages/conformance/src/index.ts";
import { createSandbox } from "../../packages/sandbox/src/index.ts";

test("a clock that was moved is the server's, though no control plane says so", async () => {
  await using sandbox = await createSandbox();
  const url = await sandbox.listen({ port: 0 });
  await sandbox.control.clock.advance("40d");
  // Without limits nothing has to be waited for.
  await sandbox.control.settings.change({ rateLimitMultiplier: 0 });
  const { findings, coverage } = await runConformance({
    url,
    ...sandbox.credentials,
    seed: 1,
    cases: 1,
    transfers: true,
    pace: false,
    only: {
      operations: ["issueToken", "createCharge", "getTransaction"],
      checks: ["error-time", "times", "token"],
    },
  });
  expect(findings).toEqual([]);
  expect([...new Set(Object.values(coverage).flat())].sort()).toEqual([
    "error-time",
    "times",
    "token",
  ]);
});

test("notifications of moves that a server makes by itself are no repeats", async () => {
  await using sandbox = await createSandbox({
    settings: { transferSteps: { queued: 300, processing: 300 } },
  });
  const url = await sandbox.listen({ port: 0 });
  const { findings, coverage } = await runConformance({
    url,
    ...sandbox.credentials,
    seed: 1,
    cases: 1,
    transfers: true,
    only: {
      operations: ["createTransfer", "createWebhook"],
      checks: ["notification-repeat", "notification-id"],
    },
  });
  expect(findings).toEqual([]);
  expect(coverage.transfer_created).toHaveLength(2);
});
