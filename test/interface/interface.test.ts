// What people entered into the lists is what the contract says, and every statement is documented or has a basis.
import { expect, test } from "vitest";
import { withoutBehaviour } from "../../packages/contract/src/document/describe-behaviour.ts";
import { document } from "../support/contract.ts";
import { compareLists, describeDisagreement } from "./lists.ts";

test("the contract is as the lists have it; npm run test:interface -- --accept writes them", () => {
  expect(compareLists(document).map(describeDisagreement).join("\n")).toBe("");
});

type Changes = [name: string, change: (copy: typeof document) => void, lines: string[]][];

const changes: Changes = [
  [
    "a rate limit",
    (copy) => {
      const limit = copy.paths["/api/v1/pix/in/qrcode"]?.post?.["x-rate-limit"];
      if (limit) limit.limit = 120;
    },
    [
      "test/interface/inventory.yaml › operations › createCharge\n  - rateLimit: 100 in 60 s by apiKey\n  + rateLimit: 120 in 60 s by apiKey",
      "test/interface/documented.yaml\n  - createCharge limit: 100 in 60 s by apiKey\n  + createCharge limit: 120 in 60 s by apiKey",
    ],
  ],
  [
    "a documented bound of a schema that has a basis",
    (copy) => {
      const { Description } = copy.components?.schemas ?? {};
      if (Description) Description.maxLength = 100;
    },
    ["test/interface/documented.yaml\n  - Description: string length ..140\n  + Description: string length ..100"],
  ],
  [
    "a field without a basis",
    (copy) => {
      const { Customer } = copy.components?.schemas ?? {};
      if (Customer?.properties) Customer.properties.nickname = { type: "string", description: "Nickname." };
    },
    [
      "test/interface/documented.yaml\n  + Customer.nickname: optional string",
      "test/interface/documented.yaml\n  + Customer.nickname says: Nickname.",
    ],
  ],
  [
    "a basis that is lost",
    (copy) => {
      delete copy["x-notification-signature"]?.["x-basis"];
    },
    ["test/interface/documented.yaml\n  + signature: Pix-Signature"],
  ],
  [
    "an operation whose basis covers its call and limit",
    (copy) => {
      const { get } = copy.paths["/api/v1/webhook"] ?? {};
      if (get)
        copy.paths["/api/v1/balance"] = {
          get: { ...get, operationId: "getBalance", "x-basis": { kind: "assumed", reason: "New." } },
        };
    },
    ["test/interface/inventory.yaml › operations\n  + getBalance:"],
  ],
  [
    "prose",
    (copy) => {
      const { TransactionStatus } = copy.components?.schemas ?? {};
      if (TransactionStatus) TransactionStatus.description = "Status of a charge, kept for 5 years.";
    },
    [
      "test/interface/documented.yaml\n  - TransactionStatus says: Status of a charge.\n  + TransactionStatus says: Status of a charge, kept for 5 years.",
    ],
  ],
];

test.for(changes)("%s changes: the lines to paste are named, and no others", ([, change, lines]) => {
  const copy = withoutBehaviour(document);
  change(copy);
  const found = compareLists(copy).map(describeDisagreement);
  for (const line of lines) expect(found).toContainEqual(expect.stringContaining(line));
  expect(found.filter((one) => one.includes("documented.yaml"))).toHaveLength(
    lines.filter((one) => one.includes("documented.yaml")).length,
  );
});
