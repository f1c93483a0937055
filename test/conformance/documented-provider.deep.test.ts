// The suite's verdict on a provider that was written from the interface document alone, and does no more than that states.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Finding,
  flatten,
  type Report,
  runConformance,
} from "../../packages/conformance/src/index.ts";
import { selectCounted } from "../../packages/conformance/src/report.ts";
import {
  type DocumentedProvider,
  startDocumentedProvider,
} from "../fixtures/documented-provider/provider.ts";

let provider: DocumentedProvider;
let report: Report;

beforeAll(async () => {
  provider = await startDocumentedProvider({ isLimited: false });
  const limits = [
    "rate-limit",
    "rate-limit-scope",
    "rate-limit-window",
    "rate-limit-headers",
    "retry-after",
  ];
  report = await runConformance({
    url: provider.url,
    transfers: true,
    pace: false,
    seed: 1,
    cases: 5,
    apiKey: "key",
    apiSecret: "secret",
    otherKey: "other",
    otherSecret: "secret of the other",
    // Windows are minutes.
    skip: limits.map((check) => ({ check, reason: "The provider counts nothing here." })),
  });
});
afterAll(() => provider.close());

const namesOf = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.map(({ check }) => check)),
];

test("it conforms to what is documented", () => {
  expect(selectCounted(report.findings, {}).map(({ check, message }) => [check, message])).toEqual(
    [],
  );
  expect(report.conforms).toBe(true);
});

test("what is assumed here is a part of its own, each with its basis", () => {
  const assumed = flatten(report.findings);
  expect(namesOf(assumed).sort()).toEqual([
    "bad-data-refused",
    "body-limit",
    "body-schema",
    "error-code",
    "error-fits-cause",
    "generated-data",
    "headers",
    "idempotency-parallel",
    "idempotency-replay",
    "notification-expected",
    "notification-repeat",
    "notification-signature",
    "object-limit",
  ]);
  expect(namesOf(selectCounted(report.findings, { strict: true })).sort()).toEqual(
    namesOf(assumed).sort(),
  );
  const replay = assumed.find(({ check }) => check === "idempotency-replay");
  expect(replay?.message).toContain("the replay is not marked with Idempotent-Replayed");
});
