import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeSample, unlimited } from "./sample/server.ts";

const root = join(import.meta.dirname, "../..");

test("the contract suite passes against the sample, without a divergence", { timeout: 120_000 }, async () => {
  const breaches: unknown[] = [];
  // The suite calls more often in a minute than the contract allows; limits have their own tests.
  const { server } = await makeSample({ rateLimits: unlimited, onBreach: (breach) => breaches.push(breach) });
  const url = await server.listen({ port: 0 });
  try {
    const { code, output } = await runSuite(url);
    expect(code, output).toBe(0);
    expect(breaches).toEqual([]);
  } finally {
    await server.close();
  }
});

function runSuite(url: string): Promise<{ code: number | null; output: string }> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "test/contract", "--reporter=dot"], {
    cwd: root,
    env: { ...process.env, CONTRACT_TARGET: url, CONTRACT_TARGET_NAME: "sample" },
  });
  const output: string[] = [];
  child.stdout.on("data", (data: Buffer) => output.push(data.toString()));
  child.stderr.on("data", (data: Buffer) => output.push(data.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code, output: output.join("") }));
  });
}
