// Faults of style in the spec: each is found, at the line that has it.
import { afterAll, expect, test } from "vitest";
import { copyProject } from "../support/copy-project.ts";

const copy = await copyProject();
afterAll(() => copy.remove());

const charge = "spec/models/transactions.tsp";
const field = "  customer: Customer;\n";

/** A rule, and the line that breaks it, in a field of a request. */
const fields: [rule: string, lines: string[]][] = [
  ["numbers-bounded", ["/** Weight in grams. */", "@example(1)", "weight?: int32;"]],
  ["request-texts-bounded", ["/** Note. */", '@example("a")', "note?: string;"]],
  ["lists-bounded", ["/** Tags. */", "tags?: Description[];"]],
  ["field-examples", ["/** Kind. */", "@maxLength(9)", "kind?: string;"]],
  ["field-casing", ["/** Shelf. */", "@maxLength(9)", '@example("a")', "shelf_number?: string;"]],
  [
    "time-format",
    ["/** When it was sent. */", "@maxLength(40)", '@example("a")', "sentAt?: string;"],
  ],
  ["property-description", ["@maxLength(9)", '@example("a")', "silent?: string;"]],
  [
    "integer-format",
    ["/** Count. */", "@minValue(0)", "@maxValue(9)", "@example(1)", "count?: integer;"],
  ],
  ["schema-examples", ["/** Code. */", '@pattern("^[a-z]+$")', '@example("A1")', "code?: string;"]],
  [
    "schema-examples",
    ["/** Where it is returned to. */", '@example("http://a.example")', "back?: NotificationUrl;"],
  ],
];
const shade = [
  "/** Shade of the paper. */",
  "enum Shade {",
  "  /** Light. */",
  "  lightGrey,",
  "}",
  "",
  "/** Size of the paper. */",
  "model paper_size {",
  "  /** Width in millimetres. */",
  "  @minValue(1)",
  "  @maxValue(2000)",
  "  @example(210)",
  "  width: int32;",
  "}",
  "",
  "/** Nothing uses it. */",
  "model Lonely {}",
  "",
  "",
];

/** Faults that replace a text: the rule, the file, the text before and after, and a text of the reported line. */
const replaced: [rule: string, file: string, from: string, to: string, at: string][] = [
  [
    "path-casing",
    "spec/transactions.tsp",
    '@route("/api/v1/pix/in/qrcode")',
    '@route("/api/v1/pix/in/qrCode")',
    'qrCode")',
  ],
  [
    "path-version",
    "spec/transactions.tsp",
    '@route("/api/v1/transactions/{transactionId}")',
    '@route("/api/transactions/{transactionId}")',
    "/api/transactions/",
  ],
  [
    "path-verb",
    "spec/transfers.tsp",
    '@route("/api/v1/pix/out/pixkey")',
    '@route("/api/v1/pix/out/send")',
    "/out/send",
  ],
  ["operation-summary", "spec/transfers.tsp", '@summary("Look up a transfer")', "", "getTransfer("],
  [
    "operation-description",
    "spec/transactions.tsp",
    "   * Look up a charge, to learn whether it was paid.\n   *\n",
    "",
    "getTransaction(",
  ],
  [
    "response-description",
    "spec/webhooks.tsp",
    "   *\n   * @returns Every registration of the company.\n",
    "",
    "listWebhooks():",
  ],
  [
    "parameters-bounded",
    "spec/transfers.tsp",
    '    @pattern("^[!-~]+$", "Visible ASCII characters.")\n    @minLength(1)\n    @maxLength(255)\n',
    "",
    "idempotencyKey: string,",
  ],
  [
    "lists-bounded",
    "spec/webhooks.tsp",
    "  /** The result. */\n  @maxItems(100)\n",
    "  /** The result. */\n",
    "data: Webhook[];",
  ],
  [
    "numbers-bounded",
    "spec/webhooks.tsp",
    "JsonResponse<200, CreatedWebhookEnvelope, RateLimitHeaders>",
    'JsonResponse<200, CreatedWebhookEnvelope, { ...RateLimitHeaders; /** Left. */ @header("Left") @example(1) left?: int32; }>',
    "left?: int32",
  ],
  [
    "success-body",
    "spec/webhooks.tsp",
    "JsonResponse<200, DeletedWebhookEnvelope, RateLimitHeaders>",
    "{ @statusCode _: 200; @bodyRoot none: void; ...RateLimitHeaders }",
    "deleteWebhook(",
  ],
  [
    "secure-addresses",
    "spec/main.tsp",
    'base_url: string = "https://pix.example"',
    'base_url: string = "http://pix.example"',
    "@server(",
  ],
];

const unused = "@pix-contract/behaviour/unused-model";

async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await copy.read(file)).split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

test("each fault is reported once, at its line", async () => {
  const added = fields.map(([, lines]) => `${lines.map((line) => `  ${line}\n`).join("")}\n`);
  await copy.replace(
    charge,
    field,
    `${field}\n${added.join("")}  /** Shade. */\n  shade?: Shade;\n\n  /** Size. */\n  size?: paper_size;\n`,
  );
  const model = "/** A charge to create. */\n";
  await copy.replace(charge, model, `${shade.join("\n")}${model}`);
  const webhooks = await copy.read("spec/webhooks.tsp");
  const example = webhooks.slice(
    webhooks.indexOf("  @opExample(\n    #{ returnType: Examples.webhookDeleted"),
    webhooks.indexOf("  @delete"),
  );
  await copy.replace("spec/webhooks.tsp", example, "");
  for (const [, file, from, to] of replaced) await copy.replace(file, from, to);

  const program = ["scripts/lint-contract.ts", "--format", "github-actions"];
  const printed = await copy.run(...program).catch(({ stdout, stderr }) => `${stdout}${stderr}`);
  const found = [...printed.matchAll(/^::error title=([^,]+),file=(\S+?)(?:,line=(\d+))?::/gm)]
    .map(([, rule, file, line]) => `${rule} ${file}:${line}`)
    .sort();

  const expected = [
    ...(await Promise.all(
      fields.map(
        async ([rule, lines]) => `${rule} ${charge}:${await lineOf(charge, lines.at(-1) ?? "")}`,
      ),
    )),
    `enum-casing ${charge}:${await lineOf(charge, "lightGrey")}`,
    `schema-casing ${charge}:${await lineOf(charge, "model paper_size")}`,
    `${unused} ${charge}:${await lineOf(charge, "/** Nothing uses it. */")}`,
    ...(await Promise.all(
      ["/** Confirmation that a", "/** The confirmation that a"].map(
        async (text) => `${unused} spec/webhooks.tsp:${await lineOf("spec/webhooks.tsp", text)}`,
      ),
    )),
    ...(await Promise.all(
      replaced.map(async ([rule, file, , , text]) => `${rule} ${file}:${await lineOf(file, text)}`),
    )),
  ].sort();
  expect(found).toEqual(expected);
});

test("a finding about a tag names it, at the list of tags", async () => {
  await copy.replace("spec/webhooks.tsp", '@tag("webhooks")', '@tag("hooks")');
  const printed = await copy
    .run("scripts/lint-contract.ts")
    .catch(({ stdout, stderr }) => `${stdout}${stderr}`);
  const line = await lineOf("spec/main.tsp", "@tagMetadata(");
  expect(printed).toContain(`spec/main.tsp:${line} - error tag-description: "hooks": `);
});
