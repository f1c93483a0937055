import { expect, test } from "vitest";
import { runConformance } from "../../packages/conformance/src/index.ts";
import { createSandbox } from "../../packages/sandbox/src/index.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";

/** Runs against one process, more of them in `npm test -- deep`: what a run leaves behind must not trip the next. */
const rounds = Number(process.env.CONFORMANCE_ROUNDS ?? 1);

test.for(["SQLite", "PostgreSQL"])(
  "the sandbox on %s conforms, with its limits as they are",
  { timeout: rounds * 300_000 },
  async (storage, { skip }) => {
    if (storage === "PostgreSQL" && noPostgres !== undefined) return skip(noPostgres);
    await using sandbox = await createSandbox(
      storage === "PostgreSQL" ? { databaseUrl: await makeDatabase() } : {},
    );
    const url = await sandbox.listen({ port: 0 });
    for (let seed = 1; seed <= rounds; seed++) {
      const run = { url, ...sandbox.credentials, control: url, seed };
      const { findings, untested, stopped } = await runConformance(run);
      expect({ seed, findings, untested, stopped }).toEqual({
        seed,
        findings: [],
        untested: [],
        stopped: undefined,
      });
    }
  },
);
