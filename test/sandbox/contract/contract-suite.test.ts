import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { type Credentials, createSandbox } from "../../../sandbox/src/index.ts";
import { charge, transfer } from "../../client/support/client.ts";

const root = join(import.meta.dirname, "../../..");

test("the contract suite passes against the sandbox, without a divergence", { timeout: 120_000 }, async () => {
  // The suite calls more often in a minute than the contract allows; limits have their own tests. Strict: URLs that only
  // a sandbox takes are refused as in production.
  await using sandbox = await createSandbox({
    settings: { rateLimitMultiplier: 0, openingBalance: 10 ** 13, dailyLimit: 10 ** 13 },
    reach: { loopback: false },
  });
  const url = await sandbox.listen({ port: 0 });
  // The ids of the contract's examples lead nowhere here: these do.
  const { transactions, transfers, webhooks } = createPixClient({ ...sandbox.credentials, baseUrl: url });
  const [transaction, created, webhook] = await Promise.all([
    transactions.create(charge),
    transfers.create(transfer),
    webhooks.create({ url: "https://shop.example.com/pix" }),
  ]);
  const parameters = { transactionId: transaction.id, transferId: created.id, id: webhook.id };
  const { code, output } = await runSuite(url, sandbox.credentials, parameters);
  expect(code, output).toBe(0);
});

function runSuite(url: string, { apiKey, apiSecret }: Credentials, parameters: Record<string, string>) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "test/contract", "--reporter=dot"], {
    cwd: root,
    env: {
      ...process.env,
      CONTRACT_TARGET: url,
      CONTRACT_TARGET_NAME: "sandbox",
      CONTRACT_API_KEY: apiKey,
      CONTRACT_API_SECRET: apiSecret,
      CONTRACT_PARAMETERS: JSON.stringify(parameters),
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data.toString()));
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code, output: output.join("") }));
  });
}
