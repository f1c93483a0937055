import { expect, test } from "vitest";
import { startMock } from "../../generated/mock/src/index.ts";
import {
  type PixCheckName,
  runConformance,
  type Skip,
} from "../../packages/conformance/src/index.ts";

const prism =
  "Prism checks patterns and the formats of JSON Schema; it passes over formats that it does not know.";
const texts = "Prism passes over texts that are none.";
const stateless = "The mock keeps no state: every id leads to the example, and each answer is one.";
const anyToken =
  "The mock issues the same token to everybody and takes any, so that a page needs no login to be built.";

const skip = (check: PixCheckName, reason: string, place: Partial<Skip> = {}): Skip => ({
  check,
  reason,
  ...place,
});

/** Where the mock answers otherwise than the contract says, and why. A skip that hides nothing fails this test. */
const divergences: Skip[] = [
  ...["cpf", "cnpj", "pix-phone"].map((format) =>
    skip("bad-data-refused", prism, { request: `*as ${format}` }),
  ),
  ...["*a zero character inside", "*half of a surrogate pair"].map((request) =>
    skip("bad-data-refused", texts, { request }),
  ),
  skip("error-code", "A path that cannot be decoded leads nowhere in the mock.", {
    request: "an id *escape*",
  }),
  skip("unknown-request-fields", "The mock repeats only what a request has to have.", {
    operation: "createWebhook",
  }),
  skip("body-schema", "The mock repeats values that Prism lets pass.", {
    operation: "createTransfer",
  }),
  skip("br-code", "The mock repeats the id that was asked for, next to the code of the example."),
  skip("unknown-object", stateless),
  skip("authentication", anyToken),
  skip("rate-limit-headers", stateless),
  skip("no-leaks", stateless, { operation: "createWebhook" }),
  ...(
    ["idempotency-replay", "idempotency-conflict", "idempotency-refusals", "rate-limit"] as const
  ).map((check) => skip(check, stateless)),
];

test("the mock answers single requests as the contract says, but for what it declares", async () => {
  const mock = await startMock({ port: 0 });
  try {
    const report = await runConformance({
      url: mock.url,
      apiKey: "key",
      apiSecret: "secret",
      transfers: true,
      seed: 1,
      pace: false,
      // What needs a state is the sandbox's.
      only: {
        operations: [],
        checks: [
          "server-error",
          "documented-status",
          "content-type",
          "headers",
          "body-schema",
          "error-code",
          "personal-data",
          "no-leaks",
          "challenge",
          "bad-data-refused",
          "error-fits-cause",
          "good-data-accepted",
          "unknown-request-fields",
          "body-limit",
          "required-header",
          "unknown-path",
          "unknown-method",
          "br-code",
          "qr-code",
          "sums",
        ],
      },
      skip: divergences,
    });
    expect(report.findings).toEqual([]);
    const narrow = report.skipped.filter(
      ({ request, operation }) => request !== undefined || operation !== undefined,
    );
    expect(narrow.filter(({ hidden }) => hidden === 0)).toEqual([]);
  } finally {
    await mock.close();
  }
});
