// Operations whose success has several media types.
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { useMock } from "./mock.ts";

const report = { type: "object", properties: { total: { type: "integer" } }, required: ["total"] };
const text = { type: "string" };
const document: Document = {
  openapi: "3.1.0",
  info: { title: "Reports", version: "1" },
  paths: {
    "/report": {
      get: {
        operationId: "getReport",
        responses: {
          "200": {
            description: "A report.",
            content: {
              "text/csv": { schema: text, example: "total\n7\n" },
              "application/json": { schema: report, examples: { whole: { value: { total: 7 } } } },
              "application/vnd.report+json": { schema: report, example: { total: 8 } },
              "application/pdf": { schema: {}, example: "%PDF-" },
            },
          },
          "404": {
            description: "No report.",
            content: { "application/json": { schema: report, example: { total: 0 } } },
          },
        },
      },
    },
    "/one": {
      get: {
        operationId: "getOne",
        responses: {
          "200": {
            description: "A report.",
            content: { "application/json": { schema: report, example: { total: 9 } } },
          },
        },
      },
    },
  },
};
const mock = useMock({ document, contract: readContract(document) });

async function get(path: string, accept: string, prefer = ""): Promise<string[]> {
  const response = await fetch(mock.url + path, { headers: { accept, prefer } });
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  return [`${response.status}`, type, await response.text()];
}

test.each([
  ["*/*", "application/json", '{"total":7}'],
  ["application/*", "application/json", '{"total":7}'],
  ["text/csv", "text/csv", "total\n7\n"],
  ["application/json;q=0.5, text/*", "text/csv", "total\n7\n"],
  ["application/vnd.report+json", "application/vnd.report+json", '{"total":8}'],
  ["application/xml, application/pdf;q=0.1", "application/pdf", "%PDF-"],
])("an Accept of %s gets %s", async (accept, type, body) => {
  expect(await get("/report", accept)).toEqual(["200", type, body]);
});

test.each(["application/xml", "application/json;q=0", "foo"])(
  "an Accept of %s, which no success has, gets a 406 that lists the media types",
  async (accept) => {
    const [status, type, body = ""] = await get("/report", accept);
    expect([status, type]).toEqual(["406", "application/problem+json"]);
    expect(JSON.parse(body).available.toSorted()).toEqual([
      "application/json",
      "application/pdf",
      "application/vnd.report+json",
      "text/csv",
    ]);
  },
);

test("a response that is selected is given whatever Accept names, in its form if it has it", async () => {
  expect(await get("/report", "application/xml", "code=200")).toEqual([
    "200",
    "application/json",
    '{"total":7}',
  ]);
  expect((await get("/report", "text/csv", "code=200"))[1]).toBe("text/csv");
  expect(await get("/report", "text/csv", "code=404")).toEqual([
    "404",
    "application/json",
    '{"total":0}',
  ]);
  expect((await get("/report", "text/csv", "dynamic=true"))[1]).toBe("text/csv");
});

test("a success of one media type is given whatever Accept names", async () => {
  expect(await get("/one", "application/xml")).toEqual(["200", "application/json", '{"total":9}']);
});
