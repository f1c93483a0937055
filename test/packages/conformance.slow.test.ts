// The conformance suite as a provider gets it: packed, installed into an empty project, and run there against a server.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "../../packages/sandbox/src/index.ts";
import { type Ended, startCommand } from "../sandbox/support/command-line.ts";
import { findPort } from "../support/find-port.ts";
import { installProject } from "./support/project.ts";

let folder: string;
let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let url: string;

beforeAll(async () => {
  folder = await installProject(["@pix-contract/openapi", "@pix-contract/conformance"]);
  sandbox = await createSandbox();
  url = await sandbox.listen({ port: 0 });
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the installed command to its end. */
const npx = (...args: string[]): Promise<Ended> =>
  startCommand(args, {
    program: ["npx", "--no-install", "@pix-contract/conformance"],
    cwd: folder,
    env: { npm_config_loglevel: "silent" },
  }).ended;

test("npx holds a server against the contract, and its report is JSON", async () => {
  const { apiKey, apiSecret } = sandbox.credentials;
  const only = [
    "--only",
    "sums,echo,br-code,qr-code,idempotency-replay,notification-signature",
    "--cases",
    "3",
  ];
  const args = [
    url,
    "--api-key",
    apiKey,
    "--api-secret",
    apiSecret,
    "--control",
    url,
    "--format",
    "json",
    "--quiet",
  ];
  const { code, stdout, stderr } = await npx(...args, ...only);
  expect([code, stderr]).toEqual([0, ""]);
  const report = JSON.parse(stdout) as { requests: number };
  expect(report).toMatchObject({ conforms: true, findings: [] });
  expect(report.requests).toBeGreaterThan(20);
});

test("a wrong secret and an address without a server are a sentence and the code 2", async () => {
  const wrong = await npx(url, "--api-key", sandbox.credentials.apiKey, "--api-secret", "wrong");
  expect(wrong).toEqual({
    code: 2,
    stdout: "",
    stderr: `POST ${url}/api/auth answered 401 INVALID_CREDENTIALS to the credentials of the first caller: without a token nothing can be tested.\n`,
  });
  const address = `http://127.0.0.1:${await findPort()}`;
  const nobody = await npx(address, "--api-key", "a", "--api-secret", "b");
  expect(nobody.stderr).toMatch(/^No server answers at \S+: .*\.\n$/);
  expect(nobody.stderr).toContain(` ${address}: `);
  expect([nobody.code, nobody.stdout]).toEqual([2, ""]);
});
