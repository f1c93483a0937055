// Portman makes a Postman collection with tests out of the document; newman runs it against the sandbox.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listParts } from "@packages/contract/src/parts.ts";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { installPackages, runPeer, runStep } from "./support/run-peer.ts";
import { documentFile, startSandbox, useExampleIds } from "./support/sandbox.ts";

test("all of Portman's tests pass", async () => {
  const folder = await makeFolder();
  // Portman does not list tslib, which it needs.
  await installPackages(folder, { "@apideck/portman": "1.33.0", newman: "6.2.2", tslib: "2.8.1" });
  const service = await startSandbox();
  await useExampleIds(service);
  const { url, apiKey, apiSecret } = service;

  // Its validator refuses a schema with a format that it was not told.
  const document = JSON.parse(await readFile(documentFile, "utf8")) as object;
  const formats = new Set(listParts(document).flatMap(({ part }) => part.format ?? []));
  const options = {
    local: documentFile,
    baseUrl: url,
    output: "collection.json",
    portmanConfigFile: join(import.meta.dirname, "portman.json"),
    bundleContractTests: true,
    includeTests: true,
    extraUnknownFormats: [...formats],
  };
  await writeFile(join(folder, "portman-options.json"), JSON.stringify(options));
  const programs = join(folder, "node_modules/.bin");
  const inFolder = { cwd: folder };
  await runStep(join(programs, "portman"), ["--cliOptionsFile", "portman-options.json"], inFolder);
  const variables = { basicAuthUsername: apiKey, basicAuthPassword: apiSecret };
  const { output } = await runPeer(
    join(programs, "newman"),
    [
      "run",
      "collection.json",
      "--reporters=json",
      "--reporter-json-export=report.json",
      ...Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`]),
    ],
    inFolder,
  );
  const { run } = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as {
    run: {
      stats: Record<"assertions" | "requests", { total: number }>;
      failures: { source: { name: string }; error: { test: string; message: string } }[];
    };
  };
  expect(
    run.failures.map(({ error }) => `${error.test}: ${error.message}`),
    output,
  ).toEqual([]);
  expect(run.stats.requests.total).toBe(8);
  expect(run.stats.assertions.total).toBe(32);
});
