import { expect, test } from "vitest";
import {
  type PixCheckName,
  pixServerCheckNames,
  pixServerChecks,
  runConformance,
} from "../../packages/conformance/src/index.ts";
import { makeSample, unlimited } from "../server/sample/server.ts";
import { type AdapterName, adapters } from "../server/support/adapters.ts";

/** What the stub does by itself; the rest is what a service makes of it, and the sandbox is tested on that. */
const ofTheStub: PixCheckName[] = [
  ...pixServerCheckNames.filter(
    (name) =>
      pixServerChecks[name].group === "request" || pixServerChecks[name].group === "exchange",
  ),
  ...([
    "idempotency-replay",
    "idempotency-conflict",
    "idempotency-parallel",
    "idempotency-refusals",
  ] as const),
];

test.for(Object.keys(adapters) as AdapterName[])("a sample on %s conforms", async (adapter) => {
  // Limits have a run of their own, against the sandbox.
  const { server } = await makeSample({ rateLimits: unlimited }, adapter);
  const url = await server.listen({ port: 0 });
  try {
    const report = await runConformance({
      url,
      apiKey: "key",
      apiSecret: "secret",
      transfers: true,
      pace: false,
      seed: 1,
      cases: 2,
      otherKey: "colons",
      otherSecret: "with:colons::inside",
      only: { checks: ofTheStub, operations: [] },
      skip: [
        { check: "rate-limit-headers", reason: "Without limits, nothing counts down." },
        { check: "retry-after", reason: "Without limits, no response asks to wait." },
        { check: "rate-limit", reason: "There are no limits." },
      ],
    });
    expect(report.findings).toEqual([]);
  } finally {
    await server.close();
  }
});
