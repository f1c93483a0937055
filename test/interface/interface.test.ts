// What people entered into the lists is what the contract says, and every statement is documented or has a basis.

import { expect, test } from "vitest";
import { mergePatch } from "../lint/merge-patch.ts";
import { document } from "../support/compiled-contract.ts";
import { compareLists, describeDisagreement, mergeLines } from "./lists.ts";

test("the contract is as the lists have it; npm test -- interface --accept writes them", () => {
  expect(compareLists(document).map(describeDisagreement).join("\n")).toBe("");
});

const inventory = "test/interface/inventory.yaml";
const documented = "test/interface/documented.yaml";
const was = document.paths["/api/v1/pix/in/qrcode"]?.post?.["x-rate-limit"]?.limit ?? 0;
const limit = `${was} in 60 s by apiKey`;
const changedLimit = `${was + 1} in 60 s by apiKey`;
const status = document.components?.schemas?.TransactionStatus?.description ?? "";
const length = document.components?.schemas?.Description?.maxLength ?? 0;

const assumed = { kind: "assumed", reason: "New." };
const text = { type: "string" };
const body = (schema: string) => ({
  description: "New.",
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const envelope = {
  success: { type: "boolean", enum: [true], description: "Always `true`." },
  data: { $ref: "#/components/schemas/Reward", description: "The result." },
};

/** A change: a patch of the document, and the lines of the lists that it names. */
const changes: [name: string, patch: unknown, lines: string[]][] = [
  [
    "a rate limit",
    { paths: { "/api/v1/pix/in/qrcode": { post: { "x-rate-limit": { limit: was + 1 } } } } },
    [
      `${inventory} › operations › createCharge\n  - rateLimit: ${limit}\n  + rateLimit: ${changedLimit}`,
      `${documented}\n  - createCharge limit: ${limit}\n  + createCharge limit: ${changedLimit}`,
    ],
  ],
  [
    "a documented bound of a schema that has a basis",
    { components: { schemas: { Description: { maxLength: length + 1 } } } },
    [
      `${documented}\n  - Description: string length ..${length}\n  + Description: string length ..${length + 1}`,
    ],
  ],
  [
    "a field without a basis",
    {
      components: {
        schemas: {
          Customer: { properties: { nickname: { type: "string", description: "Nickname." } } },
        },
      },
    },
    [
      `${documented}\n  + Customer.nickname: optional string`,
      `${documented}\n  + Customer.nickname says: Nickname.`,
    ],
  ],
  [
    "a basis that is lost",
    { "x-notification-signature": { "x-basis": null } },
    [`${documented}\n  + signature: Pix-Signature`],
  ],
  [
    "an operation whose basis covers its call and limit",
    {
      paths: {
        "/api/v1/another": {
          get: {
            ...document.paths["/api/v1/webhook"]?.get,
            operationId: "getAnother",
            "x-basis": assumed,
          },
        },
      },
    },
    [`${inventory} › operations\n  + getAnother:`],
  ],
  [
    "an operation whose basis covers its parameter, its envelope and what only they refer to",
    {
      paths: {
        "/api/v1/rewards/{rewardId}": {
          get: {
            ...document.paths["/api/v1/transfers/{transferId}"]?.get,
            operationId: "getReward",
            parameters: [
              { name: "rewardId", in: "path", required: true, description: "It.", schema: text },
            ],
            responses: {
              "200": body("RewardEnvelope"),
              "404": { ...body("RewardLost"), "x-errors": ["LOST"] },
            },
            "x-basis": assumed,
          },
        },
      },
      components: {
        schemas: {
          RewardEnvelope: {
            ...document.components?.schemas?.TransferEnvelope,
            properties: envelope,
          },
          Reward: {
            type: "object",
            description: "New.",
            properties: { name: { ...text, description: "New." } },
          },
          RewardLost: { type: "object", properties: { why: text } },
        },
      },
    },
    [`${inventory} › operations\n  + getReward:`],
  ],
  [
    "an assumed field and an assumed error whose schemas nothing else refers to",
    {
      paths: {
        "/api/v1/pix/in/qrcode": {
          post: { responses: { "418": { ...body("Teapot"), "x-errors": ["TEAPOT"] } } },
        },
      },
      components: {
        schemas: {
          Customer: {
            properties: { reward: { $ref: "#/components/schemas/Reward", "x-basis": assumed } },
          },
          ErrorCode: { "x-values": { TEAPOT: { description: "New.", "x-basis": assumed } } },
          Reward: { type: "object", properties: { name: text } },
          Teapot: { type: "object", properties: { size: text } },
        },
      },
    },
    [`${inventory} › operations › createCharge › answers\n  + "418":`],
  ],
  [
    "an operation of which a part is documented vouches for its call alone",
    {
      paths: {
        "/api/v1/rewards": {
          get: {
            operationId: "listRewards",
            responses: { "200": body("Reward") },
            "x-basis": { ...assumed, documented: ["call"] },
          },
        },
      },
      components: { schemas: { Reward: { type: "object", properties: { name: text } } } },
    },
    [
      `${documented}\n  + listRewards: "GET /api/v1/rewards by `,
      `${documented}\n  + Reward.name: optional string`,
    ],
  ],
  [
    "prose",
    {
      components: {
        schemas: { TransactionStatus: { description: `${status} Kept for 5 years.` } },
      },
    },
    [
      `${documented}\n  - TransactionStatus says: ${status}\n  + TransactionStatus says: ${status} Kept for 5 years.`,
    ],
  ],
];

test.for(changes)("%s changes: the lines to paste are named, and no others", ([, patch, lines]) => {
  const changed = mergePatch(document, patch) as typeof document;
  const found = compareLists(changed).map(describeDisagreement);
  for (const line of lines) expect(found).toContainEqual(expect.stringContaining(line));
  const isDocumented = (line: string): boolean => line.startsWith(documented);
  expect(found.filter(isDocumented)).toHaveLength(lines.filter(isDocumented).length);
});

test("a limit whose basis leaves the scope undocumented claims its figures alone", () => {
  const limits = { scope: ["tenant"], "x-basis": { ...assumed, documented: ["limit", "window"] } };
  const patch = { paths: { "/api/v1/pix/in/qrcode": { post: { "x-rate-limit": limits } } } };
  const changed = mergePatch(document, patch) as typeof document;
  expect(compareLists(changed).map(describeDisagreement)).toContain(
    `${documented}\n  - createCharge limit: ${limit}\n  + createCharge limit: ${was} in 60 s`,
  );
});

test("lines of a list are not taken for removed ones, and a list that is accepted keeps its form", () => {
  const is = ["x", "y"];
  expect(describeDisagreement({ list: "inventory.yaml", path: ["a"], is })).toBe(
    `${inventory}\n  + a:\n      - x\n      - y`,
  );
  const found = [
    { path: ["a"], is },
    { path: ["b"], is },
  ];
  expect(mergeLines("a:\n  - x\nb: [x]\n", found)).toBe("a:\n  - x\n  - y\nb: [x, y]\n");
});
