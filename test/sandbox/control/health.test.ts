// Health, as containers and balancers ask for it.
import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../../packages/sandbox/package.json" with { type: "json" };
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { noPostgres } from "../../support/databases.ts";
import { makeFolder } from "../../support/folder.ts";
import { layWay } from "../support/database-proxy.ts";
import { onEachStorage } from "../support/storages.ts";

const { version } = manifest;

onEachStorage("health", (makePlace) => {
  test("it is up, without a token and whatever host is asked, but for no other method", async () => {
    const sandbox = await createSandbox({
      ...(await makePlace()),
      exposed: true,
      controlToken: "a-token",
    });
    onTestFinished(() => sandbox.close());
    const url = `${await sandbox.listen({ port: 0 })}/_sandbox/health`;
    const response = await fetch(url, {
      headers: { host: "10.0.0.7", origin: "https://x.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ status: "up", database: "up", version });
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(url, { method: "POST" })).status).toBe(404);
  });
});

const healthOf = async ({ fetch }: RunningSandbox): Promise<[number, unknown]> => {
  const response = await fetch("http://127.0.0.1:4020/_sandbox/health");
  return [response.status, await response.json()];
};
const up = [200, { status: "up", database: "up", version }];
const down = [503, { status: "down", database: "down", version }];

test("it is down once the files of the state are gone", async () => {
  const data = await makeFolder();
  const sandbox = await createSandbox({ data });
  onTestFinished(() => sandbox.close());
  expect(await healthOf(sandbox)).toEqual(up);
  await rm(data, { recursive: true });
  await expect.poll(() => healthOf(sandbox), { timeout: 10_000 }).toEqual(down);
});

test.skipIf(noPostgres)("it is down as long as PostgreSQL cannot be reached", async () => {
  const way = await layWay();
  const sandbox = await createSandbox({ databaseUrl: way.url });
  onTestFinished(() => sandbox.close());
  await way.cut();
  await expect.poll(() => healthOf(sandbox), { timeout: 20_000 }).toEqual(down);
  await way.lay();
  await expect.poll(() => healthOf(sandbox), { timeout: 20_000 }).toEqual(up);
});
