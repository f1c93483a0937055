// The conformance suite as a provider gets it: packed, installed into an empty project, and run there against a server.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../packages/conformance/src/index.ts";
import { createSandbox } from "../../packages/sandbox/src/index.ts";
import { findPort } from "../support/find-port.ts";
import { packed } from "../support/packages.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-consumer-"));
  const tarballs = [await packed("@pix-contract/openapi"), await packed("@pix-contract/conformance")];
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "provider", private: true, type: "module" }));
  await run("npm", ["install", ...tarballs, "--prefer-offline", "--no-audit", "--no-fund"], folder);
  sandbox = await createSandbox();
  url = await sandbox.listen({ port: 0 });
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the installed command to its end. */
function npx(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      "npx",
      ["--no-install", "@pix-contract/conformance", ...args],
      { cwd: folder, maxBuffer: 2 ** 26, env: { ...process.env, npm_config_loglevel: "silent" } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

test("npx holds a server against the contract, and its report is JSON", async () => {
  const { apiKey, apiSecret } = sandbox.credentials;
  const only = ["--only", "sums,echo,br-code,qr-code,idempotency-replay,notification-signature", "--cases", "3"];
  const args = [url, "--api-key", apiKey, "--api-secret", apiSecret, "--control", url, "--format", "json", "--quiet"];
  const { code, out, err } = await npx(...args, ...only);
  expect([code, err]).toEqual([0, ""]);
  const report = JSON.parse(out) as { requests: number };
  expect(report).toMatchObject({ conforms: true, findings: [] });
  expect(report.requests).toBeGreaterThan(20);
});

test("a server that is not ours: Prism's own mock of the document", { timeout: 300_000 }, async () => {
  const address = `http://127.0.0.1:${await findPort()}`;
  const program = join(root, "node_modules/@stoplight/prism-cli/dist/index.js");
  const document = join(root, "generated/openapi/openapi.yaml");
  const prism = spawn(process.execPath, [program, "mock", document, "--port", new URL(address).port], {
    stdio: "ignore",
  });
  try {
    await expect
      .poll(
        () =>
          fetch(address).then(
            () => true,
            () => false,
          ),
        { timeout: 120_000 },
      )
      .toBe(true);
    // Single requests without a body: what keeps no state cannot do more, and a body that is no JSON hangs it.
    const operations = "issueToken,getTransaction,getTransfer,listWebhooks,deleteWebhook";
    const checks = "documented-status,content-type,headers,body-schema,sums,br-code,qr-code";
    const args = [address, "--api-key", "a", "--api-secret", "b", "--no-pace", "--quiet", "--format", "json"];
    const { code, out, err } = await npx(...args, "--only", `${operations},${checks}`);
    expect([code, err]).toEqual([1, ""]);
    const { findings, coverage } = JSON.parse(out) as Report;
    // What is no operation is answered by Prism itself, in a shape of its own.
    expect([...new Set(findings.map(({ operation, check }) => `${operation} ${check}`))]).toEqual(["* content-type"]);
    const seen = coverage.filter(({ statuses }) =>
      statuses.some(({ status, seen: count }) => status === 200 && count > 0),
    );
    expect(seen.map(({ operation }) => operation)).toEqual(expect.arrayContaining(operations.split(",")));
  } finally {
    prism.kill("SIGKILL");
  }
});

test("a wrong secret, and nobody at the address, are a sentence and the code 2", async () => {
  const wrong = await npx(url, "--api-key", sandbox.credentials.apiKey, "--api-secret", "wrong");
  expect(wrong).toEqual({
    ...{ code: 2, out: "" },
    err: `POST ${url}/api/auth answered 401 INVALID_CREDENTIALS to the credentials of the first company: without a token nothing can be tested.\n`,
  });
  const address = `http://127.0.0.1:${await findPort()}`;
  const nobody = await npx(address, "--api-key", "a", "--api-secret", "b");
  expect(nobody.err).toMatch(/^No server answers at \S+: .*\.\n$/);
  expect(nobody.err).toContain(` ${address}: `);
  expect([nobody.code, nobody.out]).toEqual([2, ""]);
});
