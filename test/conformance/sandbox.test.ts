import { expect, test } from "vitest";
import { runConformance } from "../../conformance/src/index.ts";
import { createSandbox } from "../../sandbox/src/index.ts";

test("the sandbox conforms, with its limits as they are, and again after that", { timeout: 240_000 }, async () => {
  await using sandbox = await createSandbox();
  const url = await sandbox.listen({ port: 0 });
  for (const seed of [1, 2]) {
    const report = await runConformance({ url, ...sandbox.credentials, control: { url }, seed });
    expect(report.findings).toEqual([]);
    expect(report.untested).toEqual([]);
    expect(report.stopped).toBeUndefined();
  }
});
