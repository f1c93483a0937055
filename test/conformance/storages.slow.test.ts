import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ConformanceOptions, runConformance } from "../../packages/conformance/src/index.ts";
import { createSandbox, type SandboxOptions } from "../../packages/sandbox/src/index.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";

/** Runs against one process, more of them in `npm run test:deep`: what a run leaves behind must not trip the next. */
const rounds = Number(process.env.CONFORMANCE_ROUNDS ?? 1);

async function hold(options: SandboxOptions): Promise<void> {
  await using sandbox = await createSandbox(options);
  const url = await sandbox.listen({ port: 0 });
  for (let seed = 1; seed <= rounds; seed++) {
    const run: ConformanceOptions = { url, ...sandbox.credentials, control: { url }, seed };
    const { findings, untested } = await runConformance(run);
    expect({ seed, findings, untested }).toEqual({ seed, findings: [], untested: [] });
  }
}

// One run alone says no more of SQLite than sandbox.slow.test.ts does.
test.for(rounds > 1 ? ["SQLite"] : [])(
  "no false alarm in many runs against one sandbox on %s",
  { timeout: rounds * 300_000 },
  async () => {
    const data = await mkdtemp(join(tmpdir(), "conformance-"));
    try {
      await hold({ data });
    } finally {
      await rm(data, { recursive: true });
    }
  },
);

test.skipIf(noPostgres !== undefined)(
  "no false alarm in many runs against one sandbox on PostgreSQL",
  { timeout: rounds * 300_000 },
  async () => {
    await hold({ databaseUrl: await makeDatabase() });
  },
);
