import { expect, onTestFinished, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { charge, failure } from "../../client/support/client.ts";
import { needPostgres } from "../../support/databases.ts";
import { layWay } from "../support/database-proxy.ts";

needPostgres();

test("a database that falls silent is not waited for for ever, and the sandbox heals by itself", async () => {
  const way = await layWay();
  const sandbox = await createSandbox({ databaseUrl: way.url });
  onTestFinished(() => sandbox.close());
  const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch, retry: false });
  const { id } = await pix.transactions.create(charge);
  await Promise.all(Array.from({ length: 20 }, () => pix.transactions.get(id)));

  way.silence();
  const start = performance.now();
  const calls = Array.from({ length: 20 }, (_, index) =>
    failure(index % 2 ? pix.transactions.get(id) : pix.transactions.create(charge)),
  );
  // The console needs no database to be shown.
  const page = await sandbox.fetch("http://sandbox/_sandbox");
  expect(page.status).toBe(200);
  expect(performance.now() - start).toBeLessThan(8_000);
  for (const error of await Promise.all(calls)) expect(error).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  expect(performance.now() - start).toBeLessThan(15_000);

  way.listenAgain();
  await expect.poll(async () => (await pix.transactions.get(id)).id).toBe(id);
});

test("a sandbox whose database is silent closes within ten seconds", async () => {
  const way = await layWay();
  const sandbox = await createSandbox({ databaseUrl: way.url });
  const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch, retry: false });
  await pix.transactions.create(charge);
  way.silence();
  const calls = Array.from({ length: 5 }, () => failure(pix.transactions.create(charge)));
  const start = performance.now();
  await sandbox.close();
  expect(performance.now() - start).toBeLessThan(15_000);
  await Promise.all(calls);
});
