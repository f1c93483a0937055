// Prism's own command, as others start it, serves the contract's document. The mock gives the same answers, and differs
// only as decision 0005 says.
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contract } from "../support/contract.ts";
import { endGroupWithUs } from "../support/end-with-us.ts";
import { findPort } from "../support/find-port.ts";
import { basic, json, token, useMock } from "./mock.ts";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "../..");
const document = join(root, "generated/openapi/openapi.json");
const mock = useMock();
let prism: ChildProcess;
let stock: string;

beforeAll(async () => {
  const port = await findPort();
  stock = `http://127.0.0.1:${port}`;
  const manifest = require.resolve("@stoplight/prism-cli/package.json");
  const { bin } = require(manifest) as { bin: { prism: string } };
  const program = join(dirname(manifest), bin.prism);
  prism = spawn(process.execPath, [program, "mock", document, "--port", String(port)], {
    detached: process.platform !== "win32",
    stdio: "ignore",
  });
  endGroupWithUs(prism);
  const isListening = (): Promise<boolean> => fetch(stock).then(Boolean, () => false);
  await vi.waitFor(async () => expect(await isListening()).toBe(true), { timeout: 300_000 });
});
afterAll(() => prism.kill());

interface Answer {
  status: number;
  body: unknown;
  violations: string | null;
}

async function send(base: string, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(base + path, init);
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    violations: response.headers.get("sl-violations"),
  };
}

const errors = contract.operations.flatMap(({ id, method, path, responses }) =>
  responses.flatMap(({ status, examples }) =>
    examples.map(({ name: example }) => ({ id, method, path, status, example })),
  ),
);

test("the document has examples to ask for", () => {
  expect(errors.length).toBeGreaterThan(40);
});

test.for(errors)("$id: $status $example is the same from both", async (named) => {
  const { id, method, path, status, example } = named;
  const headers = {
    ...json,
    ...(id === "issueToken" && basic("key:secret")),
    "x-idempotency-key": "key",
    prefer: `code=${status}, example=${example}`,
  };
  const target = path.replace(/\{\w+\}/g, "some-id");
  const [ours, theirs] = await Promise.all(
    [mock.url, stock].map((base) => send(base, target, { method, headers, ...bodyFor(id) })),
  );
  expect(theirs?.status).toBe(status);
  if (status >= 400) expect(ours).toEqual({ ...theirs, violations: null });
  else expect(ours).toMatchObject({ status, violations: null });
  // Prism leaves out a header whose example is 0.
  if (status === 429) expect(theirs?.violations).toContain("x-ratelimit-remaining");
  else expect(theirs?.violations).toBe(null);
});

/** A valid body of an operation that takes one. */
function bodyFor(id: string): { body?: string } {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const [example] = operation?.body?.examples ?? [];
  return example ? { body: JSON.stringify(example.value) } : {};
}

test("stock Prism needs a status beside the name of an example, the mock does not", async () => {
  const init = { headers: { ...token, prefer: "example=rate-limit-exceeded" } };
  expect((await send(mock.url, "/api/v1/webhook", init)).status).toBe(429);
  expect((await send(stock, "/api/v1/webhook", init)).status).not.toBe(429);
});
