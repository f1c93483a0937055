// All figures of the contract are changed, together and in the spec of one copy: what depends on them follows.
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "../../support/copy-project.ts";

/** The new figures that the sandbox is asked about. */
const figures = {
  expiry: 3600,
  maximum: 500_000,
  description: 90,
  bodyLimit: 32_768,
  webhooks: 3,
  retention: 600,
  schedule: [77, 500],
};

/** Where a figure stands in the spec, and the statement with another one. */
const changes: [figure: string, file: string, from: string, to: string][] = [
  ["token lifetime", "auth.tsp", "tokenLifetime = 1800000", "tokenLifetime = 3600000"],
  ["token renewal", "auth.tsp", "renewEarly: 60", "renewEarly: 90"],
  ["rate limit", "transactions.tsp", "limit: 100,\n    window: 60", "limit: 90,\n    window: 45"],
  ["body limit", "main.tsp", "@bodyLimit(262144)", `@bodyLimit(${figures.bodyLimit})`],
  ["retention", "transfers.tsp", "retention: 86400", `retention: ${figures.retention}`],
  ["length of a key", "transfers.tsp", "@maxLength(255)", "@maxLength(64)"],
  ["expiry", "models/transactions.tsp", "after: 43200", `after: ${figures.expiry}`],
  ["items", "models/transactions.tsp", "@maxItems(100)", "@maxItems(5)"],
  [
    "amount",
    "common/money.tsp",
    "@minValue(1)\n@maxValue(1000000000)",
    `@minValue(1)\n@maxValue(${figures.maximum})`,
  ],
  ["description", "common/text.tsp", "@maxLength(140)", `@maxLength(${figures.description})`],
  ["URL", "common/text.tsp", "@maxLength(2048)", "@maxLength(1024)"],
  ["key of an address", "common/pix.tsp", "@maxLength(77)", "@maxLength(60)"],
  ["registrations", "common/errors.tsp", "details: #{ limit: 10 }", "details: #{ limit: 3 }"],
  ["timeout of deliveries", "main.tsp", "timeout: 10,", "timeout: 7,"],
  [
    "schedule",
    "main.tsp",
    "schedule: #[0, 5, 300, 1800, 7200, 18000, 36000, 36000]",
    `schedule: #[0, ${figures.schedule}, 600]`,
  ],
  ["jitter", "main.tsp", "jitter: 0.2", "jitter: 0.0"],
  ["end of deliveries", "main.tsp", "disabledAfter: 432000", "disabledAfter: 550"],
  ["tolerance", "main.tsp", "tolerance: 300", "tolerance: 200"],
];
let copy: ProjectCopy;
let observed: object;

beforeAll(async () => {
  copy = await copyProject();
  for (const [, file, from, to] of changes) await copy.replace(`spec/${file}`, from, to);
  await copy.run("packages/generator/src/generate.ts");
  const printed = await copy.run("test/interface/figures/observe.ts", JSON.stringify(figures));
  observed = JSON.parse(printed);
});
afterAll(() => copy.remove());

test.each<[what: string, path: string, expected: unknown]>([
  ["a token says how long it lives", "token.expiresIn", 3_600_000],
  ["its claims say the same", "token.claimed", 3600],
  ["it is accepted until then", "token.accepted", [200, 401]],
  ["responses show the limit", "charges.limit", 90],
  ["responses show the window", "charges.window", 45],
  ["amounts are accepted up to the maximum", "charges.amounts", [200, "AMOUNT_TOO_HIGH"]],
  ["so are those of the control plane", "charges.amountsOfControl", [500_000, "InvalidInputError"]],
  ["descriptions have a length", "charges.descriptions", [200, 400]],
  ["a charge shows when it expires", "charges.lifetime", 3600],
  ["it expires then", "charges.statuses", ["pending", "canceled"]],
  ["a body has a size", "bodies", [400, 413]],
  ["a company has so many registrations", "webhooks.statuses", [200, 200, 200, 422]],
  ["the refusal says how many", "webhooks.details", { limit: 3 }],
  ["a key is remembered until then", "keys", [true, false]],
  ["deliveries follow the schedule", "deliveries.waits", [77, 500]],
  ["a receiver that always fails is switched off", "deliveries.isActive", false],
  ["the suite expects the new figures", "conformance", { findings: [], isComplete: true }],
])("%s", (_, path, expected) => {
  expect(observed).toHaveProperty(path, expected);
});

test.each([
  ["client", "generated/client/src/contract.ts", "renewEarly: 90000"],
  ["client", "generated/client/src/notifications.ts", "tolerance: 200"],
  ["client", "generated/client/src/client.ts", "90 requests in 45 seconds"],
  ["client", "generated/client/README.md", "renewed 90 seconds before"],
  ["server", "generated/server/src/contract.ts", "bodyLimit: 32768"],
  ["server", "generated/server/src/contract.ts", "retention: 600"],
  ["reference", "docs/reference/notifications.md", "within 7 seconds"],
  ["reference", "docs/reference/limits.md", "| 200 seconds |"],
  ["reference", "docs/reference/operation-createTransfer.md", "64 visible ASCII"],
  ["mock", "generated/openapi/openapi.yaml", "expiresIn: 3600000"],
])("%s: %s has %s", async (_, file, text) => {
  expect(await copy.read(file)).toContain(text);
});
