// What the sandbox logs: at its most talkative nothing that opens a door and nothing of a person.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../../support/folder.ts";

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

const secondStart = `
import { createSandbox } from "./packages/sandbox/src/create-sandbox.ts";
const data = process.argv[1];
const first = await createSandbox({ data });
const snapshot = await first.snapshot();
await first.close();
await (await createSandbox({ data, snapshot, logLevel: "warn" })).close();
`;

async function run(text: string, ...given: string[]) {
  const loader = join(root, "scripts/from-source.ts");
  const flags = ["--import", loader, "--input-type=module", "--eval", text];
  return promisify(execFile)(process.execPath, [...flags, ...given], { cwd: root });
}

test("credentials, secrets and keys are not in the log", async () => {
  const { stdout, stderr } = await run(program);
  const secrets = JSON.parse(stdout) as string[];
  expect(secrets).toHaveLength(4);
  // It says something, or nothing would be proven.
  expect(stderr).toContain("A fault is injected.");
  expect(stderr).toContain('"secret":"[redacted]"');
  for (const secret of secrets) expect(stderr).not.toContain(secret);
});

test("a snapshot that comes with a state that is not new is not restored, and the log says so", async () => {
  const { stderr } = await run(secondStart, await makeFolder());
  expect(stderr).toContain("The state is not new: it stays as it is");
});
