import { expect, test } from "vitest";
import { runConformance } from "../../packages/conformance/src/index.ts";
import { createSandbox } from "../../packages/sandbox/src/index.ts";

test("the sandbox conforms, with its limits as they are", { timeout: 300_000 }, async () => {
  await using sandbox = await createSandbox();
  const url = await sandbox.listen({ port: 0 });
  const { findings, untested, stopped } = await runConformance({
    ...{ url, ...sandbox.credentials, control: { url }, seed: 1 },
    skip: [{ check: "notification-timeout", reason: "It takes as long as it says: the slow tests have it." }],
  });
  expect({ findings, untested, stopped }).toEqual({ findings: [], untested: [], stopped: undefined });
});
