// Operations that are not supported, with `--skip-unsupported`: the packages and the reference list them.
import { expect, onTestFinished, test } from "vitest";
import { buildPackages } from "./support/server-package.ts";

const spec = `openapi: 3.1.0
info: {title: Shelf, version: '1'}
paths:
  /books: {get: {operationId: list, responses: {'204': {description: Done}}}}
  /pages/{id}:
    get:
      operationId: readPage
      responses: {'200': {description: Done, content: {application/json: {schema: {$ref: 'https://example.com/a.yaml#/Page'}}}}}
  /scans: {put: {operationId: scan, requestBody: {content: {application/xml: {}}}, responses: {'204': {description: Done}}}}
`;

test("READMEs and the reference list what is left out, with the reason", async () => {
  const { read } = await buildPackages("shelf", spec, onTestFinished, { skipUnsupported: true });
  for (const file of [
    "generated/client/README.md",
    "generated/server/README.md",
    "generated/mock/README.md",
    "generated/openapi/README.md",
    "docs/reference/README.md",
  ]) {
    const [, list = ""] = (await read(file)).split("## Operations that are left out\n");
    expect(
      list
        .replaceAll("\\", "")
        .split("\n")
        .filter((line) => line.startsWith("- ")),
    ).toEqual([
      "- `GET /pages/{id}`: The response 200 of readPage leads to https://example.com/a.yaml#/Page, and nothing is fetched: download that file, and refer to it by its path.",
      "- `PUT /scans`: The request body of scan is application/xml: bodies have to be JSON, text or bytes.",
    ]);
  }
});
