import type { Contract } from "@packages/contract/src/model.ts";
import type { Schema } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { describe, expect, test } from "vitest";
import { makeDocument, makeOperation } from "../../../../test/generator/support/document.ts";
import { contract as tiny } from "../../../../test/support/tiny-contract.ts";
import { makeContractTable, makeSuccessEntry, sensitiveNames } from "./contract-table.ts";

const contractOf = (schemas: Record<string, Schema>) =>
  readContract(makeDocument({}, { components: { schemas } }));
const secret: Schema = {
  type: "object",
  properties: { nickname: { type: "string", "x-personal": true } },
};

describe("a personal field is found", () => {
  const places: [string, Schema][] = [
    ["in an object", secret],
    ["in a field", { type: "object", properties: { reader: secret } }],
    ["in an item", { type: "array", items: secret }],
    ["in anyOf", { type: "object", properties: { reader: { anyOf: [secret, { type: "null" }] } } }],
    ["in oneOf", { oneOf: [{ type: "string" }, secret] }],
    ["in allOf", { allOf: [{ type: "object", properties: { id: { type: "string" } } }, secret] }],
    ["in a map", { type: "object", additionalProperties: secret }],
    ["in a map of what is not evaluated", { type: "object", unevaluatedProperties: secret }],
  ];
  test.for(places)("%s", ([, schema]) =>
    expect(sensitiveNames(contractOf({ Shelf: schema }), [])).toEqual(["nickname"]),
  );

  test("in a body that is no component", () => {
    const requestBody = { content: { "application/json": { schema: secret } } };
    const document = makeDocument({
      "/readers": { post: makeOperation("addReader", { requestBody }) },
    });
    expect(sensitiveNames(readContract(document), [])).toEqual(["nickname"]);
  });
});

describe("a field is sensitive by its format", () => {
  const fields: [string, Schema][] = [
    ["its own", { type: "string", format: "card" }],
    ["of what it refers to", { $ref: "#/components/schemas/Card" }],
    [
      "of a form that it may have",
      { anyOf: [{ $ref: "#/components/schemas/Card" }, { type: "null" }] },
    ],
    ["of a part", { allOf: [{ $ref: "#/components/schemas/Card" }] }],
    ["of its items", { type: "array", items: { $ref: "#/components/schemas/Card" } }],
    [
      "of its values",
      { type: "object", additionalProperties: { $ref: "#/components/schemas/Card" } },
    ],
    [
      "that a sibling chooses",
      { type: "string", "x-format-by": { property: "kind", formats: { a: "card" } } },
    ],
  ];
  test.for(fields)("%s", ([, field]) => {
    const schemas = {
      Card: { type: "string", format: "card" },
      Reader: { type: "object", properties: { number: field, id: {} } },
    };
    expect(sensitiveNames(contractOf(schemas), ["card"])).toEqual(["number"]);
  });
});

test("a schema that holds itself ends", () => {
  const shelf: Schema = {
    anyOf: [{ properties: { inner: { $ref: "#/components/schemas/Shelf" } } }, { type: "null" }],
  };
  expect(
    sensitiveNames(
      contractOf({ Shelf: shelf, Room: { type: "object", properties: { shelf } } }),
      [],
    ),
  ).toEqual([]);
});

test("of two errors of one cause, the first is meant", () => {
  const errors = ["FIRST", "SECOND"].map((code) => ({
    ...tiny.errors[0],
    code,
    anywhere: true,
    causes: ["unknown-path"],
  }));
  expect(makeContractTable({ ...tiny, errors } as Contract, []).anywhere).toEqual({
    "unknown-path": "FIRST",
  });
});

test("a stream has no fields that the server fills in, though its items have", () => {
  const schema: Schema = {
    type: "object",
    properties: { kind: { const: "move" } },
    required: ["kind"],
  };
  const entryOf = (mediaType: string) => {
    const responses = { "200": { description: "Moves", content: { [mediaType]: { schema } } } };
    const contract = readContract(
      makeDocument({ "/moves": { get: makeOperation("moves", { responses }) } }),
    );
    const [operation] = contract.operations;
    return operation && makeSuccessEntry(contract, operation)?.constants;
  };
  expect(entryOf("application/json")).toEqual({ kind: "move" });
  expect(entryOf("application/x-ndjson")).toEqual({});
  expect(entryOf("text/event-stream")).toEqual({});
});

test("an example's field `message` that is no string is not the message of the success", () => {
  const examples = { sent: { value: { message: { text: "Sent" } } } };
  const content = { "application/json": { schema: {}, examples } };
  const responses = { "200": { description: "It was sent", content } };
  const contract = readContract(
    makeDocument({ "/sent": { post: makeOperation("send", { responses }) } }),
  );
  const [operation] = contract.operations;
  expect(operation && makeSuccessEntry(contract, operation)?.message).toBe("It was sent");
});
