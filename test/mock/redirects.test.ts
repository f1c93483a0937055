// Operations whose only success is a redirect, on the mock.
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { useMock } from "./mock.ts";

const scan = {
  operationId: "scan",
  responses: {
    "302": {
      description: "Leads to the scan.",
      headers: {
        Location: { schema: { type: "string" }, example: "https://files.example.com/scan" },
      },
    },
    "404": { description: "None." },
  },
};
const latest = { operationId: "latest", responses: { "307": { description: "Leads elsewhere." } } };
const document = {
  openapi: "3.1.0",
  info: { title: "Shelf", version: "1" },
  paths: { "/scan": { get: scan }, "/latest": { get: latest } },
} as Document;
const mock = useMock({ document, contract: readContract(document) });

test("the mock answers with the redirect and its Location", async () => {
  const get = (path: string) => fetch(mock.url + path, { redirect: "manual" });
  const response = await get("/scan");
  expect([response.status, response.headers.get("location")]).toEqual([
    302,
    "https://files.example.com/scan",
  ]);
  const other = await get("/latest");
  expect([other.status, typeof other.headers.get("location")]).toEqual([307, "string"]);
});
