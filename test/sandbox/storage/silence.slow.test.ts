import { expect, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { needPostgres } from "../../support/databases.ts";
import { charge, failure } from "../../support/samples.ts";
import { layWay } from "../support/database-proxy.ts";

needPostgres();

test("a sandbox whose database is silent closes within ten seconds", async () => {
  const way = await layWay();
  const sandbox = await createSandbox({ databaseUrl: way.url });
  const pix = createPixClient({
    ...sandbox.credentials,
    strict: true,
    fetch: sandbox.fetch,
    retry: false,
  });
  await pix.transactions.create(charge);
  way.silence();
  const calls = Array.from({ length: 5 }, () => failure(pix.transactions.create(charge)));
  const start = performance.now();
  await sandbox.close();
  expect(performance.now() - start).toBeLessThan(15_000);
  await Promise.all(calls);
});
