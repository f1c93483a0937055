// What the sandbox logs, at its most talkative, shows nothing that opens a door and nothing of a person.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const program = `
import { createSandbox } from "./packages/sandbox/src/create-sandbox.ts";
await using sandbox = await createSandbox({ logLevel: "debug" });
const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
const call = async (path, authorization, body) => {
  const headers = { authorization, "content-type": "application/json", "x-idempotency-key": "a-key" };
  const init = { method: "POST", headers, ...(body && { body: JSON.stringify(body) }) };
  return (await sandbox.fetch(baseUrl + path, init)).json();
};
const { token } = await call("/api/auth", "Basic " + btoa(apiKey + ":" + apiSecret));
const { data } = await call("/api/v1/webhook", "Bearer " + token, { url: "http://127.0.0.1:1/receiver" });
await sandbox.control.faults.add({ operation: "createTransfer", kind: "latency", delay: 1 });
await call("/api/v1/pix/out/pixkey", "Bearer " + token, { pixKey: "destino@example.com", amount: 100 });
await sandbox.settle();
sandbox.app.log.info({ headers: { authorization: "Bearer " + token }, secret: data.secret, pixKey: "destino@example.com" }, "asked");
console.log(JSON.stringify([apiSecret, token, data.secret, "destino@example.com"]));
`;

test("credentials, secrets and keys are not in the log", async () => {
  const loader = join(root, "scripts/from-source.ts");
  const flags = ["--import", loader, "--input-type=module", "--eval", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  const secrets = JSON.parse(stdout) as string[];
  expect(secrets).toHaveLength(4);
  // It says something, or nothing would be proven.
  expect(stderr).toContain("A fault is injected.");
  expect(stderr).toContain('"secret":"[redacted]"');
  for (const secret of secrets) expect(stderr).not.toContain(secret);
});
