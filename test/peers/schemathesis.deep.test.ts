// Schemathesis makes requests out of the document, valid and invalid, and compares the sandbox's responses with it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { isMissing, runPeer, runStep } from "./support/run-peer.ts";
import { documentFile, startSandbox } from "./support/sandbox.ts";

const version = "4.32.5";

test("Schemathesis finds no failure", async (context) => {
  if (isMissing("python3", "--version")) context.skip("python3 is not installed");
  const folder = await makeFolder();
  await runStep("python3", ["-m", "venv", folder]);
  await runStep(join(folder, "bin/pip"), ["install", "--quiet", `schemathesis==${version}`]);

  const { sandbox, url, apiKey, apiSecret, token } = await startSandbox({
    settings: { dailyLimit: 1e12, openingBalance: 1e12 },
  });
  const charge = await sandbox.control.charges.create({ amountInCents: 4_990 });
  const transfer = await sandbox.control.transfers.create({
    pixKey: "destino@example.com",
    amount: 150_000,
  });
  const report = join(folder, "report.json");
  const here = join(import.meta.dirname, "schemathesis");
  const { code, output } = await runPeer(
    join(folder, "bin/schemathesis"),
    [
      `--config-file=${join(here, "schemathesis.toml")}`,
      "run",
      documentFile,
      `--url=${url}`,
      "--seed=1",
      "--max-examples=50",
      "--continue-on-failure",
      "--report=json",
      `--report-json-path=${report}`,
    ],
    {
      cwd: folder,
      env: {
        SCHEMATHESIS_HOOKS: join(here, "hooks.py"),
        API_KEY: apiKey,
        API_SECRET: apiSecret,
        ACCESS_TOKEN: token,
        KNOWN_transactionId: charge.id,
        KNOWN_transferId: transfer.id,
      },
    },
  );
  expect(code, output).toBe(0);
  const { operations, test_cases, failures } = JSON.parse(await readFile(report, "utf8")) as {
    operations: { total: number; tested: number };
    test_cases: { generated: number };
    failures: unknown[];
  };
  expect(failures).toEqual([]);
  expect(operations).toMatchObject({ total: 8, tested: 8 });
  expect(test_cases.generated).toBeGreaterThan(500);
});
