// Flags of the command in pairs: any two values of any two flags meet, and each is read as if it stood alone. What the
// command refuses it refuses beside any of them.
import { expect, test, vi } from "vitest";
import { pix } from "../../packages/conformance/src/pix/suite.ts";
import { readRunOptions } from "../../packages/conformance/src/read-options.ts";
import { pairwise } from "../support/pairwise.ts";

const url = "http://127.0.0.1:1";

/** Arguments, and the options that they make. */
const flag = (line: string, read: object) => ({ args: line.split(" ").filter(Boolean), read });
const absent = flag("", {});

const lines = pairwise({
  caller: [
    flag("--api-key key --api-secret secret", { apiKey: "key", apiSecret: "secret" }),
    flag("", { apiKey: "key-of-environment", apiSecret: "secret-of-environment" }),
  ],
  other: [
    absent,
    flag("--other-key other --other-secret s", { otherKey: "other", otherSecret: "s" }),
  ],
  budget: [absent, flag("--budget 90s", { budget: 90_000 })],
  timeout: [
    absent,
    flag("--timeout 1ms", { timeout: 1 }),
    flag("--timeout 2m", { timeout: 120_000 }),
  ],
  pace: [flag("", { pace: true }), flag("--no-pace", { pace: false })],
  seed: [absent, flag("--seed 0", { seed: 0 }), flag("--seed 2147483647", { seed: 2 ** 31 - 1 })],
  cases: [absent, flag("--cases 0", { cases: 0 })],
  receiver: [
    absent,
    flag("--listen 65535", { listen: 65_535 }),
    flag("--listen 0 --public-url https://x.example", {
      listen: 0,
      publicUrl: "https://x.example",
    }),
  ],
  only: [
    absent,
    flag("--only echo,createCharge --only sums", {
      only: { checks: ["echo", "sums"], operations: ["createCharge"] },
    }),
  ],
  skip: [
    flag("", { skip: [] }),
    flag("--skip list:listWebhooks=a=b", {
      skip: [{ check: "list", operation: "listWebhooks", reason: "a=b" }],
    }),
  ],
  strict: [absent, flag("--strict", { strict: true })],
  failFast: [absent, flag("--fail-fast", { failFast: true })],
  transfers: [
    absent,
    flag("--transfers", { transfers: true }),
    flag("--no-transfers", { transfers: false }),
  ],
});

const rows = lines.map((line) => {
  const flags = Object.values(line);
  const read: object = Object.assign({}, ...flags.map((one) => one.read));
  return { args: flags.flatMap(({ args }) => args), read };
});

function readOptions(args: readonly string[]) {
  vi.stubEnv("PIX_API_KEY", "key-of-environment");
  vi.stubEnv("PIX_API_SECRET", "secret-of-environment");
  return readRunOptions([url, ...args], pix);
}

test.for(rows)("$args", async ({ args, read }) => {
  const made = await readOptions(args);
  expect(typeof made === "object" && "options" in made && made.options).toEqual({ ...read, url });
});

test.for([
  ["--api-key", ["--api-key="], "--api-key and --api-secret are needed"],
  ["a second caller without a secret", ["--other-key=x", "--other-secret="], "go together"],
  [
    "a second caller who is the first",
    ["--api-key=x", "--other-key=x", "--other-secret=s"],
    "use a second one",
  ],
] as const)("%s", async ([, args, message]) => {
  for (const row of rows)
    await expect(readOptions([...row.args, ...args])).rejects.toThrow(message);
});
