// For each keyword of a document, a schema and the `x-` fields, where the shelf has it and another value.
import { create, loans } from "./cases/calls.ts";
import type { Json, Tree } from "./tree.ts";

const ok = { "200": { description: "Taken." } };
const text = { type: "string" };
const server = [{ url: "https://other.example" }];
export const docs = { url: "https://docs.example" };

/** An object of the document, and other values for its keywords. */
export const objects: Record<string, [pointer: string, values: Tree]> = {
  document: [
    "",
    {
      openapi: "3.1.1",
      jsonSchemaDialect: "https://dialect.example",
      servers: server,
      paths: {},
      security: [{ Staff: [] }],
      tags: [{ name: "books" }],
      externalDocs: docs,
      info: { title: "Shelf", version: "1.4.1" },
    },
  ],
  info: [
    "/info",
    {
      title: "Other",
      summary: "Other",
      description: "Other",
      termsOfService: "https://terms.example",
      contact: { name: "Ana" },
      license: { name: "MIT" },
      version: "1.4.1",
    },
  ],
  contact: ["/info/contact", { name: "Ana", url: "https://ana.example", email: "ana@example.com" }],
  license: ["/info/license", { name: "MIT", identifier: "MIT", url: "https://mit.example" }],
  server: [
    "/servers/0",
    { url: "https://o.example", description: "Other", variables: { house: { default: "left" } } },
  ],
  "server-variable": [
    "/servers/0/variables/house",
    { enum: ["main"], default: "left", description: "Other" },
  ],
  components: [
    "/components",
    {
      responses: { A: ok["200"] },
      parameters: { A: { name: "a", in: "query", schema: text } },
      examples: { A: { value: 1 } },
      requestBodies: { A: { content: {} } },
      headers: { A: { schema: text } },
      links: { A: { operationId: "getLoan" } },
      callbacks: { A: {} },
      pathItems: { A: {} },
    },
  ],
  "path-item": [
    loans,
    {
      summary: "Other",
      description: "Other",
      servers: server,
      parameters: [{ name: "more", in: "query", schema: text }],
      ...Object.fromEntries(
        ["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((method) => [
          method,
          { responses: ok },
        ]),
      ),
    },
  ],
  operation: [
    create,
    {
      tags: ["books"],
      summary: "Other",
      description: "Other",
      externalDocs: docs,
      operationId: "lend",
      parameters: [{ name: "more", in: "query", schema: text }],
      requestBody: { content: {} },
      responses: ok,
      callbacks: {},
      deprecated: true,
      security: [{ Staff: ["lend"] }],
      servers: server,
    },
  ],
  "external-documentation": [
    `${create}/externalDocs`,
    { description: "Other", url: "https://other.example" },
  ],
  parameter: [
    `${loans}/get/parameters/1`,
    {
      name: "order",
      in: "header",
      description: "Other",
      required: false,
      deprecated: true,
      schema: text,
      content: { "application/json": { schema: text } },
      allowEmptyValue: true,
      style: "pipeDelimited",
      explode: false,
      allowReserved: true,
    },
  ],
  "request-body": [
    `${create}/requestBody`,
    { description: "Other", content: { "text/plain": { schema: text } }, required: false },
  ],
  "media-type": [
    `${create}/requestBody/content/application~1json`,
    { schema: text, encoding: { book: { contentType: "text/plain" } } },
  ],
  encoding: [
    `${create}/requestBody/content/application~1json/encoding/book`,
    {
      contentType: "text/csv",
      headers: { A: { schema: text } },
      style: "form",
      explode: true,
      allowReserved: true,
    },
  ],
  responses: [`${create}/responses`, { default: { description: "Other." } }],
  response: [
    `${loans}/get/responses/200`,
    { description: "Other", headers: {}, content: {}, links: { last: { operationId: "getLoan" } } },
  ],
  examples: [
    `${create}/requestBody/content/application~1json`,
    { example: { book: "1" }, examples: { short: { value: { book: "9" } } } },
  ],
  example: [
    `${create}/requestBody/content/application~1json/examples/short`,
    {
      summary: "Other",
      description: "Other",
      value: { book: "9" },
      externalValue: "https://example.com/1",
    },
  ],
  link: [
    `${loans}/get/responses/200/links/first`,
    {
      operationRef: "#/paths/~1loans/get",
      operationId: "deleteLoan",
      parameters: { id: "$response.body#/0/id" },
      requestBody: "x",
      description: "Other",
      server: { url: "https://o.example" },
    },
  ],
  header: [
    `${loans}/get/responses/200/headers/X-Count`,
    {
      description: "Other",
      required: false,
      deprecated: true,
      schema: text,
      style: "simple",
      explode: true,
      content: { "application/json": { schema: { type: "integer" } } },
    },
  ],
  tag: ["/tags/0", { name: "other", description: "Other", externalDocs: docs }],
  reference: [
    `${create}/responses/201/content/application~1json/schema`,
    { $ref: "#/components/schemas/LoanNotice", summary: "Other", description: "Other" },
  ],
  "security-scheme": [
    "/components/securitySchemes/Signed",
    {
      type: "http",
      description: "Other",
      name: "X-Other",
      in: "query",
      scheme: "basic",
      bearerFormat: "JWT",
      flows: { implicit: { scopes: {} } },
      openIdConnectUrl: "https://id.example",
    },
  ],
  "oauth-flows": [
    "/components/securitySchemes/Staff/flows",
    {
      implicit: { authorizationUrl: "https://a.example", scopes: {} },
      password: { tokenUrl: "https://a.example", scopes: {} },
      clientCredentials: {},
      authorizationCode: { tokenUrl: "https://a.example", scopes: {} },
    },
  ],
  flow: [
    "/components/securitySchemes/Staff/flows/clientCredentials",
    {
      authorizationUrl: "https://a.example",
      tokenUrl: "https://b.example",
      refreshUrl: "https://c.example",
      scopes: { lend: "" },
    },
  ],
  "x-token": [
    "/paths/~1token/post/x-token",
    {
      scheme: "Staff",
      token: "other",
      expiresIn: "other",
      unit: "seconds",
      lifetime: 60000,
      renewEarly: 10,
      claims: { sub: "other" },
      format: "JWT",
    },
  ],
  "x-rate-limit": [`${create}/x-rate-limit`, { limit: 5, window: 600, scope: ["ip"] }],
  "x-idempotency": [
    `${create}/x-idempotency`,
    {
      header: "Key",
      retention: 60,
      scope: "apiKey",
      replayedHeader: "Again",
      missing: "TOO_LONG",
      conflict: "TOO_LONG",
      keeps: ["TOO_LONG"],
    },
  ],
  "x-error-catalogue": [
    "/x-error-catalogue/0",
    {
      code: "OTHER",
      status: 410,
      condition: "Other.",
      message: "Other.",
      retryable: false,
      operations: ["other"],
      causes: ["validation"],
      anywhere: true,
      details: { required: false },
    },
  ],
  details: [
    "/x-error-catalogue/0/details",
    { required: false, schema: { type: "array" }, example: {} },
  ],
  "x-lifecycle": [
    "/components/schemas/LoanStatus/x-lifecycle",
    { subject: "other", initial: "late", final: ["late"], waitEndsAt: ["lent"], transitions: [] },
  ],
  transition: [
    "/components/schemas/LoanStatus/x-lifecycle/transitions/1",
    { from: "late", to: "returned", trigger: "other", after: 60, notification: "loan_made" },
  ],
  "x-notification": [
    "/webhooks/loan_made/post/x-notification",
    { event: "other", subject: "other", when: "other" },
  ],
  "x-notification-delivery": [
    "/x-notification-delivery",
    {
      guarantee: "at-most-once",
      ordered: false,
      success: "200",
      timeout: 1,
      redirects: false,
      schedule: [1],
      jitter: 0.5,
      disabledAfter: 60,
    },
  ],
  "x-notification-identity": ["/x-notification-identity", { fields: ["other"] }],
  "x-notification-signature": [
    "/x-notification-signature",
    {
      header: "Other",
      id: "other",
      algorithm: "other",
      signed: "other",
      timestamp: "other",
      version: "v2",
      tolerance: 1,
      example: { secret: "a", timestamp: 1 },
    },
  ],
  "x-basis": [
    "/components/schemas/Loan/properties/due/x-basis",
    { kind: "assumed", reason: "Other.", documented: ["a"] },
  ],
  "x-values": ["/components/schemas/LoanStatus/x-values/lent", { description: "Other." }],
  "x-format-by": [
    "/components/schemas/Loan/properties/reader/x-format-by",
    { property: "due", formats: { a: "uuid" } },
  ],
};

