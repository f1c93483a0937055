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
];
const shade = [
  "/** Shade of the paper. */",
  "enum Shade {",
  "  /** Light. */",
  "  lightGrey,",
  "}",
  "",
  "",
];

/** Faults that replace a line: the rule, the file, the line before and after. */
const replaced: [rule: string, file: string, from: string, to: string][] = [
  [
    "path-casing",
    "spec/transactions.tsp",
    '@route("/api/v1/pix/in/qrcode")',
    '@route("/api/v1/pix/in/qrCode")',
  ],
  [
    "path-version",
    "spec/transactions.tsp",
    '@route("/api/v1/transactions/{transactionId}")',
    '@route("/api/transactions/{transactionId}")',
  ],
  ["operation-summary", "spec/transfers.tsp", '@summary("Look up a transfer")', ""],
];

async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await copy.read(file)).split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

test("each fault is reported once, at its line", async () => {
  const added = fields.map(([, lines]) => `${lines.map((line) => `  ${line}\n`).join("")}\n`);
  await copy.replace(
    charge,
    field,
    `${field}\n${added.join("")}  /** Shade. */\n  shade?: Shade;\n`,
  );
  const model = "/** A charge to create. */\n";
  await copy.replace(charge, model, `${shade.join("\n")}${model}`);
  for (const [, file, from, to] of replaced) await copy.replace(file, from, to);

  const program = ["scripts/lint-contract.ts", "--format", "github-actions"];
  const printed = await copy.run(...program).catch(({ stdout, stderr }) => `${stdout}${stderr}`);
  const found = [...printed.matchAll(/^::error title=([\w-]+),file=(\S+?)(?:,line=(\d+))?::/gm)]
    .map(([, rule, file, line]) => `${rule} ${file}:${line}`)
    .sort();

  const expected = [
    ...(await Promise.all(
      fields.map(
        async ([rule, lines]) => `${rule} ${charge}:${await lineOf(charge, lines.at(-1) ?? "")}`,
      ),
    )),
    `enum-casing ${charge}:${await lineOf(charge, "lightGrey")}`,
    `path-casing spec/transactions.tsp:${await lineOf("spec/transactions.tsp", 'qrCode")')}`,
    `path-version spec/transactions.tsp:${await lineOf("spec/transactions.tsp", "/api/transactions/")}`,
    `operation-summary spec/transfers.tsp:${await lineOf("spec/transfers.tsp", "getTransfer(")}`,
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
