// Schemas whose names differ little: each has its own check in the client.
import { expect, test } from "vitest";
import { buildPackages } from "./support/server-package.ts";

const names = ["FooBar", "fooBar", "foo.bar", "_fooBar", "Ação", "Açõo", "Error"];
const kinds = names.map(
  (name, index) =>
    `    ${name}: {type: object, required: [kind], properties: {kind: {type: string, enum: [k${index}]}, next: {$ref: '#/components/schemas/${name}'}}}`,
);
const paths = names.map(
  (name, index) =>
    `  /${index}: {get: {operationId: get${index}, responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}}}}`,
);
const spec = `openapi: 3.0.3
info: {title: Shelf, version: '1'}
paths:
${paths.join("\n")}
components:
  schemas:
${kinds.join("\n")}
`;

test("each schema has its own check, however little its name differs from another", async () => {
  const { load } = await buildPackages("shelf", spec);
  const { createShelfClient } = await load("client/src/index.ts");
  let kind = "";
  const client = createShelfClient({
    baseUrl: "https://api.example.com",
    retry: false,
    fetch: async () => Response.json({ kind }),
  });
  for (const [index, name] of names.entries()) {
    kind = `k${index}`;
    expect(await client[`get${index}`](), name).toEqual({ kind });
    kind = `k${index + 1}`;
    await expect(client[`get${index}`](), name).rejects.toMatchObject({
      name: "InvalidResponseError",
    });
  }
});
