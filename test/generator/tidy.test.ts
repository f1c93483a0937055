// Where TypeSpec or the published schema of OpenAPI has no place for something, and where it stands instead.

import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { openObjects } from "@packages/contract/src/document/tidy.ts";
import { expect, test } from "vitest";
import { makeDocument, makeOperation } from "./support/document.ts";

const paths = { "/books": { get: makeOperation("listBooks") } };

test("what a variable of a server is, the server says", () => {
  const variables = {
    branch: { default: "main", description: "Name of the branch." },
    port: { default: "1" },
  };
  const [server] =
    buildDocument(makeDocument(paths, { servers: [{ url: "{branch}:{port}", variables }] }))
      .servers ?? [];
  expect(server).toEqual({
    url: "{branch}:{port}",
    description: "`branch`: Name of the branch.",
    variables: { branch: { default: "main" }, port: { default: "1" } },
  });
});

test("a server without such words stays as it is", () => {
  const servers = [
    { url: "https://library.example" },
    { url: "https://other.example", description: "Another." },
  ];
  expect(buildDocument(makeDocument(paths, { servers })).servers).toEqual(servers);
});

test("HTTP's own schemes are named in lower case, an API key has none", () => {
  const securitySchemes = { Card: { type: "http", scheme: "Bearer" }, Key: { type: "apiKey" } };
  const built = buildDocument(makeDocument(paths, { components: { securitySchemes } }));
  expect(built.components?.securitySchemes).toEqual({
    Card: { type: "http", scheme: "bearer" },
    Key: { type: "apiKey" },
  });
});

test("a schema that a discriminator's mapping alone names is kept", () => {
  const pet = {
    type: "object",
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
  };
  const schemas = { Pet: pet, Cat: { type: "object" }, Lost: { type: "string" } };
  const responses = {
    "200": {
      description: "Pets.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
    },
  };
  const built = buildDocument(
    makeDocument(
      { "/pets": { get: makeOperation("listPets", { responses }) } },
      { components: { schemas } },
    ),
  );
  expect(Object.keys(built.components?.schemas ?? {})).toEqual(["Cat", "Pet"]);
});

const open = { type: "object", unevaluatedProperties: {} };
const opened = { type: "object", additionalProperties: {} };

test("an object of any fields says so in the word that every reader knows", () => {
  const schema = {
    properties: { unevaluatedProperties: { ...open }, items: { items: { ...open } } },
  };
  openObjects(schema);
  expect(schema).toEqual({
    properties: { unevaluatedProperties: opened, items: { items: opened } },
  });
});

test("where other schemas evaluate fields, the word stays", () => {
  const schema = { ...open, allOf: [{ ...open }] };
  openObjects(schema);
  expect(schema).toEqual({ ...open, allOf: [opened] });
});

test("what examples, defaults and extensions hold is data", () => {
  const schema = {
    default: { ...open },
    examples: [{ ...open }],
    enum: [{ ...open }],
    "x-shelf": { ...open },
  };
  const before = structuredClone(schema);
  openObjects(schema);
  expect(schema).toEqual(before);
});
