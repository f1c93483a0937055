// Specmatic sends the document's examples to the sandbox, and compares each response with the schema of its status.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { makeFolder } from "../support/folder.ts";
import { installPackages, isMissing, runPeer } from "./support/run-peer.ts";
import { documentFile, startSandbox, useExampleIds } from "./support/sandbox.ts";

test("every example with a response gets it", async (context) => {
  if (isMissing("java", "-version")) context.skip("java is not installed");
  const folder = await makeFolder();
  await installPackages(folder, { specmatic: "2.55.1" });
  const service = await startSandbox();
  await useExampleIds(service);
  const { url, apiKey, apiSecret, token } = service;
  const securitySchemes = {
    ApiCredentials: { type: "basicAuth", token: btoa(`${apiKey}:${apiSecret}`) },
    AccessToken: { type: "bearer", token },
  };
  const config = {
    version: 2,
    contracts: [{ provides: [documentFile] }],
    security: { OpenAPI: { securitySchemes } },
    disable_telemetry: true,
  };
  await writeFile(join(folder, "specmatic.yaml"), stringify(config));
  const jar = join(folder, "node_modules/specmatic/specmatic.jar");
  const { code, output } = await runPeer("java", ["-jar", jar, "test", `--testBaseURL=${url}`], {
    cwd: folder,
  });
  const passed = output.matchAll(/^Scenario: (\S+ \S+) -> 200 .*has SUCCEEDED/gm);
  expect([...new Set([...passed].map(([, operation]) => operation))].sort(), output).toEqual([
    "DELETE /api/v1/webhook/(id:string)",
    "GET /api/v1/transactions/(transactionId:string)",
    "GET /api/v1/transfers/(transferId:string)",
    "GET /api/v1/webhook",
    "POST /api/auth",
    "POST /api/v1/pix/in/qrcode",
    "POST /api/v1/pix/out/pixkey",
    "POST /api/v1/webhook",
  ]);
  expect(output).toMatch(/^Tests run: 15, Successes: 15, Failures: 0, WIP: 0, Errors: 0$/m);
  expect(code).toBe(0);
});