/** A keyword whose object has another name in the schema that publishes it. */
export const aliases: [RegExp, string][] = [
  [/^oauth-flows\.(authorizationUrl|tokenUrl|refreshUrl|scopes)$/, "flow.$1"],
  [/^x-lifecycle\.(from|to|trigger|after|notification)$/, "transition.$1"],
  [/^x-error-catalogue\.(required|schema|example)$/, "details.$1"],
  [/^x-notification-signature\.(secret|body|value)$/, "x-notification-signature.example"],
  [/^[\w-]+\.x-basis$/, "x-basis.kind"],
  [/^explode-for-form\./, "parameter."],
];

const list = { type: "array", items: text };
const object = { type: "object", properties: { a: text } };
const union = { oneOf: [{ type: "object", properties: { kind: { const: "a" } } }, text] };

/** A schema without and with a keyword, for each of them. */
export const schemas: Record<string, [without: Tree, value: Json]> = {
  ...Object.fromEntries(
    ["title", "description", "$comment", "$id", "$anchor", "$schema", "$dynamicAnchor"].map(
      (key) => [key, [text, "Other"]],
    ),
  ),
  ...Object.fromEntries(["readOnly", "writeOnly"].map((key) => [key, [text, true]])),
  $defs: [text, { A: text }],
  $vocabulary: [text, {}],
  xml: [text, { name: "a" }],
  externalDocs: [text, docs],
  example: [text, "a"],
  examples: [text, ["a"]],
  nullable: [text, true],
  deprecated: [text, true],
  $ref: [{}, "#/components/schemas/LoanStatus"],
  $dynamicRef: [{}, "#/components/schemas/LoanStatus"],
  type: [text, ["string", "null"]],
  enum: [text, ["a", "b"]],
  const: [text, "a"],
  default: [text, "a"],
  format: [text, "uuid"],
  pattern: [text, "^a$"],
  minLength: [text, 2],
  maxLength: [text, 5],
  contentEncoding: [text, "base64"],
  contentMediaType: [text, "text/csv"],
  contentSchema: [text, object],
  ...Object.fromEntries(
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map((key) => [
      key,
      [{ type: "number" }, 2],
    ]),
  ),
  ...Object.fromEntries(["minItems", "maxItems"].map((key) => [key, [list, 2]])),
  uniqueItems: [list, true],
  items: [{ type: "array" }, text],
  prefixItems: [list, [{ type: "integer" }]],
  contains: [list, { const: "a" }],
  minContains: [list, 2],
  maxContains: [list, 2],
  unevaluatedItems: [{ type: "array" }, false],
  properties: [{ type: "object" }, { a: text }],
  required: [object, ["a"]],
  additionalProperties: [object, false],
  unevaluatedProperties: [object, false],
  patternProperties: [object, { "^x": text }],
  propertyNames: [object, { maxLength: 3 }],
  minProperties: [object, 1],
  maxProperties: [object, 3],
  dependentRequired: [object, { a: ["b"] }],
  dependentSchemas: [object, { a: { required: ["b"] } }],
  allOf: [object, [{ required: ["a"] }]],
  anyOf: [{}, [text, list]],
  oneOf: [{}, [text, list]],
  not: [text, { const: "a" }],
  ...Object.fromEntries(["if", "then", "else"].map((key) => [key, [text, { maxLength: 1 }]])),
  discriminator: [union, { propertyName: "kind" }],
};

/** Keywords whose value is set elsewhere than in an object above. */
export const values: Record<string, [pointer: string, value: Json]> = {
  "path-item.$ref": [`${loans}/$ref`, "#/components/pathItems/A"],
  "document.webhooks": ["/webhooks/loan_lost", { post: { responses: ok } }],
  "document.components": ["/components/schemas/More", text],
  "components.schemas": ["/components/schemas/More", text],
  "components.securitySchemes": [
    "/components/securitySchemes/More",
    { type: "http", scheme: "basic" },
  ],
  "x-body-limit": ["/x-body-limit", 1024],
  "x-errors": [`${create}/responses/409/x-errors`, ["FIRE"]],
  "x-invalid": ["/components/schemas/LoanRequest/properties/weeks/x-invalid", { maximum: "FIRE" }],
  "x-open-set": ["/components/schemas/LoanStatus/x-open-set", false],
  "x-personal": ["/components/schemas/Loan/properties/reader/x-personal", false],
  "x-rate-limit-part": [`${loans}/get/responses/200/headers/X-Count/x-rate-limit-part`, "limit"],
  "x-sunset": ["/paths/~1loans~1{id}/delete/x-sunset", "2098-01-01"],
};
